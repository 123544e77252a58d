/** The page's texts in the language in use: English, until another is spoken. */

import { en, type Text } from "./en.ts";

export const text: Text = { ...en };

export const speak = (language: Text) => {
  Object.assign(text, language);
};
