/** The opponents to choose from, from easy to perfect. */

import { at, button, html } from "../draw/elements.js";
import { other } from "../game/rules.js";
import { levelOf, shareOf } from "../game/strength.js";
import { text } from "../words/text.js";

/** @typedef {import("../answers/answer.js").Player} Player */
/** @typedef {import("../game/rules.js").Side} Side */

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function opponents({ session, actions }) {
  const own = () => session.game.own ?? session.settings.side;
  const choose = (/** @type {string} */ name) => actions.against(name, own());
  at("swap").addEventListener("click", () => actions.against(session.settings.opponent, other(own())));
  let says = "";
  return {
    changed() {
      const { game, players } = session;
      const chosen = Object.values(game.seats).find((name) => name !== "human") ?? "human";
      const now = [game.rules.text, chosen, own(), players.length].join();
      if (now !== says) offer(players, chosen, other(own()), choose);
      says = now;
    },
  };
}

/**
 * A button for each level, and a radio button for each opponent of a side: the easiest first, two people last. Only those
 * of the chosen one's level are shown.
 * @param {Player[]} players @param {string} chosen @param {Side} side @param {(name: string) => void} onChoose
 */
function offer(players, chosen, side, onChoose) {
  const [switcher, root] = [at("levels"), at("players")];
  const held = root.contains(document.activeElement);
  /** @type {Player[]} */
  const all = [...players.toReversed(), { name: "human", plays: text.friendPlays, never_loses: null, won_against_random: null }];
  const chosenOne = all.find((player) => player.name === chosen);
  const level = chosenOne ? levelOf(chosenOne, side) : 4;
  const levels = text.levels.map((_, number) => all.filter((player) => levelOf(player, side) === number));
  switcher.replaceChildren(...levels.flatMap((those, number) => {
    const first = those.at(number === 3 ? -1 : 0);
    return first ? [button({ "aria-pressed": String(number === level) }, () => number === level || onChoose(first.name), text.levels[number])] : [];
  }));
  root.replaceChildren(...all.map((player) => {
    const label = card(player, side, player.name === chosen, onChoose);
    label.hidden = !levels[level].includes(player);
    return label;
  }));
  const checked = root.querySelector("input:checked");
  root.scrollTop = checked.closest("label").offsetTop - root.offsetTop;
  if (held) checked.focus();
}

/** @param {Player} player @param {Side} side @param {boolean} chosen @param {(name: string) => void} onChoose */
function card(player, side, chosen, onChoose) {
  const name = text.player(player.name);
  const input = /** @type {HTMLInputElement} */ (html("input", { type: "radio", name: "opponent", value: player.name }));
  input.checked = chosen;
  input.addEventListener("change", () => onChoose(player.name));
  const known = html("span", { class: "row spread" }, html("span", {}, html("b", {}, name), ...chance(player, side)), ...badge(player));
  const about = html("span", { class: "about" }, known, html("span", { class: "quiet" }, text.plays[player.name] ?? player.plays));
  return html("label", { class: "opponent" }, input, html("span", { class: "face", "aria-hidden": "true" }, name[0]), about);
}

/** How often a player wins with a side against random moves, where that is known. @param {Player} player @param {Side} side */
function chance({ won_against_random: won }, side) {
  if (!won) return [];
  const share = Math.round(100 * shareOf(won[side]));
  return [" ", html("span", { class: "quiet", title: text.beatsProved(side, share) }, text.beatsRandom(share))];
}

/** What has been proved of a player, in a few words. @param {Player} player */
function badge({ never_loses: never }) {
  if (!never?.length) return [];
  const both = never.length === 2;
  return [html("span", { class: `value ${both ? "win" : "draw"}` }, both ? text.neverLoses : text.neverLosesAs(never[0]))];
}
