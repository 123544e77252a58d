/**
 * The page's texts in the language in use: English, until another is spoken. In a text {0} and {1}
 * stand for what it is about; moves are each side's own.
 */

import en from "./en.json" with { type: "json" };

export type Text = typeof en;

export const text: Text = { ...en };

export const speak = (language: Text) => void Object.assign(text, language);

/** A text with what it is about. */
export const fill = (template: string, ...about: (string | number)[]) =>
  template.replace(/\{(\d)\}/g, (_, place) => String(about[place]));

/** A text from a table whose names are not all known; empty without one. */
export const wordOf = (table: object, name: string) =>
  (table as Record<string, string | undefined>)[name] ?? "";

/** A name with an article, where it is no subject: some languages change the article. */
export function declined(name: string) {
  const [article, ...others] = name.split(" ");
  return [wordOf(text.declined, article) || article, ...others].join(" ");
}

/** Names as a list: a, b and c. */
export const listed = (names: string[], link = text.and) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} ${link} ${names.at(-1)}` : names.join("");

/** A small number in a word. */
export const counted = (n: number) => text.counts[n] ?? String(n);

/** "1 move", "3 moves". */
export const movesText = (n: number) => fill(text.moves[n === 1 ? 0 : 1], n);

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
