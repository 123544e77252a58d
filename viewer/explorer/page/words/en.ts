/**
 * All that the page says, in English. `n` is a number, `move` and `cell` are coordinates; moves are
 * each side's own.
 */

/** Somebody in a story: the reader, or a name. */
type Who = { own: boolean; name: string };

const COUNTS = "no one two three four five six seven eight nine ten".split(" ");
const count = (n: number) => COUNTS[n] ?? String(n);
const capital = (words: string) => words[0].toUpperCase() + words.slice(1);
const moves = (n: number) => (n === 1 ? "1 move" : `${n} moves`);
const listed = (
  names: string[],
  link = "and",
) => (names.length > 1
  ? `${names.slice(0, -1).join(", ")} ${link} ${names.at(-1)}`
  : names.join(""));
const you = ({ own, name }: Who) => own ? "You" : name;

export const en = {
  code: "en",

  // the page's frame
  showValues: "Show what every move is worth",
  hideValues: "Hide what moves are worth",
  hintButton: "Hint",
  whyButton: "Show me why",
  meet: (name: string) => `Meet ${name}`,
  again: "Play again",
  playAgain: (name: string) => `Play ${name} again`,
  tryMove: "Try that move again",
  goOn: "Continue from here",
  letMove: (name: string) => `Let ${name} move`,
  copied: "Copied",
  cannotCopy: "Cannot copy here",
  close: "Close",

  // games
  connectFour: "Connect Four",
  ticTacToe: "Tic-tac-toe",
  misere: "Misère",
  misereToo: "misère",
  falling: "stones fall",
  inARow: (n: number) => `${capital(count(n))} in a row`,
  aLine: (k: number, shape: string) => (shape || `${count(k)} in a row`),
  rule: (line: string, misere: boolean) => `${capital(line)} ${misere ? "loses" : "wins"}.`,
  aDraw: "a draw",
  winsIn: (side: string, n: number) => `${side} wins in ${n}`,

  // the sentence
  place: { corner: "a corner", edge: "an edge", centre: "the centre" },
  thisPlace: { corner: "this corner", edge: "this edge", centre: "the centre" },
  cells: [
    "the top left corner",
    "the top edge",
    "the top right corner",
    "the left edge",
    "the centre",
    "the right edge",
    "the bottom left corner",
    "the bottom edge",
    "the bottom right corner",
  ],
  another: { "a corner": "another corner", "an edge": "another edge" } as Record<string, string>,
  youAre: "You are ",
  yourMove: "Your move.",
  theirMove: (name: string) => `${name}'s move.`,
  toMove: " to move.",
  drawBest: "A draw with best play.",
  winsInHead: (n: number) => ` wins in ${n}.`,
  wonBy: " has won.",
  youBeat: (name: string) => `You beat ${name}!`,
  youLost: (name: string) => `${name} wins this time.`,
  held: (name: string) => `You held ${name}!`,
  drawn: "A draw.",
  took: (name: string | null, move: string) => `${name ?? "You"} took ${move}.`,
  take: (place: string, why: string) => `Take ${place}. ${why}`,
  hint: {
    wins: "It wins at once.",
    blocks: "It blocks their line.",
    forks: "It makes two threats.",
    threatens: "It makes a threat.",
    stops: "It stops their fork.",
    avoids: "It completes no line.",
    forces: "It leaves only bad moves.",
    "wins in": "It leads to a win.",
    holds: "It holds the draw.",
    alone: "All others would lose.",
    "all draw": "It sets the most traps.",
    lasts: "It holds out longest.",
    "all lose": "It holds out longest.",
    only: "It is the only move.",
    equal: "Every move is equally good.",
  },
  hintWhy: {
    win: (n: number) =>
      n === 1 ? "Take it, and you have won." : `If they answer like this, you win in ${moves(n)}.`,
    draw: () => "If they answer like this, it is a draw.",
    loss: () => "If they answer like this, they win. Make it hard for them.",
  },
  best: (side: string, move: string, why: string, traps: number, replies: number) =>
    `${side} to move. Best: ${move}. It ${why}.${
      traps ? ` ${traps} ${traps === 1 ? "trap" : "traps"} in ${replies} replies.` : ""
    }`,
  waiting: "Waiting for the answer …",
  opening: "Opening the book …",
  tryingAgain: "Trying again …",
  exactOver: (winner: string | null) => (winner ? `${winner} has won.` : "The game is drawn."),
  exact: (side: string, value: string, n: number) =>
    `${side} to move${
      {
        win: ` and wins in ${moves(n)}`,
        draw: ": a draw",
        loss: ` and loses in ${moves(n)}`,
      }[value] ?? ""
    }.`,
  player: (name: string) =>
    ({ human: "A friend", perfect: "The Book", proof: "The Proof", search: "Searcher" })[name] ??
      capital(name),

  // values and reasons
  value: { win: "win", draw: "draw", loss: "loss" },
  short: (value: string, n: number) => (n && value !== "draw" ? `${value} ${n}` : value),
  worth: (value: string, n: number) =>
    ({ win: n ? `wins in ${n}` : "wins", draw: "draws", loss: `loses in ${n}` })[value] ?? "",
  traps: (n: number, replies: number) => (n ? `${n} of ${replies}` : ""),
  trapsShort: (n: number) => (n === 1 ? "1 trap" : `${n} traps`),
  reason: {
    wins: () => "wins at once",
    blocks: (_cells: string[], _n: number, other: string) => `blocks ${other}'s line`,
    forks: (cells: string[]) => `forks: threatens ${listed(cells)}`,
    threatens: (cells: string[]) => `threatens ${listed(cells)}`,
    stops: (cells: string[], _n: number, other: string) =>
      `stops ${other}'s fork at ${listed(cells, "or")}`,
    avoids: () => "completes no line",
    forces: (_cells: string[], _n: number, other: string) =>
      `leaves ${other} only moves that complete a line`,
    "wins in": (_cells: string[], n: number) => (n ? `wins in ${moves(n)}` : "wins"),
    holds: () => "holds the draw",
    "all draw": () => "draws, as every move does",
    lasts: () => "lasts longest",
    "all lose": () => "loses, as every move does",
    only: () => "is the only move",
  },
  because: (reasons: string[]) => listed(reasons),
  grade: {
    best: "best",
    later: "wins later",
    sooner: "loses sooner",
    drawAway: "turns a draw into a loss",
    winAway: "turns a win into a draw",
    winLost: "turns a win into a loss",
  },
  pick: "best",
  cell: {
    stone: (cell: string, side: string, inLine: boolean) =>
      `${cell}, ${side}${inLine ? ", in a line" : ""}`,
    closed: (cell: string) => `${cell}, cannot be played`,
    falls: (cell: string, to: string) => `${cell}, a stone falls to ${to}`,
    worth: (cell: string, worth: string, best: boolean) =>
      `${cell}, ${worth}${best ? ", best" : ""}`,
    free: (cell: string) => `${cell}, free`,
    hint: "hint",
    numbered: (n: string) => `move ${n}`,
  },
  boardOf: (rows: number, columns: number) => `Board of ${rows} rows and ${columns} columns`,

  // the moves and the game
  showPerfect: "Show perfect play",
  perfectFrom: "Perfect play:",
  linkToCell: "Copy link to this move",
  perfectAfter: (move: string) => `Perfect play after ${move}:`,
  playUpTo: "Play the line up to here",
  start: "start",

  // the end
  line: {
    rows: ["in the top row", "in the middle row", "in the bottom row"],
    columns: ["in the left column", "in the middle column", "in the right column"],
    aDiagonal: "on a diagonal",
    row: (row: string) => `in row ${row}`,
    column: (column: string) => `in column ${column}`,
    diagonal: (from: string, to: string) => `on the diagonal from ${from} to ${to}`,
    other: (cells: string[]) => `in a line: ${listed(cells)}`,
  },
  made: (k: number, lines: string[], misere: boolean) =>
    `${capital(count(k))} ${listed(lines)}${misere ? ", which loses" : ""}.`,
  noMistakesWon: "No mistakes: the game was won from the start.",
  noMistakesDrawn: "No mistakes: with best play it is a draw.",
  couldWin: (who: Who, line: string, cell: string) =>
    `${you(who)} could have won ${line}, at ${cell}.`,
  couldBlock: (who: Who, other: Who, k: number, line: string, cell: string) =>
    `${you(other)} had ${count(k)} ${line}. ${you(who)} could have blocked at ${cell}.`,
  mistake: (who: Who, { had, value }: Slip, move: string, others: string[]) =>
    `${you(who)} ${
      had === "draw" ? "lost the draw" : value === "draw" ? "let the win go" : "lost a won game"
    } with ${move}: ${
      others.length > 4 ? `${others.length} other moves` : listed(others, "or")
    } would have kept it.`,

  // troubles
  noBook: "There is no book here yet: make one with oxobook generate, and load the page again.",
  noBookChoose: (rules: string) => `There is no book of ${rules} here.`,
  bookOpening: (rules: string) => `The book of ${rules} is still being opened.`,
  linkMoveWrong: (n: number, move: string) =>
    `The link's move ${n}, ${move}, cannot be played: the game is shown up to it.`,
  serverAway: "The server does not answer.",
  serverBroke: "The server's answer broke off.",
  searching: "Searching: this takes some seconds …",
  unreadable: (file: string) => `The file ${file} cannot be read.`,
  noLegalGame: (board: string) => `No legal game reaches ${board}.`,

  // texts of Play
  // opponents
  playsSide: (side: string) => `plays ${side}`,
  letBegin: (name: string) => `Let ${name} begin`,
  beginYourself: "Begin yourself",
  friendName: "Your friend's name",
  beaten: "beaten",
  plays: {
    human: "Two people at one screen.",
    random: "Goes anywhere.",
    levi: "Always takes a win, always blocks.",
    keypad: "Wins, blocks, then likes the centre and corners.",
    expert: "Makes forks and stops yours.",
    perfect: "Knows every game by heart.",
    proof: "Plays a proved strategy, and never has to search.",
    search: "Searches for a moment, else takes many open lines.",
    pick: "Plays best, and sets the most traps.",
    defender: "Wins, blocks, and stops your forks.",
    centre: "Takes the centre, wins, blocks.",
    notebook: "Blocks first, even when it could win.",
    ralph: "Wins, blocks, and likes where lines meet.",
  } as Record<string, string>,
  tips: {
    random: "Make two threats at once, and you win.",
    levi: "You can beat him with a fork.",
    keypad: "Begin, and take two opposite corners.",
  } as Record<string, string>,
  holdTip: "Nobody beats this one. Can you hold a draw?",

  series: (name: string, { won, drawn, lost }: Series) =>
    `Against ${name}: ${won} won, ${drawn} drawn, ${lost} lost.`,
  accuracy: ({ kept, moves: made }: Series) => `${kept} of ${made} moves were right.`,

  // a card to send
  send: "Send",
  sent: (name: string, n: number) => n ? `I beat ${name} in ${n}.` : `I held ${name} to a draw.`,
  sentPuzzles: (first: number, all: number) =>
    `I solved today's puzzles, ${first} of ${all} at the first try.`,
  winsInARow: (n: number) => `${n} wins in a row.`,
  rightOf: (n: number, all: number) => `A strip of film: ${n} of ${all} right`,
  dared: (name: string, n: number) =>
    n
      ? `Your friend beat ${name} in ${n}. Can you?`
      : `Your friend held ${name} to a draw. Can you?`,
  daredPuzzles: (first: number, all: number) =>
    `Your friend solved the day's puzzles, ${first} of ${all} at the first try. Can you?`,

  // puzzles
  puzzleNext: "Next puzzle",
  puzzleOf: (n: number, all: number) => `Today: ${n} of ${all}.`,
  daysInARow: (n: number) => `${n} days in a row.`,
  allSolved: (first: number, all: number) =>
    `All of today's puzzles are solved, ${first} of ${all} at the first try.`,
  task: {
    block: " to move: block.",
    fork: " to move: find the fork.",
    stop: " to move: stop the fork.",
    ahead: (n: number) => ` to move: win in ${n}.`,
    win: " to move: win.",
    only: " to move: save the draw.",
  },
  lesson: {
    block: "The other side is about to win. Where?",
    fork: "A fork is one move that makes two threats at once.",
    stop: "The other side wants two threats at once. Only one move prevents it.",
    ahead: "First a threat, then two: only one move wins.",
    win: "Only one move wins.",
    only: "Every move but one loses.",
  },
  notThat: "Not that one.",
  butWhy: (worth: string) => `It ${worth}.`,
  right: "Right!",
  rightBecause: (why: string) => `It ${why}.`,

  // texts of index.html, which has them in English already
  // the page's frame
  play: "Play",
  explore: "Explore",
  mode: "Mode",
  board: "Board",
  undo: "Undo",
  redo: "Redo",
  newGame: "New game",
  puzzles: "Puzzles",
  soFar: "The game so far",
  edit: "Edit or copy",
  ladder: "From easy to perfect",
  others: "More opponents",
  keys:
    "Keys: arrows and Enter on the board, or digits; elsewhere arrows walk in the game; u undo, r redo, h values, e edit.",
  fromBook: "Every value comes from a solved book.",
  fromOpen:
    "Nobody has solved this game here: its values come from a search, as far as they are known.",
  notKnown: "Who wins is not known yet.",
  openGame: "Open: play by search.",
  fromSearch: "Every value comes from a book of the first moves, or a search below it.",
  whoPlays: "Who plays",
  beside: "Beside the board",
  movesView: "Moves",
  graphView: "Graph",
  drawnStrategy: "Strategy, drawn",

  // texts of Explore
  // exploring
  places: {
    corner: (n) => `${n} corners`,
    edge: (n) => `${n} edges`,
    centre: () => "centre",
    move: (n) => `${n} moves`,
  } as Record<string, (n: number) => string>,
  does: {
    forks: "make two threats",
    threatens: "threaten a line",
    stops: "stop a fork",
    blocks: "block a line",
    "all draw": "every move draws",
    holds: "hold the draw",
    lasts: "last longest",
    "all lose": "every move loses",
    wins: "win at once",
    "wins in": "win soonest",
  } as Record<string, string>,
  below: ([[x, won], [, drawn], [o, lost]]: [side: string, games: string][], boards: string) =>
    boards === "1"
      ? ""
      : `Games: ${x} wins ${won}, draws ${drawn}, ${o} wins ${lost}. Positions: ${boards}.`,
  you: "you",
  move: "move",
  valueHead: "value",
  trapsHead: "traps",
  why: "why",
  graded: (move: string, grade: string, best: string[]) =>
    `${move} ${grade}. Best: ${best.join(", ")}.`,
  marks: { "!": "the only move", "?": "turns a win into a draw", "??": "loses" } as Record<
    string,
    string
  >,
  chartKey: (up: string, down: string) =>
    `Up: ${up} wins; down: ${down} wins. The longer, the sooner.`,
  mapOf: (side: string) => `${side}'s map`,
  lines: "Lines and comments",
  counts: "Counts by move",
  mightHave: "What else might have been played",
  drawing: "Drawing …",
  noPicture: (why: string) => `The picture cannot be shown now. ${why}`,

  // said of boards and conventions that are not plain
  kinds: {
    torus: "Torus",
    cylinder: "Cylinder",
    cube: "Cube",
    cube39: "3D tic-tac-toe",
    cube416: "Qubic",
    hex: "Hexagons",
  } as Record<string, string>,
  edges: {
    torus: "All edges meet.",
    cylinder: "Left and right meet.",
    cube: "Lines run in any direction of space.",
    hex: "Lines run in three directions.",
  } as Record<string, string>,
  conventions: {
    maker: "Maker and Breaker",
    wild: "Wild",
    notakto: "Notakto",
    order: "Order and Chaos",
  } as Record<string, string>,
  sides: {
    wild: { X: "Player 1", O: "Player 2" },
    notakto: { X: "Player 1", O: "Player 2" },
    order: { X: "Order", O: "Chaos" },
  } as Record<string, Record<string, string>>,
  layer: (n: number) => `layer ${n}`,
  setEither: "Place X or O, as you like.",
  bothSet: (sign: string) => `Both place ${sign}.`,
  ofEither: " of either",
  ofSign: (sign: string) => ` of ${sign}`,
  wonBySide: (side: string, line: string) => `${side} wins by ${line}.`,
  wonWhenFull: (side: string) => `${side} wins by a full board without.`,
  ownTitle: (rules: string) =>
    capital(rules.replace(/(-misere|-gravity)+$/, "").replaceAll("-", " ")),
  shape:
    ((kind) => kind === "own" ? "one of the board's lines" : "the shape, turned as you like,") as (
      kind: string,
    ) => string,
  setSign: "You place",
  onCell: (sign: string, cell: string) => `${cell} with ${sign}`,

  // said of certificates
  claim: (side: string, wins: boolean) => `Proved: ${side} ${wins ? "wins" : "never loses"}.`,
  leftProof: "The game has left what is proved.",

  // What the chooser says
  noBookMake: (rules: string) =>
    `There is no book of ${rules} here; oxobook generate ${rules} makes one.`,
  game: "Choose a game",
  ownGame: "Your own",
  rowsLabel: "Rows",
  columnsLabel: "Columns",
  lineLabel: "In a line",
  gravityLabel: "Stones fall",
  misereLabel: "A line loses",
  open: "Open",
  tryIt: (side: string, wins: boolean) => `${side} ${wins ? "wins" : "never loses"}. Try.`,
  solveIt: "Solve it",
  solving: (rules: string) => `Solving ${rules} …`,

  // said of lines, and the counts
  comment: "Comment on this move",
  mainLine: "Make it the main line",
  saveFile: "Save as a file",
  removeMove: "Delete from this move on",
  countsHead: (
    x: string,
    o: string,
  ) => ["move", "positions", `${x} wins`, "draw", `${o} wins`, "games end"],
  noCounts: "No counts are known of this book.",

  // texts of pictures, of the panel for a class and of the editor
  // pictures
  picture: "Picture: arrows move it, plus and minus zoom, 0 shows all of it",
  look: "Look",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  all: "All",
  here: "Here",
  fullScreen: "Full screen",
  graph: "Graph",
  nodeHere: "here",
  nodeBack: "back",
  more: (n: number) => `${n} more`,
  nodeWon: (side: string) => `${side} won`,
  nodeDrawn: "drawn",
  endWon: (side: string) => `: ${side} has won`,
  endDrawn: ": drawn",
  mayFollow: "What may follow",
  graphCaption: (follows: string, side: string) =>
    `${follows}, the best first. Colour and words: what it is worth to ${side}.`,
  allCaption: "All positions up to symmetry. Colour: for the side to move.",
  mapCaption: (sign: string, side: string, other: string) =>
    `The coloured ${sign} is ${side}'s move: find ${other}'s reply, look inside that cell.`,

  // puzzles, and for a class
  noPuzzle: "No position of this game makes a puzzle.",
  forClass: "For your class",
  onProjector: "On the projector",
  toPrint: "To print",
  paperSize: "Paper",
  noPapers: "This site was written without the papers: oxobook classroom kit makes them.",
  papersOf3: "There are papers for plain boards of 3×3 only.",
  projectGame: "This game",
  projectQuestions: "Questions",
  neverLoses: (side: string) => `How ${side} never loses`,
  papers: {
    kit: "All papers in one",
    plans: "Lesson plans",
    worksheet: "Worksheet",
    sheets: "Cheat sheets",
    posters: "Posters",
    menace: "MENACE, a machine of boxes",
  },
  whereTo: (side: string) => `Where should ${side} go?`,
  always: "At every move.",
  anyOf: ((n) => (n > 1 ? "Each of these cells will do." : "")) as (n: number) => string,
  othersFail: {
    win: "Every other move lets the win go.",
    draw: "Every other move loses.",
    loss: "",
  },
  guess: "Think first, then point.",
  reveal: "reveal",
  back: "back",
  next: "next",
  leave: "leave",
  slideOf: (n: number, all: number) => `${n} of ${all}`,
  projector: "Projector",

  // settings and the editor
  settings: "Settings",
  copyLink: "Copy link",
  colours: "Colours",
  classic: "classic",
  colorblind: "colour-blind safe",
  light: "Light",
  auto: "as the system",
  lightOn: "light",
  dark: "dark",
  language: "Language",
  first: "Who begins",
  digits: "Digits on 3×3",
  keypad: "as on a keypad: 7 8 9 on top",
  reading: "in reading order: 1 2 3 on top",
  setup: "Set up a position",
  exploreIt: "Explore it",
  clear: "Clear",
  setupHelp:
    "A click places X, then O, then nothing; so do the keys x, o and Delete, and arrows move.",
  setupText: "Or type or paste moves, a board, a link, or lines",
  copyMoves: "Copy moves",
  copyBoard: "Copy board",
  copyPicture: "Copy as picture",
  openFile: "Open a file",
  isOver: "The game is over",
  sideToMove: (side: string) => `${side} to move`,
  wrongCounts: (board: string, x: number, o: number) =>
    `X must have as many stones as O, or one more; ${board} has ${x} X and ${o} O${
      o === x + 1 ? ": X moves first here; if O began, write X for O and O for X" : ""
    }`,
  unreadableGame: (typed: string) =>
    `Expected moves such as a3 b2 c1, a board such as X../.O./..., or a link; got ${typed}.`,
  nameLabels: "Write which before it, as in keypad: 7 5 3.",
  wrongCells: (rules: string, cells: number, got: number) =>
    `A board of ${rules} has ${cells} cells; this text has ${got}.`,
  moveWrong: (n: number, why: string) => `Move ${n} cannot be played: ${why}.`,
  noCell: (cell: string) => `this board has no ${cell}`,
  overBefore: "the game is over before it",
  taken: (cell: string) => `${cell} is taken`,
  wouldFloat: (cell: string) => `a stone at ${cell} would float`,

  // Texts on the hosts of large books
  needsHost:
    "A book as large as this one is read piece by piece from a host, which a page opened from a disk cannot do: put the site on a host, or start oxobook serve.",
  hostDoesNot: (file: string, status: number) =>
    `The host does not send ${file}: it answers with status ${status}.`,
  hostDiffers: (file: string) =>
    `This host does not send parts of ${file} as they are: a book as large as this one needs a host that answers range requests, and does not compress files that end in .bin.`,
  fileDamaged: (file: string) => `${file} is damaged on this host: copy the site there again.`,
};

export type Text = typeof en;
