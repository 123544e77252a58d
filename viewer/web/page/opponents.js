"use strict";
// The opponents that there are to choose from, from easy to perfect.

oxobook.opponents = (() => {
  const { html, words } = oxobook;

  const LEVELS = ["Easy", "Medium", "Hard", "Perfect", "Friend"];

  // How strong a player is with a side, by what is proved of it: it never loses, or how often it wins against random
  // moves, with both sides. Of a game that nobody has audited only the book's own players are proved.
  function levelOf({ name, never_loses: never, won_against_random: won }, side) {
    if (name === "human") return 4;
    if (never?.includes(side) || (never?.length && !won)) return 3;
    if (!won) return name === "random" ? 0 : 1;
    const share = (shareOf(won.X) + shareOf(won.O)) / 2;
    return share < 0.5 ? 0 : share < 0.85 ? 1 : 2;
  }

  function shareOf(fraction) {
    const [above, below] = fraction.split("/").map(Number);
    return above / below;
  }

  // A button for each level, and a radio button for each opponent of a side: the easiest first, two people last. Only
  // those of the chosen one's level are shown. onChoose takes the name.
  function opponents(switcher, root, players, chosen, side, onChoose) {
    const held = root.contains(document.activeElement);
    const all = [...[...players].reverse(), { name: "human", plays: "two people at one screen" }];
    const level = levelOf(all.find((player) => player.name === chosen), side);
    const levels = LEVELS.map((_, number) => all.filter((player) => levelOf(player, side) === number));
    switcher.replaceChildren(...levels.flatMap((those, number) => {
      if (!those.length) return [];
      const button = html("button", { type: "button", "aria-pressed": String(number === level) }, LEVELS[number]);
      button.addEventListener("click", () => number === level || onChoose(those.at(number === 3 ? -1 : 0).name));
      return [button];
    }));
    root.replaceChildren(...all.map((player) => {
      const name = player.name === "human" ? "A friend" : words.capital(player.name);
      const badge = badgeOf(player);
      const input = html("input", { type: "radio", name: "opponent", value: player.name });
      input.checked = player.name === chosen;
      input.addEventListener("change", () => onChoose(player.name));
      const known = html("span", { class: "row spread" }, html("span", {}, html("b", {}, name), ...chance(player, side)), ...(badge ? [html("span", { class: `value ${badge.value}` }, badge.text)] : []));
      const label = html("label", { class: "opponent" }, input, html("span", { class: "face", "aria-hidden": "true" }, name[0]), html("span", { class: "about" }, known, html("span", { class: "quiet" }, player.plays)));
      label.hidden = !levels[level].includes(player);
      return label;
    }));
    const checked = root.querySelector("input:checked");
    root.scrollTop = checked.closest("label").offsetTop - root.offsetTop;
    if (held) checked.focus();
  }

  // How often a player wins with a side against random moves, where that is known: nodes.
  function chance({ won_against_random: won }, side) {
    if (!won) return [];
    const share = Math.round(100 * shareOf(won[side]));
    return [" ", html("span", { class: "quiet", title: `As ${side} it wins ${share} % of all games against random moves: proved` }, `beats random ${share}\u00a0%`)];
  }

  // What has been proved of a player, in a few words.
  function badgeOf({ never_loses: never }) {
    if (!never?.length) return null;
    if (never.length === 2) return { value: "win", text: "never loses: proved" };
    return { value: "draw", text: `never loses as ${never[0]}: proved` };
  }

  return opponents;
})();
