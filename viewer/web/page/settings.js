"use strict";
// What a person has chosen: it is kept from one visit to the next, and the page wears it.

oxobook.Settings = class {
  static #SHOWN = ["palette", "theme", "digits", "sounds"]; // those that the dialog shows

  palette = "classic";
  theme = "auto";
  digits = "keypad";
  sounds = "off";
  mode = "play";
  opponent = "levi";
  side = "X";
  values = { play: false, explore: true };

  constructor() {
    try { Object.assign(this, JSON.parse(localStorage.getItem("oxobook") || "{}")); } catch { /* the page begins as for anyone */ }
  }

  keep(changed) {
    Object.assign(this, changed);
    try { localStorage.setItem("oxobook", JSON.stringify(this)); } catch { /* private windows keep nothing */ }
  }

  // Dress the page as chosen, for a mode.
  dress(mode) {
    Object.assign(document.documentElement.dataset, { palette: this.palette, theme: this.theme, mode });
    for (const name of oxobook.Settings.#SHOWN) document.getElementById(name).value = this[name];
    for (const name of ["play", "explore"]) document.getElementById(`${name}-mode`).setAttribute("aria-pressed", String(mode === name));
  }

  // onChange is called when something has been chosen in the dialog.
  listen(onChange) {
    for (const name of oxobook.Settings.#SHOWN) {
      document.getElementById(name).addEventListener("change", (event) => {
        this.keep({ [name]: event.target.value });
        onChange();
      });
    }
  }
};
