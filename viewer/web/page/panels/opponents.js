/** The opponent across the board, and the ladder of all of them: beat one to meet the next. */

import { at, button, html } from "../draw/elements.js";
import { face } from "../draw/faces.js";
import { beatenIn, rungsOf, unbeatable } from "../game/ladder.js";
import { other } from "../game/rules.js";
import { sideName } from "../words/say.js";
import { text } from "../words/text.js";

/** @import { Session } from "../game/session.js" */
/** @import { Side } from "../game/rules.js" */

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function opponents({ session, actions }) {
  const own = () => session.game.own ?? session.settings.side;
  let says = "";

  /** The radio button of an opponent, a face. @param {string} name @param {string} chosen @param {string[]} beaten @param {boolean} met */
  function rung(name, chosen, beaten, met) {
    const input = /** @type {HTMLInputElement} */ (html("input", { type: "radio", name: "opponent", value: name }));
    input.checked = name === chosen;
    input.addEventListener("change", () => actions.against(name, own()));
    const done = beaten.includes(name);
    const label = html("span", {}, ...(done ? [html("span", { "aria-hidden": "true" }, "✓ "), html("span", { class: "hidden" }, `${text.beaten}: `)] : []), text.player(name));
    return html("label", { class: `rung${met ? "" : " far"}` }, input, face(name, done ? "sad" : undefined), label);
  }

  function fill() {
    const { game, players } = session;
    const chosen = Object.values(game.seats).find((name) => name !== "human") ?? "human";
    const beaten = beatenIn(game.rules.text);
    const now = [game.rules.text, chosen, own(), players.length, beaten, game.over].join();
    if (now === says) return;
    says = now;
    const held = at("ladder").contains(document.activeElement);
    const rungs = rungsOf(players), rest = players.map((player) => player.name).filter((name) => !rungs.includes(name));
    const reached = rungs.findIndex((name) => !beaten.includes(name));
    at("opponent").replaceChildren(...card(session, chosen, own(), () => actions.against(session.settings.opponent, other(own()))));
    at("rungs").replaceChildren(...[...rungs, "human"].map((name, place) => rung(name, chosen, beaten, name === "human" || reached < 0 || place <= reached || name === chosen)));
    at("more-rungs").replaceChildren(...rest.map((name) => rung(name, chosen, beaten, true)));
    at("more-opponents").hidden = !rest.length;
    if (rest.includes(chosen)) at("more-opponents").open = true;
    if (held) at("ladder").querySelector("input:checked")?.focus();
  }

  return { changed: fill, known: fill };
}

/** The opponent: the face, how it plays, and how to beat it. @param {Session} session @param {string} chosen @param {Side} own @param {() => void} swap */
function card({ game, players }, chosen, own, swap) {
  const { owner } = game.rules;
  const tip = owner ? "" : unbeatable(players, chosen, other(own)) ? text.holdTip : game.rules.text === "3x3x3" ? text.tips[chosen] ?? "" : "";
  const plays = (owner && chosen !== "human" ? "" : text.plays[chosen]) || players.find((player) => player.name === chosen)?.plays || "";
  const name = html("span", {}, html("b", {}, text.player(chosen)), ...(chosen === "human" ? [] : [" ", html("span", { class: "quiet" }, text.playsSide(sideName(game.rules.text, other(own))))]));
  const about = html("div", { class: "about" }, name, html("span", {}, plays), html("span", { class: "quiet" }, tip));
  const begins = chosen === "human" || owner ? [] : [button({ id: "swap", class: "link" }, swap, own === "X" ? text.letBegin(text.player(chosen)) : text.beginYourself)];
  return [face(chosen), about, ...begins];
}
