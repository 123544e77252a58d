/** The moves ranked, those of one kind in one row; after the end, what might have been played last. */

import { at, button, html, refill, table } from "../draw/elements.js";
import { chip } from "../draw/pieces.js";
import { kindsOf } from "../game/kinds.js";
import { gradeOf, hasPlaces, placeOf, reasonsIn, shortOf } from "../words/say.js";
import { text } from "../words/text.js";

/** @param {Page} page @returns {Panel} */
export function moves(page) {
  const { session, actions } = page;
  const point = (/** @type {string | null} */ name) => page.point(name === null ? null : session.game.rules.moves.indexOf(name));
  /** @param {HTMLElement} element @param {string} move */
  function pointing(element, move) {
    for (const event of ["pointerenter", "focusin"]) element.addEventListener(event, () => point(move));
    for (const event of ["pointerleave", "focusout"]) element.addEventListener(event, () => point(null));
    return element;
  }
  /** @param {string} move */
  function play(move) {
    const { game } = session;
    if (game.over) actions.go([...game.shown.slice(0, -1), move]);
    else actions.play(game.rules.moves.indexOf(move));
  }
  /** @param {Entry} entry */
  const rows = (entry) => kindsOf(session.game.rules, entry).map((kind) => {
    const { rules } = session.game, [first] = kind.moves;
    const names = kind.moves.map(({ move }) => pointing(button({}, () => play(move), move), move));
    const place = hasPlaces(rules) ? placeOf(rules.names.indexOf(first.move)) : "move";
    const title = names.length > 1 ? [html("b", {}, text.places[place](names.length)), " "] : [];
    const row = html("tr", {},
      html("td", {}, ...title, ...names),
      html("td", {}, chip(first, entry, shortOf(first))),
      html("td", { class: "quiet" }, text.traps(first.wrong_replies, first.replies)),
      html("td", { class: "quiet" }, whyOf(rules, entry, kind), ...(kind.below.length ? [html("br"), text.below(spanOf(kind.below, "games"), spanOf(kind.below, "boards"))] : [])));
    return names.length > 1 ? row : pointing(row, first.move);
  });
  return {
    known() {
      const { game, entries } = session;
      if (game.mode !== "explore") return;
      const entry = entries[game.over ? game.at - 1 : game.at];
      const ranks = table([text.move, text.valueHead, text.trapsHead, text.why], rows(entry));
      refill(at("moves"), [game.over ? quiet(`${text.mightHave}:`) : "", ranks, entry.searching ? quiet(text.searching) : ""], "button");
    },
    unknown() { at("moves").replaceChildren(); },
  };
}

/** @param {string} words */
const quiet = (words) => html("p", { class: "quiet" }, words);

/** Reasons why moves of a kind are best, or what they give away: all of them if there is one move, else the common ones. @param {Rules} rules @param {Entry} entry @param {import("../game/kinds.js").Kind} kind */
function whyOf(rules, entry, { moves: [first, ...others], does }) {
  const grade = first.move === entry.pick ? text.pick : gradeOf(entry, first);
  const whole = reasonsIn(rules, entry, first);
  const reasons = others.length ? whole.map((reason, place) => text.does[does[place]] ?? reason) : whole;
  return reasons.length ? `${grade}: ${reasons.join(", ")}` : grade;
}

/** The least and the most of a count, or the one that all have. @param {import("../game/kinds.js").Below[]} below @param {"games" | "boards"} what */
function spanOf(below, what) {
  const counts = below.map((one) => one[what]), [least, most] = [Math.min(...counts), Math.max(...counts)];
  return [...new Set([least, most])].map((count) => count.toLocaleString(text.code)).join("–");
}
