/** How strong players are, by what is proved of them. */

/** @typedef {import("../answers/answer.js").Player} Player */
/** @typedef {import("./rules.js").Side} Side */

/**
 * The level of a player with a side, from 0 to 3: it never loses, or how often it wins against random moves, with both
 * sides; 4 for a person. Of a game that nobody has audited only the book's own players are proved.
 * @param {Player} player @param {Side} side
 */
export function levelOf({ name, never_loses: never, won_against_random: won }, side) {
  if (name === "human") return 4;
  if (never?.includes(side) || (never?.length && !won)) return 3;
  if (!won) return name === "random" ? 0 : 1;
  const share = (shareOf(won.X) + shareOf(won.O)) / 2;
  return share < 0.5 ? 0 : share < 0.85 ? 1 : 2;
}

/** @param {string} fraction */
export function shareOf(fraction) {
  const [above, below] = fraction.split("/").map(Number);
  return above / below;
}
