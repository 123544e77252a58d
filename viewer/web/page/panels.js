"use strict";
// What is said beside the board: the verdict, the moves ranked, the game with its assessment.

oxobook.panels = (() => {
  const { html } = oxobook;
  const sideWord = (side) => html("span", { class: `${side.toLowerCase()}-word` }, side);
  const valueWord = (value, words) => html("span", { class: `${value}-word` }, words);
  const plies = (count) => `${count} ${count === 1 ? "ply" : "plies"}`;

  // The position in one sentence; without hints only whose turn it is.
  function verdict(root, entry, hints) {
    if (entry.over) {
      root.replaceChildren(...(entry.winner ? [sideWord(entry.winner), " has won."] : ["The game is ", valueWord("draw", "drawn"), "."]));
      return;
    }
    if (!hints) {
      root.replaceChildren(sideWord(entry.to_move), " to move.");
      return;
    }
    const end = entry.value === "draw" ? ", the board is full in " : " in ";
    root.replaceChildren(sideWord(entry.to_move), " to move: ", valueWord(entry.value, entry.value), `${end}${plies(entry.remoteness)}.`);
  }

  // Why the pick is best.
  function why(root, entry, hints) {
    root.textContent = hints && entry.pick ? `${entry.pick}: ${entry.reasons[entry.pick].join(", ")}.` : "";
  }

  // Every legal move, best first; onPoint and onPlay take the move's name.
  function moves(root, entry, onPlay, onPoint) {
    const rows = entry.moves.map((move) => {
      const kind = move.move === entry.pick ? "pick" : move.best ? "best" : move.safe ? "safe" : "mistake";
      const button = html("button", { type: "button" }, move.move);
      button.addEventListener("click", () => onPlay(move.move));
      const row = html("tr", {}, html("td", {}, button), html("td", {}, valueWord(move.value, oxobook.worth(move))), html("td", { class: "quiet" }, [kind, ...(entry.reasons[move.move] || [])].join(", ").replace(",", ":")));
      for (const event of ["pointerenter", "focusin"]) row.addEventListener(event, () => onPoint(move.move));
      for (const event of ["pointerleave", "focusout"]) row.addEventListener(event, () => onPoint(null));
      return row;
    });
    const held = root.contains(document.activeElement);
    root.replaceChildren(table(["move", "value", "why"], rows));
    if (held) root.querySelector("button").focus();
  }

  // The moves of the game, each a button that jumps there.
  function record(root, game, onJump) {
    const held = root.contains(document.activeElement);
    root.replaceChildren(...["start", ...game.moves].map((move, ply) => {
      const button = html("button", { type: "button" }, ply ? `${ply} ${move}` : move);
      if (ply === game.at) button.setAttribute("aria-current", "step");
      if (ply > game.at) button.className = "later";
      button.addEventListener("click", () => onJump(ply));
      return html("li", {}, button);
    }));
    if (held) root.querySelector("[aria-current]").focus();
  }

  // Each move of a finished game beside the book: entries are the book's answers by ply.
  function assessment(root, game, entries) {
    if (!game.over || game.at !== game.moves.length) {
      root.replaceChildren();
      return;
    }
    const counts = { X: { best: 0, safe: 0, mistake: 0 }, O: { best: 0, safe: 0, mistake: 0 } };
    const rows = game.moves.map((name, ply) => {
      const entry = entries[ply];
      const move = entry.moves.find((one) => one.move === name);
      const kind = move.best ? "best" : move.safe ? "safe" : "mistake";
      counts[entry.to_move][kind] += 1;
      const better = move.best ? "" : `${entry.best.join(" ")} ${oxobook.worth(entry.moves[0])}`;
      return html("tr", {}, html("td", {}, String(ply + 1)), html("td", {}, sideWord(entry.to_move), ` ${name}`), html("td", { class: kind === "mistake" ? "loss-word" : "" }, kind), html("td", {}, valueWord(move.value, oxobook.worth(move))), html("td", {}, better));
    });
    const sums = ["X", "O"].map((side) => `${side}: ${counts[side].best} best, ${counts[side].safe} safe, ${counts[side].mistake} ${counts[side].mistake === 1 ? "mistake" : "mistakes"}`);
    root.replaceChildren(html("h2", {}, "Assessment"), html("p", { class: "quiet" }, `${sums.join(". ")}.`), table(["ply", "move", "", "value", "better"], rows));
  }

  function table(headings, rows) {
    const head = html("tr", {}, ...headings.map((text) => (text ? html("th", { scope: "col" }, text) : html("td"))));
    return html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
  }

  return { verdict, why, moves, record, assessment };
})();
