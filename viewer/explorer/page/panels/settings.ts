/** The settings: the choices in the dialog, and their effect on the page. */

import { choice, html } from "../draw/elements.ts";
import { text } from "../words/text.ts";
import { openDialog } from "./dialog.ts";
import type { Page } from "../page.ts";

type Setting = "palette" | "theme" | "digits" | "language" | "first";

/** The settings, and the name of each choice. */
const offers = (): Record<Setting, [string, Record<string, string>]> => ({
  palette: [text.colours, { classic: text.classic, colorblind: text.colorblind }],
  theme: [text.light, { auto: text.auto, light: text.lightOn, dark: text.dark }],
  language: [text.language, { auto: text.auto, en: "English", de: "Deutsch" }],
  first: [text.first, { X: "X", O: "O" }],
  digits: [text.digits, { keypad: text.keypad, reading: text.reading }],
});

export function openSettings({ session: { settings }, actions }: Page) {
  const rows = Object.entries(offers()).map(([name, [words, choices]]) => {
    const select = choice({ id: name }, choices, settings[name as Setting], (value) => {
      settings.keep({ [name]: value });
      if (name === "language") return location.reload();
      const { palette, theme } = settings;
      Object.assign(document.documentElement.dataset, { palette, theme });
      return actions.redraw();
    });
    return html("label", { class: "row spread" }, html("span", {}, words), select);
  });
  openDialog("settings", text.settings, ...rows);
}
