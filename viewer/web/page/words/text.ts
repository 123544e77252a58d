/** The page's texts in the language in use: filled by its entry before anything is said. */

import { shared } from "../shared.ts";
import type { Text } from "./en.ts";

export const text: Text = shared.text;

export const speak = (language: Partial<Text>) => { Object.assign(text, language); };

/** Use English for texts that the other language lacks. */
export const speakMore = (english: Partial<Text>) => { Object.assign(text, { ...english, ...text }); };
