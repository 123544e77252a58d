/** The reader's choices, kept from one visit to the next. */

const KEPT = "oxobook";

/** The value kept on this device under a name. @param {string} name @returns {any} */
export function recall(name) {
  try { return JSON.parse(localStorage.getItem(name) ?? "{}"); } catch { return {}; }
}

/** Keep something on this device; private windows keep nothing. @param {string} name @param {unknown} what */
export function keep(name, what) {
  try { localStorage.setItem(name, JSON.stringify(what)); } catch { /* then it is gone with the page */ }
}

export class Settings {
  palette = "classic";
  theme = "auto";
  digits = "keypad";
  sounds = "off";
  language = "auto";
  /** @type {Mode} */
  mode = "play";
  opponent = "levi";
  /** @type {Side} */
  side = "X";
  values = { play: false, explore: true };

  /** The chosen opponent across from the person. */
  get seats() { return this.side === "X" ? { X: "human", O: this.opponent } : { X: this.opponent, O: "human" }; }

  constructor() { Object.assign(this, recall(KEPT)); }

  /** @param {Partial<Settings>} changed */
  keep(changed) { keep(KEPT, Object.assign(this, changed)); }
}
