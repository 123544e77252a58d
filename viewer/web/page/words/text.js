/** The page's texts in the language in use: filled by its entry before anything is said. */

import { shared } from "../shared.js";

/** @type {import("./en.js").Text} */
export const text = shared.text;

/** Speak a language. @param {import("./en.js").Text} language */
export const speak = (language) => { Object.assign(text, language); };
