/**
 * All that the page says, in English. Another language is another file with the same names. `n` is a number, `move` and
 * `cell` are coordinates; moves are counted as players count them, each side's own.
 */

/** @typedef {import("../game/story.js").Slip} Slip */
/** Somebody in a story: the reader, or a name. @typedef {{ own: boolean, name: string }} Who */
/** @typedef {{ won: number, drawn: number, lost: number, moves: number, kept: number }} Series */

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const count = (/** @type {number} */ n) => COUNTS[n] ?? String(n);
const capital = (/** @type {string} */ words) => words[0].toUpperCase() + words.slice(1);
const moves = (/** @type {number} */ n) => (n === 1 ? "1 move" : `${n} moves`);
/** @type {(names: string[], link?: string) => string} */
const listed = (names, link = "and") => (names.length > 1 ? `${names.slice(0, -1).join(", ")} ${link} ${names.at(-1)}` : names.join(""));
const whose = (/** @type {Who} */ who) => (who.own ? "your" : `${who.name}'s`);
const gave = (/** @type {Slip} */ { had, value }) => (had === "draw" ? "threw the draw away" : value === "draw" ? "gave the win away" : "turned a win into a loss");

export const en = {
  code: "en",

  // the page's frame
  play: "Play", explore: "Explore", mode: "Mode", settings: "Settings", board: "Board", close: "Close", done: "Done",
  undo: "Undo", redo: "Redo", newGame: "New game", showValues: "Show values", hideValues: "Hide values",
  goOn: "Continue from here", letMove: (/** @type {string} */ name) => `Let ${name} move`,
  keys: "Keys: arrows and Enter on the board, or digits; u undo, r redo, h values, e edit.",
  fromBook: "Every value comes from a solved book.",
  whoPlays: "Who plays", you: "you",
  copied: "Copied", cannotCopy: "Cannot copy here",

  // games
  game: "Choose a game", ownGame: "Your own:", open: "Open", ownHelp: "Rows, columns and stones in a line; add -gravity if stones fall, -misere if a line loses.",
  connectFour: "Connect Four", ticTacToe: "Tic-tac-toe", misere: "Misère", misereToo: "misère", falling: "stones fall",
  inARow: (/** @type {number} */ n) => `${capital(count(n))} in a row`,
  kinds: /** @type {Record<string, string>} */ ({ torus: "Torus", cylinder: "Cylinder", cube: "Cube" }),
  edges: /** @type {Record<string, string>} */ ({ torus: "all edges meet", cylinder: "left and right meet", cube: "in any direction of space" }),
  lineLoses: "whoever completes a line loses",
  rule: (/** @type {number} */ k, /** @type {boolean} */ misere, /** @type {boolean} */ gravity) => `${capital(count(k))} in a row ${misere ? "loses" : "wins"}${gravity ? "; stones fall to the lowest free place" : ""}.`,
  aDraw: "a draw", winsIn: (/** @type {string} */ side, /** @type {number} */ n) => `${side} wins in ${n}`,

  // the sentence
  yourMove: (/** @type {string} */ side) => ["You are ", side, ". Your move."],
  theirMove: (/** @type {string} */ name) => `${name}'s move.`,
  toMove: " to move.",
  drawBest: "A draw with best play.",
  winsInHead: (/** @type {number} */ n) => ` wins in ${n}.`,
  wonBy: " has won.", youWon: "You won.", youLost: "You lost.", drawn: "A draw.",
  took: (/** @type {string | null} */ name, /** @type {string} */ move) => `${name ?? "You"} took ${move}.`,
  best: (/** @type {string} */ side, /** @type {string} */ move, /** @type {string} */ why, /** @type {number} */ traps, /** @type {number} */ replies) => `${side} to move. Best: ${move}. It ${why}.${traps ? ` ${traps} ${traps === 1 ? "trap" : "traps"} in ${replies} replies.` : ""}`,
  waiting: "Waiting for the server …", opening: "Opening the book …", again: "Trying again …",
  exactOver: (/** @type {string | null} */ winner) => (winner ? `${winner} has won.` : "The game is drawn."),
  exact: (/** @type {string} */ side, /** @type {string} */ value, /** @type {number} */ n) => `${side} to move${{ win: ` and wins in ${moves(n)}`, draw: ": a draw", loss: ` and loses in ${moves(n)}` }[value] ?? ""}.`,
  player: (/** @type {string} */ name) => (name === "human" ? "A friend" : capital(name)),

  // values and reasons
  value: { win: "win", draw: "draw", loss: "loss" },
  short: (/** @type {string} */ value, /** @type {number} */ n) => (value === "draw" ? value : `${value} ${n}`),
  worth: (/** @type {string} */ value, /** @type {number} */ n) => ({ win: `wins in ${n}`, draw: "draws", loss: `loses in ${n}` })[value] ?? "",
  traps: (/** @type {number} */ n, /** @type {number} */ replies) => (n ? `${n} of ${replies}` : ""),
  trapsShort: (/** @type {number} */ n) => (n === 1 ? "1 trap" : `${n} traps`),
  reason: {
    wins: () => "wins at once",
    blocks: (/** @type {string[]} */ _cells, /** @type {number} */ _n, /** @type {string} */ other) => `blocks ${other}'s line`,
    forks: (/** @type {string[]} */ cells) => `forks: threatens ${listed(cells)}`,
    threatens: (/** @type {string[]} */ cells) => `threatens ${listed(cells)}`,
    stops: (/** @type {string[]} */ cells, /** @type {number} */ _n, /** @type {string} */ other) => `stops ${other}'s fork at ${listed(cells, "or")}`,
    avoids: () => "completes no line",
    forces: (/** @type {string[]} */ _cells, /** @type {number} */ _n, /** @type {string} */ other) => `leaves ${other} only moves that complete a line`,
    "wins in": (/** @type {string[]} */ _cells, /** @type {number} */ n) => `wins in ${moves(n)}`,
    holds: () => "holds the draw",
    "all draw": () => "draws, as every move does",
    lasts: () => "lasts longest",
    "all lose": () => "loses, as every move does",
  },
  because: (/** @type {string[]} */ reasons) => listed(reasons),
  grade: { best: "best", later: "wins later", sooner: "loses sooner", drawAway: "throws the draw away", winAway: "gives the win away", winLost: "turns a win into a loss" },
  pick: "best",
  cell: {
    stone: (/** @type {string} */ cell, /** @type {string} */ side, /** @type {boolean} */ inLine) => `${cell}, ${side}${inLine ? ", in a line" : ""}`,
    closed: (/** @type {string} */ cell) => `${cell}, cannot be played`,
    falls: (/** @type {string} */ cell, /** @type {string} */ to) => `${cell}, a stone falls to ${to}`,
    worth: (/** @type {string} */ cell, /** @type {string} */ worth, /** @type {boolean} */ best) => `${cell}, ${worth}${best ? ", best" : ""}`,
    free: (/** @type {string} */ cell) => `${cell}, free`,
  },
  boardOf: (/** @type {number} */ rows, /** @type {number} */ columns) => `Board of ${rows} rows and ${columns} columns`,

  // the moves and the game
  move: "move", valueHead: "value", trapsHead: "traps", why: "why", movesBest: "Moves, best first",
  beside: "Beside the board", movesView: "Moves", graphView: "Graph", mapX: "X's map", mapO: "O's map",
  showPerfect: "Show perfect play", perfectAfter: (/** @type {string} */ move) => `Perfect play after ${move}:`,
  pointAt: "Point at a move to see perfect play after it.", playUpTo: "Play the line up to here",
  soFar: "The game so far", edit: "Edit or paste", copyLink: "Copy link", start: "start", otherLines: "Other lines:",
  historyKey: "Left: X wins; right: O wins; middle: a draw. The nearer to the edge, the sooner.",
  historyEdges: { X: "X wins", draw: "draw", O: "O wins" },
  historyDraw: "a draw", historyWon: (/** @type {string} */ side) => `${side} has won`,
  historyAfter: (/** @type {number} */ n, /** @type {string} */ words) => (n ? `after move ${n}: ${words}` : `at the start: ${words}`),
  assessment: "Assessment", better: "better",
  sums: (/** @type {string} */ side, /** @type {{ best: number, safe: number, mistake: number }} */ { best, safe, mistake }) => `${side}: ${best} best, ${safe} safe, ${mistake} ${mistake === 1 ? "mistake" : "mistakes"}`,

  // the end
  afterGame: "After the game", rematch: "Rematch", rematchAs: (/** @type {string} */ side) => `Rematch, you are ${side}`, retry: (/** @type {number} */ n) => `Retry from move ${n}`,
  noMistakesWon: "No mistakes: the game was won from the start.",
  noMistakesDrawn: "No mistakes: with best play it is a draw.",
  until: "until", before: "before",
  decided: (/** @type {Who} */ who, /** @type {Slip} */ slip, /** @type {number} */ n, /** @type {string} */ since) => {
    const state = slip.had === "draw" ? "The game was drawn" : who.own ? "You were winning" : `${who.name} was winning`;
    const kept = slip.kept.length > 4 ? `${slip.kept.length} other moves` : listed(slip.kept, "or");
    return `${state} ${since} ${whose(who)} ${ORDINALS[n] ?? `${n}th`} move: ${slip.name} ${slip.value === "loss" ? "lost" : "let it go to a draw"}, ${kept} ${slip.had === "draw" ? "held the draw" : "kept the win"}.`;
  },
  gaveAway: (/** @type {Who} */ who, /** @type {Slip} */ slip) => `${who.own ? "you" : who.name} ${gave(slip)} with ${slip.name}`,
  beforeThat: (/** @type {string[]} */ earlier) => ` Before that, ${listed(earlier)}.`,
  series: (/** @type {string} */ name, /** @type {Series} */ { won, drawn, lost }) => `Against ${name}: ${won} won, ${drawn} drawn, ${lost} lost.`,
  accuracy: (/** @type {Series} */ { kept, moves: made }) => `${kept} of ${made} moves were right.`,

  // opponents
  against: "Against", swap: "Swap sides", howStrong: "How strong", levels: ["Easy", "Medium", "Hard", "Perfect", "Friend"],
  friendPlays: "two people at one screen",
  plays: /** @type {Record<string, string>} */ ({}),
  beatsRandom: (/** @type {number} */ share) => `beats random ${share}\u00a0%`,
  beatsProved: (/** @type {string} */ side, /** @type {number} */ share) => `As ${side} it wins ${share} % of all games against random moves: proved`,
  neverLoses: "never loses: proved", neverLosesAs: (/** @type {string} */ side) => `never loses as ${side}: proved`,

  // puzzles
  puzzleToday: "Today's puzzle", puzzleNext: "Next puzzle", noPuzzle: "No position of this game makes a puzzle.",
  saveDraw: " to save the draw.", allButOneLose: "Every move but one loses.",
  moveAndWin: " to move and win.",
  oneWins: (/** @type {boolean} */ fork, /** @type {number} */ n) => `One move wins: ${fork ? "a fork" : n > 1 ? `look ${n} moves ahead` : "at once"}.`,
  notThat: "Not that one.", undoAndTry: (/** @type {string} */ move, /** @type {string} */ worth) => `${move} ${worth}. Undo it, and try another.`,
  right: "Right!", rightBecause: (/** @type {string} */ move, /** @type {string} */ why) => `${move} ${why}.`,

  // pictures
  drawnStrategy: "Strategy, drawn", picture: "Picture: arrows move it, plus and minus zoom, 0 shows all of it", look: "Look", zoomIn: "Zoom in", zoomOut: "Zoom out", all: "All", here: "Here", fullScreen: "Full screen",
  drawing: "Drawing …", noPicture: (/** @type {string} */ why) => `The picture cannot be shown now. ${why}`,
  graph: "Graph", mapOf: (/** @type {string} */ side) => `${side}'s map`, nodeHere: "here", nodeBack: "back", more: (/** @type {number} */ n) => `${n} more`,
  nodeToMove: (/** @type {string} */ side, /** @type {string} */ value, /** @type {number} */ n) => `${side} to move, ${value === "draw" ? value : `${value} in ${n}`}`,
  nodeWon: (/** @type {string} */ side) => `${side} won`, nodeDrawn: "drawn",
  endWon: (/** @type {string} */ side) => `: ${side} has won`, endDrawn: ": drawn",
  mayFollow: "What may follow", mightHave: "What else might have been played",
  graphCaption: (/** @type {string} */ follows) => `${follows}, the best first. Colour and words: what a position is worth to the side to move.`,
  leftStrategy: (/** @type {string} */ side) => `The game has left ${side}'s strategy. `,
  mapCaption: (/** @type {string} */ side, /** @type {string} */ other) => `The coloured ${side} is ${side}'s move: find ${other}'s reply, look inside that cell.`,

  // settings and the editor
  colours: "Colours", classic: "classic", colorblind: "colour-blind safe", light: "Light", auto: "as the system", lightOn: "light", dark: "dark",
  language: "Language", digits: "Digits on 3×3", keypad: "as on a keypad: 7 8 9 on top", reading: "in reading order: 1 2 3 on top", sounds: "Sounds", off: "off", on: "on, quiet",
  setup: "Set up a position", exploreIt: "Explore it", clear: "Clear", setupHelp: "A click sets X, then O, then nothing; so do the keys x, o and Delete, and arrows move.",
  setupText: "Or type or paste moves, a board, or a link", copyMoves: "Copy moves", copyBoard: "Copy board", isOver: "The game is over", sideToMove: (/** @type {string} */ side) => `${side} to move`,
  wrongCounts: (/** @type {string} */ board, /** @type {number} */ x, /** @type {number} */ o) => `X must have as many stones as O, or one more; ${board} has ${x} X and ${o} O${o === x + 1 ? ": X moves first here; if O began, write X for O and O for X" : ""}`,
  bothHaveLines: (/** @type {string} */ board) => `X and O both have a line in ${board}; a game ends with the first line`,
  movedAfterLine: (/** @type {string} */ board, /** @type {string} */ last, /** @type {string} */ before) => `${last} moved after ${before} had a line in ${board}; take that stone back`,
  linesApart: (/** @type {string} */ board, /** @type {string} */ last) => `${last} has lines in ${board} that no single stone completes; play ends with the first line`,
  floats: (/** @type {string} */ board, /** @type {string} */ cell) => `the stone at ${cell} floats in ${board}; under gravity the cells below it are filled first`,
  noOrder: (/** @type {string} */ board) => `no order of play, X and O in turn, drops the stones into place in ${board}; check the colours`,
  unreadableGame: (/** @type {string} */ typed) => `Expected moves such as a3 b2 c1, a board such as X../.O./..., or a link; got ${typed}.`,
  wrongCells: (/** @type {string} */ rules, /** @type {number} */ cells, /** @type {number} */ got) => `A board of ${rules} has ${cells} cells; this text has ${got}.`,
  moveWrong: (/** @type {number} */ n, /** @type {string} */ why) => `Move ${n} cannot be played: ${why}.`,
  noCell: (/** @type {string} */ cell) => `this board has no ${cell}`, overBefore: "the game is over before it", taken: (/** @type {string} */ cell) => `${cell} is taken`, wouldFloat: (/** @type {string} */ cell) => `a stone at ${cell} would float`,

  // troubles
  noBook: "There is no book here yet: make one with oxobook generate, and load the page again.",
  noBookChoose: (/** @type {string} */ rules) => `There is no book of ${rules} here: choose another game.`,
  noBookMake: (/** @type {string} */ rules) => `There is no book of ${rules} here; oxobook generate ${rules} makes one.`,
  bookCame: (/** @type {string} */ rules) => `There is a book of ${rules} now: ask once more`,
  bookOpening: (/** @type {string} */ rules) => `The book of ${rules} is still being opened.`,
  linkMoveWrong: (/** @type {number} */ n, /** @type {string} */ move) => `The link's move ${n}, ${move}, cannot be played: the game is shown up to it.`,
  serverAway: "The server does not answer.", serverBroke: "The server's answer broke off.", searching: "Searching: this takes some seconds …",
  unreadable: (/** @type {string} */ file) => `The file ${file} cannot be read.`,
  noLegalGame: (/** @type {string} */ board) => `No legal game reaches ${board}.`,
  needsHost: "A book as large as this one is read piece by piece from a host, which a page opened from a disk cannot do: put the site on a host, or start oxobook serve.",
  needsNewerBrowser: "A book as large as this one needs a newer browser, one that has DecompressionStream.",
  hostAway: "The host does not answer.", hostBroke: "The host's answer broke off.",
  hostCannotNow: (/** @type {string} */ file, /** @type {number} */ status) => `The host cannot send ${file} now: it answers with status ${status}.`,
  hostDoesNot: (/** @type {string} */ file, /** @type {number} */ status) => `The host does not send ${file}: it answers with status ${status}.`,
  hostCompresses: (/** @type {string} */ file, /** @type {string} */ how) => `This host compresses ${file} as it sends it (${how}), so no part of it can be asked for: have it send files that end in .bin as they are.`,
  hostIgnoresRanges: (/** @type {string} */ file, /** @type {number} */ size, /** @type {number} */ bytes) => `This host ignores range requests: asked for ${size.toLocaleString("en")} bytes of ${file}, it sends all ${bytes.toLocaleString("en")}. A book as large as this one needs a host that answers them.`,
  hostFileDiffers: (/** @type {string} */ file, /** @type {number} */ bytes) => `The file ${file} on this host does not have the ${bytes.toLocaleString("en")} bytes that it should have: copy the site there again.`,
  hostOtherRange: (/** @type {string} */ file) => `This host answers a request for a range of ${file} with another range: a book as large as this one needs a host that answers them.`,
  fileDamaged: (/** @type {string} */ file) => `${file} is damaged on this host: copy the site there again.`,
  filesDamaged: (/** @type {string} */ rules) => `The files of ${rules} on this host are damaged: copy the site there again.`,
  filesApart: (/** @type {string} */ folder) => `The files of ${folder} on this host do not belong together: copy the site there again.`,
  otherVersion: (/** @type {string} */ file) => `${file} is of another version than this page: write the site again.`,
};

/** @typedef {typeof en} Text */
