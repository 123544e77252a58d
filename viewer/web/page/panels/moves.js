/** The moves ranked. */

import { ranked } from "../answers/answer.js";
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
      const entry = /** @type {Entry} */ (session.entry);
      refill(at("moves"), [table([text.move, text.valueHead, text.trapsHead, text.why], rows(entry)), ...(entry.searching ? [html("p", { class: "quiet" }, text.searching)] : [])], "button");
    },
    unknown() { at("moves").replaceChildren(); },
  };
}
