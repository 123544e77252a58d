/** The moves ranked, and the line of perfect play after the one that is pointed at, its moves numbered on the board. */

import { ranked } from "../answers/answer.js";
import { textAfter } from "../game/rules.js";
import { at, button, html, refill, table } from "../draw/elements.js";
import { chip } from "../draw/pieces.js";
import { gradeOf, reasonsIn, shortOf } from "../words/say.js";
import { text } from "../words/text.js";

/** @typedef {import("../answers/answer.js").Entry} Entry */

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function moves(page) {
  const { session, actions } = page;
  const point = (/** @type {string | null} */ name) => page.point(name === null ? null : session.game.rules.names.indexOf(name));
  at("perfect-play").addEventListener("click", () => point(session.entry?.pick ?? null));
  /** @param {Entry} entry */
  const rows = (entry) => ranked(entry).map((move) => {
    const kind = move.move === entry.pick ? text.pick : gradeOf(entry, move);
    const reasons = reasonsIn(session.game.rules, entry, move);
    const row = html("tr", {},
      html("td", {}, button({}, () => actions.playNamed(move.move), move.move)),
      html("td", {}, chip(move, entry, shortOf(move))),
      html("td", { class: "quiet" }, text.traps(move.wrong_replies, move.replies)),
      html("td", { class: "quiet" }, reasons.length ? `${kind}: ${reasons.join(", ")}` : kind));
    for (const event of ["pointerenter", "focusin"]) row.addEventListener(event, () => point(move.move));
    for (const event of ["pointerleave", "focusout"]) row.addEventListener(event, () => point(null));
    return row;
  });
  return {
    known() {
      if (session.game.mode !== "explore") return;
      refill(at("moves"), [table([text.move, text.valueHead, text.trapsHead, text.why], rows(/** @type {Entry} */ (session.entry)))], "button");
    },
    unknown() { at("moves").replaceChildren(); },
  };
}

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function line(page) {
  const { session, actions, source } = page;
  let asked = 0; // the number of the last request: what an older one has waited for comes too late
  /** @param {number | null} cell */
  page.point = async (cell) => {
    const { game } = session, { rules } = game;
    const number = ++asked;
    if (cell === null || !session.shown || !game.legal.includes(cell)) return page.board?.ghosts([], game.at);
    const name = rules.names[cell];
    try {
      const names = [name, ...(await source.line(rules, textAfter(rules, [...game.shown, name])))];
      if (number !== asked) return;
      page.board?.ghosts(names, game.at);
      const steps = names.map((move, index) => button({ class: "step", title: text.playUpTo }, () => actions.follow(names.slice(0, index + 1)), move));
      at("line").replaceChildren(text.perfectAfter(name), ...steps.flatMap((step) => [" ", step]));
    } catch (error) {
      actions.complain(error);
    }
  };
  return {
    changed() {
      page.point(null);
      at("line").textContent = text.pointAt;
    },
  };
}
