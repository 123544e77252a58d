/** The reader's choices, kept from one visit to the next. */

const KEPT = "oxobook";

/** The value kept on this device under a name. */
export function recall(name: string): any {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}");
  } catch {
    return {};
  }
}

/** Keep something on this device; private windows keep nothing. */
export function keep(name: string, what: unknown) {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch { /* then it is gone with the page */ }
}

export class Settings {
  palette = "classic";
  theme = "auto";
  digits = "keypad";
  language = "auto";
  mode: Mode = "play";
  opponent = "levi";
  side: Side = "X";
  first: Side = "X"; // the sign of the side that begins
  friend = ""; // the name of who plays at the same screen
  values = { play: false, explore: true };

  /** The chosen opponent across from the person. */
  get seats() {
    return this.side === "X" ? { X: "human", O: this.opponent } : { X: this.opponent, O: "human" };
  }
  constructor() {
    Object.assign(this, recall(KEPT));
  }
  keep(changed: Partial<Settings>) {
    keep(KEPT, Object.assign(this, changed));
  }
}
