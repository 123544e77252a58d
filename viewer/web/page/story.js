"use strict";
// The story of a finished game: who gave what away and when, and how a series against a player stands.

oxobook.story = (() => {
  const { words } = oxobook;

  // The moves that gave something away: each with its ply, side, name, grade and what would have kept it.
  function slips(game, entries) {
    return game.moves.flatMap((name, ply) => {
      const entry = entries[ply];
      const move = entry.moves.find((one) => one.move === name);
      if (move.safe) return [];
      return [{ ply, side: entry.to_move, name, grade: words.grade(entry, move), kept: entry.moves.filter((one) => one.safe).map((one) => one.move), value: move.value, had: entry.value }];
    });
  }

  // "You were winning until your third move: a2 lost, a1 kept the win." for the slip that decided; then the others. A
  // game that was drawn twice was not drawn until the second slip, only before it.
  function sentence(game, entries) {
    const made = slips(game, entries);
    if (!made.length) return entries.at(-1).winner ? "Nobody gave anything away: the game was won from the start." : "Nobody gave anything away: with best play it is a draw.";
    const last = made.at(-1);
    const who = (side) => (game.own === side ? "you" : game.own ? words.capital(game.seats[side]) : side);
    const whose = (side) => (game.own === side ? "your" : `${who(side)}'s`);
    const turn = words.ordinal(Math.floor(last.ply / 2) + 1);
    const state = last.had === "draw" ? "The game was drawn" : game.own === last.side ? "You were winning" : `${who(last.side)} was winning`;
    const did = last.value === "loss" ? "lost" : "let it go to a draw";
    const kept = last.kept.length > 4 ? `${last.kept.length} other moves` : words.listed(last.kept, "or");
    const held = last.had === "draw" ? "held the draw" : "kept the win";
    const before = made.slice(0, -1).map((one) => `${who(one.side)} ${words.gave(one)} with ${one.name}`);
    const since = before.length && last.had === "draw" ? "before" : "until";
    const first = `${state} ${since} ${whose(last.side)} ${turn} move: ${last.name} ${did}, ${kept} ${held}.`;
    return before.length ? `${first} Before that, ${words.listed(before)}.` : first;
  }

  const KEPT = "oxobook series";

  function all() {
    try { return JSON.parse(localStorage.getItem(KEPT) || "{}"); } catch { return {}; }
  }

  const keyOf = (game) => `${game.rules.text} ${game.seats[words.other(game.own)]}`;

  // Count a game that has just been played to its end against a player.
  function count(game, entries) {
    if (!game.own) return;
    const series = all();
    const one = (series[keyOf(game)] ||= { won: 0, drawn: 0, lost: 0, moves: 0, kept: 0 });
    const { winner } = entries.at(-1);
    one[winner ? (winner === game.own ? "won" : "lost") : "drawn"] += 1;
    const own = game.moves.filter((_, ply) => oxobook.rules.sideAt(ply) === game.own).length;
    one.moves += own;
    one.kept += own - slips(game, entries).filter((slip) => slip.side === game.own).length;
    try { localStorage.setItem(KEPT, JSON.stringify(series)); } catch { /* private windows keep nothing */ }
  }

  // How the series against this player stands, in a sentence; at the end of a game with what one kept in it.
  function series(game) {
    const one = game.own ? all()[keyOf(game)] : null;
    if (!one) return "";
    const stands = `Against ${words.capital(game.seats[words.other(game.own)])}: ${one.won} won, ${one.drawn} drawn, ${one.lost} lost.`;
    if (!game.over) return stands;
    const share = Math.round((100 * one.kept) / one.moves);
    return `${stands} Accuracy ${share}\u00a0%: ${one.kept} of ${one.moves} moves kept what you had.`;
  }

  return { count, sentence, series, slips };
})();
