/** Elements made in one line; the ones of the page by their ids; texts that are copied. */

import { signShown } from "../game/rules.ts";
import { text } from "../words/text.ts";

type Maybe<T> = T | false | null | undefined; // left out if there is none
type Attributes = Record<string, Maybe<string | number | true> | Maybe<string>[]>;
type Children = Maybe<Node | string>[];

const there = <T>(all: Maybe<T>[]) =>
  all.filter((one): one is T => one !== false && one !== null && one !== undefined);

export const at = (id: string): any => document.getElementById(id);

export const html = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Children
) => filled(document.createElement(name), attributes, children);

export const svg = <K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Children
) => filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

function filled<E extends Element>(element: E, attributes: Attributes, children: Children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (Array.isArray(value)) element.setAttribute(key, there(value).join(" "));
    else if (there([value]).length) element.setAttribute(key, String(value));
  }
  element.append(...there(children));
  return element;
}

export const row = (...children: Children) => html("div", { class: "row" }, ...children);
export const quiet = (...words: Children) => html("p", { class: "quiet" }, ...words);

export function button(
  attributes: Attributes,
  act: (pressed: HTMLButtonElement) => void,
  ...children: Children
) {
  const made = html("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", () => act(made));
  return made;
}

/** A choice of values by their names. */
export function choice(
  attributes: Attributes,
  options: Record<string, string>,
  chosen: string,
  act: (value: string) => void,
) {
  const made = html(
    "select",
    attributes,
    ...Object.entries(options).map(([value, words]) => html("option", { value }, words)),
  );
  made.value = chosen;
  made.addEventListener("change", () => act(made.value));
  return made;
}

export const sideWord = (side: Side, name: string) =>
  html("span", { class: `${signShown(side).toLowerCase()}-word` }, name);

export function table(headings: string[], rows: Node[]) {
  const head = html(
    "tr",
    {},
    ...headings.map((words) => (words ? html("th", { scope: "col" }, words) : html("td"))),
  );
  return html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
}

/** Fill an element anew; if it had the focus, the chosen place gets it again. */
export function refill(root: HTMLElement, children: Children, place: string) {
  const held = root.contains(document.activeElement);
  root.replaceChildren(...there(children));
  if (held) root.querySelector<HTMLElement>(place)?.focus();
}

export const copied = async (pressed: HTMLElement, words: string) =>
  said(
    pressed,
    await navigator.clipboard.writeText(words).then(() => text.copied, () => text.cannotCopy),
  );

/** Say something on a button for a moment. */
export function said(pressed: HTMLElement, words: string) {
  const before = pressed.textContent;
  if (before === words) return;
  setTimeout(() => {
    pressed.textContent = before;
  }, 2000);
  pressed.textContent = words;
}

/** Put the page's own words in the language in use: index.html names them. */
export function translate() {
  document.documentElement.lang = text.code;
  const words = text as Record<string, any>;
  for (const element of document.querySelectorAll<HTMLElement>("[data-text], [data-label]")) {
    const { text: name, label } = element.dataset;
    if (name && element.firstChild) element.firstChild.nodeValue = words[name];
    if (label) element.setAttribute("aria-label", words[label]);
  }
}
