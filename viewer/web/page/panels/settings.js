/** The settings: the choices in the dialog, and their effect on the page; sounds for those who have them on. Loaded when first needed. */

import { button, html } from "../draw/elements.js";
import { text } from "../words/text.js";

/** @typedef {"palette" | "theme" | "digits" | "sounds" | "language"} Setting */

/** The settings, and the name of each choice. @returns {Record<Setting, [string, Record<string, string>]>} */
const offers = () => ({
  palette: [text.colours, { classic: text.classic, colorblind: text.colorblind }],
  theme: [text.light, { auto: text.auto, light: text.lightOn, dark: text.dark }],
  language: [text.language, { auto: text.auto, en: "English", de: "Deutsch" }],
  digits: [text.digits, { keypad: text.keypad, reading: text.reading }],
  sounds: [text.sounds, { off: text.off, on: text.on }],
});

/** The dialog, opened. @param {Page} page */
export function openSettings({ session: { settings }, actions }) {
  const rows = Object.entries(offers()).map(([name, [words, choices]]) => {
    const select = /** @type {HTMLSelectElement} */ (html("select", { id: name }, ...Object.entries(choices).map(([value, says]) => html("option", { value }, says))));
    select.value = settings[/** @type {Setting} */ (name)];
    select.addEventListener("change", () => {
      settings.keep({ [name]: select.value });
      if (name === "language") return location.reload();
      const { palette, theme } = settings;
      Object.assign(document.documentElement.dataset, { palette, theme });
      return actions.redraw();
    });
    return html("label", { class: "row spread" }, html("span", {}, words), select);
  });
  const dialog = /** @type {HTMLDialogElement} */ (html("dialog", { id: "settings", "aria-labelledby": "settings-title" },
    html("form", { method: "dialog" }, html("h2", { id: "settings-title" }, text.settings), ...rows, button({ class: "main" }, () => dialog.close(), text.done))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const [LOUDNESS, APART, LENGTH] = [0.05, 0.11, 0.2]; // of a whole, and seconds

/** @type {AudioContext | null} */
let audio = null;

/** Some notes, one after the other. @param {number[]} notes pitches in hertz */
export function sound(...notes) {
  const context = (audio ??= new AudioContext());
  notes.forEach((pitch, number) => {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + number * APART;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  });
}
