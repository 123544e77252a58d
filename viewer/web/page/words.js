"use strict";
// The page's words: what a game, a move, a slip and a result are called, in one place.

oxobook.words = (() => {
  const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
  const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
  const count = (number) => COUNTS[number] ?? String(number);
  const ordinal = (number) => ORDINALS[number] ?? `${number}th`;
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  // What a value is to the other side.
  const turned = { win: "loss", draw: "draw", loss: "win" };
  const other = (side) => (side === "X" ? "O" : "X");
  const plies = (number) => `${number} ${number === 1 ? "ply" : "plies"}`;

  // A move's worth on a chip.
  const short = (move) => (move.value === "draw" ? "draw" : `${move.value} ${move.remoteness}`);

  // "Tic-tac-toe", or what makes a line.
  function title({ rows, columns, k, misere, gravity, kind }) {
    const plain = rows === 3 && columns === 3 && k === 3 && !gravity && !kind;
    if (plain) return misere ? "Misère" : "Tic-tac-toe";
    if (rows === 6 && columns === 7 && k === 4 && gravity && !misere && !kind) return "Connect Four";
    return kind ? capital(kind) : `${capital(count(k))} in a row`;
  }

  const size = ({ rows, columns, layers }) => (layers > 1 ? `${rows}×${rows}×${layers}` : `${rows}×${columns}`);

  // "Tic-tac-toe · 3×3", with what is special about the game.
  function name(rules) {
    const special = [rules.misere && title(rules) !== "Misère" && "misère", rules.gravity && "stones fall"].filter(Boolean);
    return [`${title(rules)} · ${size(rules)}`, ...special].join(", ");
  }

  // The rule in a sentence.
  function rule({ k, misere, gravity }) {
    const line = `${capital(count(k))} in a row ${misere ? "loses" : "wins"}`;
    return gravity ? `${line}; stones fall to the lowest free place.` : `${line}.`;
  }

  // What a perfect game comes to.
  const result = (book) => (book.winner ? `${book.winner} wins in ${book.remoteness}` : "a draw");

  // A move's worth to the mover.
  const worth = (move) => (move.value === "draw" ? "draws" : `${move.value === "win" ? "wins" : "loses"} in ${move.remoteness}`);

  // What a move did to what its mover had: entry is the position before it.
  function grade(entry, move) {
    if (move.best) return "best";
    if (move.safe) return { win: "wins later", loss: "loses sooner", draw: "best" }[entry.value];
    if (entry.value === "draw") return "throws the draw away";
    return move.value === "draw" ? "gives the win away" : "turns a win into a loss";
  }

  // The same of a slip in a game that is over.
  const gave = ({ had, value }) => (had === "draw" ? "threw the draw away" : value === "draw" ? "gave the win away" : "turned a win into a loss");

  // Who wins a position, or null: entry's value is its side's to move.
  function winner(entry) {
    if (entry.over) return entry.winner;
    return entry.value === "draw" ? null : entry.value === "win" ? entry.to_move : other(entry.to_move);
  }

  // The position in a sentence, as it is read out; without values only whose turn it is.
  function exact(entry, shown) {
    if (entry.over) return entry.winner ? `${entry.winner} has won.` : "The game is drawn.";
    if (!shown) return `${entry.to_move} to move.`;
    const end = entry.value === "draw" ? ", the board is full in " : " in ";
    return `${entry.to_move} to move: ${entry.value}${end}${plies(entry.remoteness)}.`;
  }

  const listed = (names, word = "and") => (names.length > 1 ? `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}` : names.join(""));

  return { capital, count, exact, gave, grade, listed, name, ordinal, other, result, rule, short, size, title, turned, winner, worth };
})();
