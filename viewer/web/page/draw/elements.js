/** Elements made in one line; the ones of the page by their ids; texts that are copied. */

import { text } from "../words/text.js";

/** @typedef {Record<string, string | number>} Attributes */

/** The element of the page with an id. @param {string} id @returns {any} */
export const at = (id) => document.getElementById(id);

/** @param {string} name @param {Attributes} attributes @param {(Node | string)[]} children @returns {HTMLElement} */
export const html = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);

/** @param {string} name @param {Attributes} attributes @param {(Node | string)[]} children @returns {any} */
export const svg = (name, attributes = {}, ...children) => filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

/** @template {Element} E @param {E} element @param {Attributes} attributes @param {(Node | string)[]} children */
function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A button that acts. @param {Attributes} attributes @param {() => void} act @param {(Node | string)[]} children */
export function button(attributes, act, ...children) {
  const made = html("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", act);
  return made;
}

/** A side, in its colour, by its name. @param {Side} side */
export const sideWord = (side, name = /** @type {string} */ (side)) => html("span", { class: `${side.toLowerCase()}-word` }, name);

/** @param {string[]} headings @param {Node[]} rows */
export function table(headings, rows) {
  const head = html("tr", {}, ...headings.map((words) => (words ? html("th", { scope: "col" }, words) : html("td"))));
  return html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
}

/** Fill an element anew; if it had the focus, the chosen place gets it again. @param {HTMLElement} root @param {(Node | string)[]} children @param {string} place */
export function refill(root, children, place) {
  const held = root.contains(document.activeElement);
  root.replaceChildren(...children);
  if (held) root.querySelector(/** @type {"button"} */ (place))?.focus();
}

/** Copy a text, and say so on the button. @param {HTMLElement} pressed @param {string} words */
export const copied = async (pressed, words) => said(pressed, await navigator.clipboard.writeText(words).then(() => text.copied, () => text.cannotCopy));

/** Say something on a button for a moment. @param {HTMLElement} pressed @param {string} words */
export function said(pressed, words) {
  const before = pressed.textContent;
  if (before === words) return;
  setTimeout(() => { pressed.textContent = before; }, 2000);
  pressed.textContent = words;
}

/** Put the page's own words in the language in use: index.html names them. */
export function translate() {
  document.documentElement.lang = text.code;
  for (const element of document.querySelectorAll("[data-text], [data-label]")) {
    const { text: name, label } = /** @type {HTMLElement} */ (element).dataset;
    const words = /** @type {Record<string, any>} */ (text);
    if (name && element.firstChild) element.firstChild.nodeValue = words[name];
    if (label) element.setAttribute("aria-label", words[label]);
  }
}
