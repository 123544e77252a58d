/**
 * All that the page says, in English. Another language is another file with the same names. `n` is a number, `move` and
 * `cell` are coordinates; moves are counted as players count them, each side's own.
 */

/** @import { Slip } from "../game/story.js" */
/** Somebody in a story: the reader, or a name. @typedef {{ own: boolean, name: string }} Who */
/** @typedef {{ won: number, drawn: number, lost: number, moves: number, kept: number }} Series */

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const count = (/** @type {number} */ n) => COUNTS[n] ?? String(n);
const capital = (/** @type {string} */ words) => words[0].toUpperCase() + words.slice(1);
const moves = (/** @type {number} */ n) => (n === 1 ? "1 move" : `${n} moves`);
/** @type {(names: string[], link?: string) => string} */
const listed = (names, link = "and") => (names.length > 1 ? `${names.slice(0, -1).join(", ")} ${link} ${names.at(-1)}` : names.join(""));
const gave = (/** @type {Slip} */ { had, value }) => (had === "draw" ? "threw the draw away" : value === "draw" ? "gave the win away" : "turned a win into a loss");

export const en = {
  code: "en",

  // the page's frame
  showValues: "Show what every move is worth", hideValues: "Hide what moves are worth",
  hintButton: "Hint", whyButton: "Show me why", meet: (/** @type {string} */ name) => `Meet ${name}`, again: "Play again", playAgain: (/** @type {string} */ name) => `Play ${name} again`, tryAgain: "Try again", tryMove: "Try that move again",
  goOn: "Continue from here", letMove: (/** @type {string} */ name) => `Let ${name} move`,
  copied: "Copied", cannotCopy: "Cannot copy here",

  // games
  connectFour: "Connect Four", ticTacToe: "Tic-tac-toe", misere: "Misère", misereToo: "misère", falling: "stones fall",
  inARow: (/** @type {number} */ n) => `${capital(count(n))} in a row`,
  aLine: (/** @type {number} */ k, /** @type {string} */ shape) => (shape || `${count(k)} in a row`),
  rule: (/** @type {string} */ line, /** @type {boolean} */ misere) => `${capital(line)} ${misere ? "loses" : "wins"}.`,
  aDraw: "a draw", winsIn: (/** @type {string} */ side, /** @type {number} */ n) => `${side} wins in ${n}`,

  // the sentence
  place: { corner: "a corner", edge: "an edge", centre: "the centre" }, thisPlace: { corner: "this corner", edge: "this edge", centre: "the centre" },
  another: /** @type {Record<string, string>} */ ({ "a corner": "another corner", "an edge": "another edge" }),
  youAre: "You are ", yourMove: "Your move.",
  theirMove: (/** @type {string} */ name) => `${name}'s move.`,
  toMove: " to move.",
  drawBest: "A draw with best play.",
  winsInHead: (/** @type {number} */ n) => ` wins in ${n}.`,
  wonBy: " has won.", youBeat: (/** @type {string} */ name) => `You beat ${name}!`, youLost: (/** @type {string} */ name) => `${name} wins this time.`, held: (/** @type {string} */ name) => `You held ${name}!`, drawn: "A draw.",
  took: (/** @type {string | null} */ name, /** @type {string} */ move) => `${name ?? "You"} took ${move}.`,
  take: (/** @type {string} */ place, /** @type {string} */ why) => `Take ${place}. ${why}`,
  hint: {
    wins: "It completes your line.", blocks: "It blocks their line.", forks: "It makes two threats.", threatens: "It makes a threat.", stops: "It stops their fork.", avoids: "It completes no line.", forces: "It leaves only bad moves.",
    "wins in": "It leads to a win.", holds: "It holds the draw.", alone: "All others would lose.", "all draw": "It sets the most traps.", lasts: "It holds out longest.", "all lose": "It holds out longest.", only: "It is the only move.", equal: "Every move is equally good.",
  },
  hintWhy: {
    win: (/** @type {number} */ n) => (n === 1 ? "Take it, and you have won." : `Follow the numbers: you win in ${moves(n)}, whatever they do.`),
    draw: () => "Follow the numbers: with best play it is a draw.",
    loss: () => "Follow the numbers: they win if they see it. Make it hard for them.",
  },
  best: (/** @type {string} */ side, /** @type {string} */ move, /** @type {string} */ why, /** @type {number} */ traps, /** @type {number} */ replies) => `${side} to move. Best: ${move}. It ${why}.${traps ? ` ${traps} ${traps === 1 ? "trap" : "traps"} in ${replies} replies.` : ""}`,
  waiting: "Waiting for the server …", opening: "Opening the book …", tryingAgain: "Trying again …",
  exactOver: (/** @type {string | null} */ winner) => (winner ? `${winner} has won.` : "The game is drawn."),
  exact: (/** @type {string} */ side, /** @type {string} */ value, /** @type {number} */ n) => `${side} to move${{ win: ` and wins in ${moves(n)}`, draw: ": a draw", loss: ` and loses in ${moves(n)}` }[value] ?? ""}.`,
  player: (/** @type {string} */ name) => ({ human: "A friend", perfect: "The Book" })[name] ?? capital(name),

  // values and reasons
  value: { win: "win", draw: "draw", loss: "loss" },
  short: (/** @type {string} */ value, /** @type {number} */ n) => (n && value !== "draw" ? `${value} ${n}` : value),
  worth: (/** @type {string} */ value, /** @type {number} */ n) => ({ win: n ? `wins in ${n}` : "wins", draw: "draws", loss: `loses in ${n}` })[value] ?? "",
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
    "wins in": (/** @type {string[]} */ _cells, /** @type {number} */ n) => (n ? `wins in ${moves(n)}` : "wins"),
    holds: () => "holds the draw",
    "all draw": () => "draws, as every move does",
    lasts: () => "lasts longest",
    "all lose": () => "loses, as every move does",
    only: () => "is the only move",
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
  showPerfect: "Show perfect play", perfectFrom: "Perfect play:", linkToCell: "Copy link to this move", perfectAfter: (/** @type {string} */ move) => `Perfect play after ${move}:`,
  playUpTo: "Play the line up to here",
  start: "start",

  // the end
  line: {
    rows: ["in the top row", "in the middle row", "in the bottom row"], columns: ["in the left column", "in the middle column", "in the right column"], aDiagonal: "on a diagonal",
    row: (/** @type {string} */ row) => `in row ${row}`, column: (/** @type {string} */ column) => `in column ${column}`, diagonal: (/** @type {string} */ from, /** @type {string} */ to) => `on the diagonal from ${from} to ${to}`,
    other: (/** @type {string[]} */ cells) => `in a line: ${listed(cells)}`,
  },
  made: (/** @type {number} */ k, /** @type {string[]} */ lines, /** @type {boolean} */ misere) => `${capital(count(k))} ${listed(lines)}${misere ? ", which loses" : ""}.`,
  noMistakesWon: "No mistakes: the game was won from the start.",
  noMistakesDrawn: "No mistakes: with best play it is a draw.",
  until: "until", before: "before",
  decided: (/** @type {Who} */ who, /** @type {Slip} */ slip, /** @type {number} */ n, /** @type {string} */ since) => {
    const state = slip.had === "draw" ? "The game was drawn" : who.own ? "You were winning" : `${who.name} was winning`;
    const kept = slip.kept.length > 4 ? `${slip.kept.length} other moves` : listed(slip.kept, "or");
    const whose = who.own ? "your" : slip.had === "win" ? "their" : `${who.name}'s`;
    return `${state} ${since} ${whose} ${ORDINALS[n] ?? `${n}th`} move: ${slip.name} ${slip.value === "loss" ? "lost" : "let it go to a draw"}, ${kept} ${slip.had === "draw" ? "held the draw" : "kept the win"}.`;
  },
  gaveAway: (/** @type {Who} */ who, /** @type {Slip} */ slip) => `${who.own ? "you" : who.name} ${gave(slip)} with ${slip.name}`,
  beforeThat: (/** @type {string[]} */ earlier) => ` Before that, ${listed(earlier)}.`,

  // troubles
  noBook: "There is no book here yet: make one with oxobook generate, and load the page again.",
  noBookChoose: (/** @type {string} */ rules) => `There is no book of ${rules} here: choose another game.`,
  bookOpening: (/** @type {string} */ rules) => `The book of ${rules} is still being opened.`,
  linkMoveWrong: (/** @type {number} */ n, /** @type {string} */ move) => `The link's move ${n}, ${move}, cannot be played: the game is shown up to it.`,
  serverAway: "The server does not answer.", serverBroke: "The server's answer broke off.", searching: "Searching: this takes some seconds …",
  unreadable: (/** @type {string} */ file) => `The file ${file} cannot be read.`,
  noLegalGame: (/** @type {string} */ board) => `No legal game reaches ${board}.`,
};

/** Texts of Play. */
export const enPlay = {
  // opponents
  playsSide: (/** @type {string} */ side) => `plays ${side}`, letBegin: (/** @type {string} */ name) => `Let ${name} begin`, beginYourself: "Begin yourself", beaten: "beaten",
  plays: /** @type {Record<string, string>} */ ({
    human: "Two people at one screen.", random: "Goes anywhere.", levi: "Always takes a win, always blocks.", keypad: "Wins, blocks, then likes the centre and corners.",
    expert: "Makes forks and stops yours.", perfect: "Knows every game by heart.", pick: "Plays best, and sets the most traps.", defender: "Wins, blocks, and stops your forks.",
    centre: "Takes the centre, wins, blocks.", notebook: "Blocks first, even when it could win.", ralph: "Wins, blocks, and likes where lines meet.",
  }),
  tips: /** @type {Record<string, string>} */ ({ random: "Make two threats at once, and you win.", levi: "You can beat him with a fork.", keypad: "Begin, and take two opposite corners." }),
  holdTip: "Nobody beats this one. Can you hold a draw?",

  series: (/** @type {string} */ name, /** @type {Series} */ { won, drawn, lost }) => `Against ${name}: ${won} won, ${drawn} drawn, ${lost} lost.`,
  accuracy: (/** @type {Series} */ { kept, moves: made }) => `${kept} of ${made} moves were right.`,

  // puzzles
  puzzleNext: "Next puzzle", puzzleOf: (/** @type {number} */ n, /** @type {number} */ all) => `Today: ${n} of ${all}.`, daysInARow: (/** @type {number} */ n) => `${n} days in a row.`, allSolved: "All of today's puzzles are solved.",
  task: { block: " to move: block.", fork: " to move: find the fork.", stop: " to move: stop the fork.", ahead: (/** @type {number} */ n) => ` to move: win in ${n}.`, win: " to move: win.", only: " to move: save the draw." },
  lesson: { block: "The other side is about to win. Where?", fork: "One move makes two threats at once.", stop: "The other side wants two threats at once. Only one move prevents it.", ahead: "First a threat, then two: only one move wins.", win: "Only one move wins.", only: "Every move but one loses." },
  notThat: "Not that one.", butWhy: (/** @type {string} */ worth) => `It ${worth}.`,
  right: "Right!", rightBecause: (/** @type {string} */ why) => `It ${why}.`,
};

/** Texts of index.html, which has them in English already. */
export const enFrame = {
  // the page's frame
  play: "Play", explore: "Explore", mode: "Mode", board: "Board",
  undo: "Undo", redo: "Redo", newGame: "New game", puzzles: "Puzzles", soFar: "The game so far", edit: "Edit or copy",
  ladder: "Beat one to meet the next", others: "More opponents", game: "Choose a game",
  keys: "Keys: arrows and Enter on the board, or digits; elsewhere arrows walk in the game; u undo, r redo, h values, e edit.",
  fromBook: "Every value comes from a solved book.",
  whoPlays: "Who plays", movesBest: "Moves, best first",
  beside: "Beside the board", movesView: "Moves", graphView: "Graph",
  drawnStrategy: "Strategy, drawn", picture: "Picture: arrows move it, plus and minus zoom, 0 shows all of it", look: "Look", zoomIn: "Zoom in", zoomOut: "Zoom out", all: "All", here: "Here", fullScreen: "Full screen",
};

/** Texts of Explore. */
export const enExplore = {
  // exploring
  places: /** @type {Record<string, (n: number) => string>} */ ({ corner: (n) => `${n} corners`, edge: (n) => `${n} edges`, centre: () => "centre", move: (n) => `${n} moves` }),
  does: /** @type {Record<string, string>} */ ({ forks: "make two threats", threatens: "threaten a line", stops: "stop a fork", blocks: "block a line", "all draw": "every move draws", holds: "hold the draw", lasts: "last longest", "all lose": "every move loses", wins: "win at once", "wins in": "win soonest" }),
  below: (/** @type {string} */ games, /** @type {string} */ boards) => (games === "1" ? "" : `${games} games, ${boards} positions`),
  you: "you", move: "move", valueHead: "value", trapsHead: "traps", why: "why",
  graded: (/** @type {string} */ move, /** @type {string} */ grade, /** @type {string[]} */ best) => `${move} ${grade}. Best: ${best.join(", ")}.`,
  marks: /** @type {Record<string, string>} */ ({ "!": "the only move", "?": "gives the win away", "??": "loses" }),
  chartKey: (/** @type {string} */ up, /** @type {string} */ down) => `Up: ${up} wins; down: ${down} wins. The longer, the sooner.`, mapOf: (/** @type {string} */ side) => `${side}'s map`,
  lines: "Lines and comments", counts: "Counts by move", mightHave: "What else might have been played",
  drawing: "Drawing …", noPicture: (/** @type {string} */ why) => `The picture cannot be shown now. ${why}`,
};

/** What is said of boards and conventions that are not plain. */
export const enKinds = {
  kinds: /** @type {Record<string, string>} */ ({ torus: "Torus", cylinder: "Cylinder", cube: "Cube", cube39: "3D tic-tac-toe", cube416: "Qubic", hex: "Hexagons" }),
  edges: /** @type {Record<string, string>} */ ({ torus: "All edges meet.", cylinder: "Left and right meet.", cube: "Lines run in any direction of space.", hex: "Lines run in three directions." }),
  conventions: /** @type {Record<string, string>} */ ({ maker: "Maker and Breaker", wild: "Wild", notakto: "Notakto", order: "Order and Chaos" }),
  sides: /** @type {Record<string, Record<string, string>>} */ ({ wild: { X: "Player 1", O: "Player 2" }, notakto: { X: "Player 1", O: "Player 2" }, order: { X: "Order", O: "Chaos" } }),
  rulesOf: /** @type {Record<string, (line: string, misere: boolean) => string>} */ ({
    maker: (line, misere) => `X ${misere ? "loses" : "wins"} by ${line}; O ${misere ? "loses" : "wins"} by preventing it.`,
    wild: (line, misere) => `Set X or O, as you like. ${capital(line)} of either ${misere ? "loses" : "wins"}.`,
    notakto: (line, misere) => `Both set X. Whoever makes ${line} ${misere ? "wins" : "loses"}.`,
    order: (line, misere) => `Set X or O, as you like. ${misere ? "Chaos" : "Order"} wins by ${line} of either, ${misere ? "Order" : "Chaos"} by a full board without.`,
  }),
  ownTitle: (/** @type {string} */ rules) => capital(rules.replace(/(-misere|-gravity)+$/, "").replaceAll("-", " ")),
  shape: /** @type {(kind: string) => string} */ ((kind) => (kind === "own" ? "one of the board's lines" : "the shape, turned as you like,")),
  setSign: "You set", onCell: (/** @type {string} */ sign, /** @type {string} */ cell) => `${cell} with ${sign}`,
};

/** What is said of certificates. */
export const enProofs = {
  claim: (/** @type {string} */ side, /** @type {boolean} */ wins) => `Proved: ${side} ${wins ? "wins" : "never loses"}.`,
  leftProof: "The game has left what is proved.",
};

/** What the chooser says. */
export const enGames = {
  noBookMake: (/** @type {string} */ rules) => `There is no book of ${rules} here; oxobook generate ${rules} makes one.`,
  ownGame: "Your own", rowsLabel: "Rows", columnsLabel: "Columns", lineLabel: "In a line", gravityLabel: "Stones fall", misereLabel: "A line loses", open: "Open",
  tryIt: (/** @type {string} */ side, /** @type {boolean} */ wins) => `${side} ${wins ? "wins" : "never loses"}. Try.`,
  solveIt: "Solve it", solving: (/** @type {string} */ rules) => `Solving ${rules} …`, notHere: "Not on this site",
  leftOut: /** @type {Record<string, (positions: string) => string>} */ ({
    rows: (positions) => `not on this site. Its ${positions} positions are too many to load at once, and they are not in blocks.`,
    gravity: () => "not on this site. A large book with falling stones cannot be read piece by piece.",
    search: () => "not on this site. It was written without the search below the first moves.",
  }),
};

/** What is said of lines, and the counts. */
export const enLines = {
  comment: "Comment on this move", linesName: "A name keeps the lines on this device", linesKept: "Kept lines …", mainLine: "Make it the main line", saveFile: "Save as a file", removeMove: "Delete from this move on",
  countsHead: (/** @type {string} */ x, /** @type {string} */ o) => ["move", "positions", `${x} wins`, "draw", `${o} wins`, "games end"], noCounts: "No counts are known of this book.",
};

/** Texts of pictures, of the panel for a class and of the editor. */
export const enMore = {
  // pictures
  graph: "Graph", nodeHere: "here", nodeBack: "back", more: (/** @type {number} */ n) => `${n} more`,
  nodeWon: (/** @type {string} */ side) => `${side} won`, nodeDrawn: "drawn",
  endWon: (/** @type {string} */ side) => `: ${side} has won`, endDrawn: ": drawn",
  mayFollow: "What may follow",
  graphCaption: (/** @type {string} */ follows, /** @type {string} */ side) => `${follows}, the best first. Colour and words: what it is worth to ${side}.`,
  leftStrategy: (/** @type {string} */ side) => `The game has left ${side}'s strategy. `,
  mapCaption: (/** @type {string} */ sign, /** @type {string} */ side, /** @type {string} */ other) => `The coloured ${sign} is ${side}'s move: find ${other}'s reply, look inside that cell.`,

  // puzzles, and for a class
  noPuzzle: "No position of this game makes a puzzle.",
  forClass: "For your class", close: "Close", onProjector: "On the projector", toPrint: "To print", paperSize: "Paper", projectGame: "This game", projectQuestions: "Questions",
  neverLoses: (/** @type {string} */ side) => `How ${side} never loses`,
  papers: { kit: "All papers in one", plans: "Lesson plans", worksheet: "Worksheet", sheets: "Cheat sheets", posters: "Posters", menace: "MENACE, a machine of boxes" },
  whereTo: (/** @type {string} */ side) => `Where should ${side} go?`, always: "At every move.", anyOf: /** @type {(n: number) => string} */ ((n) => (n > 1 ? "Each of these cells will do." : "")),
  othersFail: { win: "Every other move gives the win away.", draw: "Every other move loses.", loss: "" },
  guess: "Think first, then point.", reveal: "reveal", back: "back", next: "next", leave: "leave", slideOf: (/** @type {number} */ n, /** @type {number} */ all) => `${n} of ${all}`, projector: "Projector",

  // settings and the editor
  settings: "Settings", copyLink: "Copy link", done: "Done",
  colours: "Colours", classic: "classic", colorblind: "colour-blind safe", light: "Light", auto: "as the system", lightOn: "light", dark: "dark",
  language: "Language", digits: "Digits on 3×3", keypad: "as on a keypad: 7 8 9 on top", reading: "in reading order: 1 2 3 on top", sounds: "Sounds", off: "off", on: "on, quiet",
  setup: "Set up a position", exploreIt: "Explore it", clear: "Clear", setupHelp: "A click sets X, then O, then nothing; so do the keys x, o and Delete, and arrows move.",
  setupText: "Or type or paste moves, a board, a link, or lines", copyMoves: "Copy moves", copyBoard: "Copy board", copyPicture: "Copy as picture", savePicture: "Save as SVG", openFile: "Open a file",
  isOver: "The game is over", sideToMove: (/** @type {string} */ side) => `${side} to move`,
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
};

/** Texts on the hosts of large books. */
export const enRanges = {
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

/** @typedef {typeof en & typeof enPlay & typeof enFrame & typeof enExplore & typeof enGames & typeof enKinds & typeof enProofs & typeof enLines & typeof enMore & typeof enRanges} Text */
