"use strict";
// What is said beside the board: the sentence, the moves ranked, the game with its assessment.

oxobook.panels = (() => {
  const { html, words } = oxobook;
  const sideWord = (side) => html("span", { class: `${side.toLowerCase()}-word` }, side);
  const valueWord = (value, text) => html("span", { class: `${value}-word` }, text);

  // The headline, as an array of nodes: to a player "You won.", to an explorer what the position is worth.
  function headline(entry, game, shown) {
    const { own } = game;
    if (entry.over) {
      if (!entry.winner) return ["A draw."];
      if (own) return [entry.winner === own ? "You won." : "You lost."];
      return [sideWord(entry.winner), " has won."];
    }
    if (!shown) {
      if (!own) return [sideWord(entry.to_move), " to move."];
      if (entry.to_move !== own) return [`${words.capital(game.seats[entry.to_move])}'s move.`];
      return ["You are ", sideWord(own), ". Your move."];
    }
    const winner = words.winner(entry);
    return winner ? [sideWord(winner), ` wins in ${entry.remoteness}.`] : ["A draw with best play."];
  }

  // One line under it: the rule, or why the pick is best.
  function why(entry, game, shown) {
    if (entry.over) return "";
    if (shown && entry.pick) {
      const { wrong_replies: wrong, replies } = entry.moves.find((move) => move.move === entry.pick);
      const traps = wrong ? `; ${wrong} ${wrong === 1 ? "trap" : "traps"} in ${replies} replies` : "";
      return `${entry.to_move} to move. Best: ${entry.pick}, ${entry.reasons[entry.pick].join(", ")}${traps}.`;
    }
    const played = game.at ? ` ${game.own === oxobook.rules.sideAt(game.at - 1) ? "You" : words.capital(nameOf(game, game.at - 1))} took ${game.moves[game.at - 1]}.` : "";
    return words.rule(game.rules) + played;
  }

  // At the place of a puzzle the headline and the line under it, and after a move what it was worth; else null.
  function puzzle(entries, game) {
    const entry = entries[game.puzzle];
    if (!entry || game.at < game.puzzle || game.at > game.puzzle + 1) return null;
    const name = game.at > game.puzzle && game.moves[game.puzzle];
    if (!name) {
      if (entry.value === "draw") return [[sideWord(entry.to_move), " to save the draw."], "Every move but one loses."];
      const fork = Object.values(entry.reasons).flat().join().includes("fork") && entry.remoteness === 3;
      const moves = Math.ceil(entry.remoteness / 2);
      return [[sideWord(entry.to_move), " to move and win."], `One move wins: ${fork ? "a fork" : moves > 1 ? `look ${moves} moves ahead` : "at once"}.`];
    }
    const move = entry.moves.find((one) => one.move === name);
    if (!move.safe) return [["Not that one."], `${name} ${words.worth(move)}. Undo it, and try another.`];
    return [["Right!"], `${name} ${(entry.reasons[name] || [words.worth(move)]).join(", ")}.`];
  }

  // Who made a move: a player by its name, a person by the side.
  function nameOf(game, ply) {
    const side = oxobook.rules.sideAt(ply);
    return game.seats[side] === "human" ? side : game.seats[side];
  }

  // The moves, best first; of equal ones the pick, then those after which most replies go wrong.
  function ranked(entry) {
    const share = (move) => (move.move === entry.pick ? 2 : move.replies ? move.wrong_replies / move.replies : 0);
    const place = ({ value, remoteness }) => entry.moves.findIndex((one) => one.value === value && one.remoteness === remoteness);
    return [...entry.moves].sort((one, other) => place(one) - place(other) || share(other) - share(one));
  }

  // Every legal move in that order; onPoint and onPlay take the move's name.
  function moves(root, entry, onPlay, onPoint) {
    const rows = ranked(entry).map((move) => {
      const kind = move.move === entry.pick ? "pick" : words.grade(entry, move);
      const button = html("button", { type: "button" }, move.move);
      button.addEventListener("click", () => onPlay(move.move));
      const chip = oxobook.chip(move, entry, words.short(move));
      const traps = move.replies ? `${move.wrong_replies} of ${move.replies}` : "";
      const row = html("tr", {}, html("td", {}, button), html("td", {}, chip), html("td", { class: "quiet" }, traps), html("td", { class: "quiet" }, [kind, ...(entry.reasons[move.move] || [])].join(", ").replace(",", ":")));
      for (const event of ["pointerenter", "focusin"]) row.addEventListener(event, () => onPoint(move.move));
      for (const event of ["pointerleave", "focusout"]) row.addEventListener(event, () => onPoint(null));
      return row;
    });
    const held = root.contains(document.activeElement);
    root.replaceChildren(table(["move", "value", "wrong", "why"], rows));
    if (held) root.querySelector("button")?.focus();
  }

  // The moves of the game, each a button that goes there; at the end each with its board, and what was thrown away.
  function record(root, game, slips, onJump) {
    const held = root.contains(document.activeElement);
    const boards = slips !== null && game.moves.length <= 25;
    root.classList.toggle("boards", boards);
    root.replaceChildren(...["start", ...game.moves].map((move, ply) => {
      const button = html("button", { type: "button" });
      if (boards) button.append(thumbnail(game.rules, game.moves.slice(0, ply)));
      button.append(html("span", {}, ply ? `${ply} ${move}` : move));
      if (ply === game.at) button.setAttribute("aria-current", "step");
      button.classList.toggle("later", ply > game.at);
      const slip = slips?.find((one) => one.ply === ply - 1);
      if (slip) {
        button.classList.add("slip");
        button.title = `${slip.side} ${slip.name} ${slip.grade}`;
      }
      button.addEventListener("click", () => onJump(ply));
      return html("li", {}, button);
    }));
    if (held) root.querySelector("[aria-current]").focus();
  }

  // The variations, each a button that goes to it: the ply at which it parts from the game, and its moves from there.
  function variations(root, game, onTake) {
    const lines = game.others.map((moves) => {
      const ply = game.partingFrom(moves);
      const line = moves.slice(ply, ply + 6).join(" ") + (moves.length > ply + 6 ? " …" : "");
      const button = html("button", { type: "button", class: "step" }, `${ply + 1} ${line}`);
      button.addEventListener("click", () => onTake(moves, ply + 1));
      return button;
    });
    root.replaceChildren(...(lines.length ? ["Other lines:", ...lines.flatMap((one) => [" ", one])] : []));
  }

  // A small board after some moves.
  function thumbnail(rules, moves) {
    const { rows, columns } = rules;
    const picture = oxobook.svg("svg", { viewBox: `0 0 ${columns} ${rows}`, class: "thumbnail", "aria-hidden": "true" });
    const grid = [];
    for (let column = 1; column < columns && !rules.gravity; column += 1) grid.push(`M${column} 0V${rows}`);
    for (let row = 1; row < rows && !rules.gravity; row += 1) grid.push(`M0 ${row}H${columns}`);
    for (let cell = 0; cell < rules.cells && rules.gravity; cell += 1) grid.push(`M${(cell % columns) + 0.12} ${Math.floor(cell / columns) + 0.5}a.38 .38 0 1 0 .76 0a.38 .38 0 1 0 -.76 0`);
    picture.append(oxobook.svg("path", { d: grid.join(""), class: "grid" }));
    oxobook.rules.boardAfter(rules, moves).forEach((stone, cell) => {
      const [x, y] = [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
      if (stone === "X") picture.append(oxobook.svg("path", { class: "x", d: `M${x - 0.24} ${y - 0.24}l.48 .48m0 -.48l-.48 .48` }));
      if (stone === "O") picture.append(oxobook.svg("circle", { class: "o", cx: x, cy: y, r: 0.26 }));
    });
    return picture;
  }

  // Each move of a finished game beside the book: entries are the book's answers by ply.
  function assessment(root, game, entries) {
    if (!entries) {
      root.replaceChildren();
      return;
    }
    const counts = { X: { best: 0, safe: 0, mistake: 0 }, O: { best: 0, safe: 0, mistake: 0 } };
    const rows = game.moves.map((name, ply) => {
      const entry = entries[ply];
      const move = entry.moves.find((one) => one.move === name);
      counts[entry.to_move][move.best ? "best" : move.safe ? "safe" : "mistake"] += 1;
      const better = move.best ? "" : `${entry.best.join(" ")} ${words.worth(entry.moves[0])}`;
      return html("tr", {}, html("td", {}, String(ply + 1)), html("td", {}, sideWord(entry.to_move), ` ${name}`), html("td", { class: move.safe ? "" : "loss-word" }, words.grade(entry, move)), html("td", {}, valueWord(move.value, words.worth(move))), html("td", {}, better));
    });
    const sums = ["X", "O"].map((side) => `${side}: ${counts[side].best} best, ${counts[side].safe} safe, ${counts[side].mistake} ${counts[side].mistake === 1 ? "mistake" : "mistakes"}`);
    root.replaceChildren(html("h3", {}, "Assessment"), html("p", { class: "quiet" }, `${sums.join(". ")}.`), table(["ply", "move", "", "value", "better"], rows));
  }

  function table(headings, rows) {
    const head = html("tr", {}, ...headings.map((text) => (text ? html("th", { scope: "col" }, text) : html("td"))));
    return html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
  }

  return { assessment, headline, moves, puzzle, ranked, record, thumbnail, variations, why };
})();
