/**
 * The moves ranked, those of one kind in one row; after the end, what might have been played last.
 */

import { at, button, html, quiet, refill, table } from "../draw/elements.ts";
import { chip } from "../draw/pieces.ts";
import { kindsOf } from "../game/kinds.ts";
import { gradeOf, hasPlaces, placeOf, reasonsIn, shortOf, sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Below, Kind } from "../game/kinds.ts";
import type { Page } from "../page.ts";

export function moves(page: Page): Panel {
  const { session, actions } = page;
  function pointing(element: HTMLElement, move: string) {
    const pointed = [session.game.rules.moves.indexOf(move)];
    for (const event of ["pointerenter", "focusin"]) {
      element.addEventListener(event, () => page.point(pointed));
    }
    for (const event of ["pointerleave", "focusout"]) {
      element.addEventListener(event, () => page.point([]));
    }
    return element;
  }
  function play(move: string) {
    const { game } = session;
    if (game.over) actions.go([...game.shown.slice(0, -1), move]);
    else actions.play(game.rules.moves.indexOf(move));
  }
  const rows = (entry: Entry) =>
    kindsOf(session.game.rules, entry).map((kind) => {
      const { rules } = session.game, [first] = kind.moves;
      const names = kind.moves.map(({ move }) =>
        pointing(button({}, () => play(move), move), move)
      );
      const place = hasPlaces(rules) ? placeOf(rules.names.indexOf(first.move)) : "move";
      const row = html(
        "tr",
        {},
        html(
          "td",
          {},
          names.length > 1 && html("b", {}, text.places[place](names.length)),
          ...names,
        ),
        html("td", {}, chip(first, entry, shortOf(first))),
        html("td", { class: "quiet" }, text.traps(first.wrong_replies, first.replies)),
        html(
          "td",
          { class: "quiet" },
          whyOf(rules, entry, kind),
          kind.below.length > 0 && html("div", {}, belowIn(rules, kind.below)),
        ),
      );
      return names.length > 1 ? row : pointing(row, first.move);
    });
  return {
    known() {
      const { game, entries } = session;
      if (game.mode !== "explore") return;
      const entry = entries[game.over ? game.at - 1 : game.at];
      const ranks = table([text.move, text.valueHead, text.trapsHead, text.why], rows(entry));
      refill(at("moves"), [
        game.over && quiet(`${text.mightHave}:`),
        ranks,
        entry.searching && quiet(text.searching),
      ], "button");
    },
    unknown() {
      at("moves").replaceChildren();
    },
    pointed(them) {
      const names = them.map((move) => session.game.rules.moves[move]);
      for (const one of at("moves").querySelectorAll("button")) {
        one.classList.toggle("pointed", names.includes(one.textContent));
      }
    },
  };
}

/**
 * Reasons why moves of a kind are best, or what they give away: all of them if there is one move,
 * else the common ones.
 */
function whyOf(rules: Rules, entry: Entry, { moves: [first, ...others], does }: Kind) {
  const grade = first.move === entry.pick ? text.pick : gradeOf(entry, first);
  const whole = reasonsIn(rules, entry, first);
  const reasons = others.length
    ? whole.map((reason, place) => text.does[does[place]] ?? reason)
    : whole;
  return reasons.length ? `${grade}: ${reasons.join(", ")}` : grade;
}

/** The games that may follow moves of a kind, by result, and the boards. */
function belowIn(rules: Rules, below: Below[]) {
  const [x, draw, o] = (["X", "draw", "O"] as const).map((result) =>
    spanOf(below.map(({ games }) => games[result]))
  );
  const [first, second] = (["X", "O"] as const).map((side) => sideName(rules.text, side));
  return text.below(
    [[first, x], ["", draw], [second, o]],
    spanOf(below.map(({ boards }) => boards)),
  );
}

/** The least and the most of some counts, or the one that all have. */
function spanOf(counts: number[]) {
  return [...new Set([Math.min(...counts), Math.max(...counts)])].map((count) =>
    count.toLocaleString(text.code)
  ).join("–");
}
