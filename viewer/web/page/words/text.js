/** The page's texts in the language in use: filled by its entry before anything is said. */

import { shared } from "../shared.js";

/** @import { Text } from "./en.js" */

/** @type {Text} */
export const text = shared.text;

/** Speak a language. @param {Partial<Text>} language */
export const speak = (language) => { Object.assign(text, language); };

/** Use English for texts that the other language lacks. @param {Partial<Text>} english */
export const speakMore = (english) => { Object.assign(text, { ...english, ...text }); };
