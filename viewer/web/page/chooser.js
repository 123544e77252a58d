"use strict";
// What there is to choose from: the games as cards, and the opponents from easy to perfect.

oxobook.chooser = (() => {
  const { html, words } = oxobook;

  // A card for each book; onChoose takes the rules' text.
  function games(root, books, chosen, onChoose) {
    root.replaceChildren(...books.map((rules) => {
      const { value, winner } = rules;
      const special = [rules.gravity && "stones fall", rules.misere && "whoever completes a line loses"].filter(Boolean);
      const line = words.capital([`${words.count(rules.k)} in a row`, ...special].join(", "));
      const card = html("button", { type: "button", class: "card", "data-rules": rules.text, "aria-pressed": String(rules.text === chosen) },
        oxobook.panels.thumbnail(rules, []),
        html("span", { class: "about" }, html("b", {}, words.title(rules)), html("span", { class: "quiet" }, `${words.size(rules)}. ${line}.`), html("span", { class: `value ${winner ? "win" : value}` }, words.result(rules))));
      card.addEventListener("click", () => onChoose(rules.text));
      return card;
    }));
  }

  // A radio button for each opponent of a side, the easiest first, and one for two people; onChoose takes the name.
  function opponents(root, players, chosen, side, onChoose) {
    const held = root.contains(document.activeElement);
    const all = [...[...players].reverse(), { name: "human", plays: "two people at one screen" }];
    root.replaceChildren(...all.map((player) => {
      const name = player.name === "human" ? "A friend" : words.capital(player.name);
      const badge = badgeOf(player);
      const input = html("input", { type: "radio", name: "opponent", value: player.name });
      input.checked = player.name === chosen;
      input.addEventListener("change", () => onChoose(player.name));
      return html("label", { class: "opponent" }, input, html("span", { class: "face", "aria-hidden": "true" }, name[0]), html("span", { class: "about" }, html("span", {}, html("b", {}, name), ...chance(player, side)), html("span", { class: "quiet" }, player.plays)), ...(badge ? [html("span", { class: `value ${badge.value}` }, badge.text)] : []));
    }));
    if (held) root.querySelector("input:checked")?.focus();
  }

  // How often a player wins with a side against random moves, where that is known: nodes.
  function chance({ won_against_random: won }, side) {
    if (!won) return [];
    const [above, below] = won[side].split("/").map(Number);
    const share = Math.round((100 * above) / below);
    return [" ", html("span", { class: "quiet", title: `As ${side} it wins ${share} % of all games against random moves: proved` }, `beats random ${share}\u00a0%`)];
  }

  // What has been proved of a player, in a few words.
  function badgeOf({ never_loses: never }) {
    if (!never) return null;
    if (never.length === 2) return { value: "win", text: "never loses: proved" };
    if (never.length) return { value: "draw", text: `never loses as ${never[0]}: proved` };
    return { value: "loss", text: "can be beaten" };
  }

  return { games, opponents };
})();
