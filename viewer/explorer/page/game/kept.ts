/** What is kept on this device from one visit to the next. */

/** The value kept under a name. */
export function recall(name: string): any {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}");
  } catch {
    return {};
  }
}

/** Keep something; private windows keep nothing. */
export function keep(name: string, what: unknown) {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch { /* then it is gone with the page */ }
}

/** The reader's choices. */
export type Settings = {
  theme: "auto" | "light" | "dark";
  language: string; // "auto", or a code
  opponent: string;
  side: Side;
};

const KEPT = "oxobook";
const USUAL: Settings = { theme: "auto", language: "auto", opponent: "levi", side: "X" };

export const keptSettings = (): Settings => ({ ...USUAL, ...recall(KEPT) });
export const keepSettings = (settings: Settings) => keep(KEPT, settings);
