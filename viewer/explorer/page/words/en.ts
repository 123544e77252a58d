/**
 * All that the page says, in English. `n` is a number, `move` and `cell` are coordinates; moves are
 * each side's own.
 */

/** Somebody in a story: the reader, or a name. */
type Who = { own: boolean; name: string };
type Names = Record<string, string>;

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

  // the frame
  board: "Board",
  today: "Today",
  share: "Share",
  menu: "Menu",
  close: "Close",
  hintButton: "Hint",
  whyButton: "Show me why",
  undo: "Undo",
  newGame: "New",
  values: "Values",
  goOn: "Go on from here",
  stop: "Stop",
  meet: (name: string) => `Meet ${name}`,
  again: "Play again",
  tryMove: "Try that move again",
  lookAtAll: "Look at every move",
  change: "Change",
  opponents: "Opponents",
  ladder: "From easy to perfect",
  letBegin: (name: string) => `Let ${name} begin`,
  beginYourself: "Begin yourself",
  beaten: "beaten",
  you: "You",
  yourTurn: "your move",
  theirTurn: "to move",
  soFar: "The game so far",
  start: "start",
  copied: "Copied",
  cannotCopy: "Cannot copy here: mark it, and copy it by hand",

  // games
  connectFour: "Connect Four",
  ticTacToe: "Tic-tac-toe",
  misere: "Misère",
  misereToo: "misère",
  falling: "stones fall",
  inARow: (n: number) => `${capital(count(n))} in a row`,
  aLine: (k: number, shape: string) => (shape || `${count(k)} in a row`),
  rule: (line: string, misere: boolean) => `${capital(line)} ${misere ? "loses" : "wins"}.`,
  kinds: {
    torus: "Torus",
    cylinder: "Cylinder",
    cube: "Cube",
    cube39: "3D tic-tac-toe",
    cube416: "Qubic",
    hex: "Hexagons",
  } as Names,
  edges: {
    torus: "All edges meet.",
    cylinder: "Left and right meet.",
    cube: "Lines run in any direction of space.",
    hex: "Lines run in three directions.",
  } as Names,
  conventions: {
    maker: "Maker and Breaker",
    wild: "Wild",
    notakto: "Notakto",
    order: "Order and Chaos",
  } as Names,
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

  // the headline
  everyGame: "Every game is known here.",
  canYouHold: "Can you hold a draw?",
  canYouWin: "This can be won. Can you?",
  canYouStop: (side: string) => `${side} can win. Can you stop it?`,
  begins: (side: string) => `${side} begins.`,
  youAre: (side: string) => `You are ${side}.`,
  yourMove: "Your move.",
  theirMove: (name: string) => `${name}'s move.`,
  toMove: " to move.",
  drawBest: "A draw.",
  drawWhy: "Neither side can force a win.",
  winsInHead: (n: number | null) => n ? ` wins in ${n}.` : " wins.",
  wonBy: " has won.",
  youBeat: (name: string) => `You beat ${name}!`,
  youLost: (name: string) => `${name} wins this time.`,
  held: (name: string) => `You held ${name}!`,
  drawn: "A draw.",
  took: (name: string | null, move: string) => `${name ?? "You"} took ${move}.`,
  chances: {
    win: "There is a way to win from here.",
    draw: "",
    loss: "This is lost, but make it hard.",
  } as Record<Value, string>,
  retried: (move: string) => `You took ${move} here. Look for something better.`,
  opening: "Opening the book …",
  waiting: "Waiting for the answer …",
  tryingAgain: "Trying again …",
  finding: "Looking for puzzles …",
  working: "Working out the line …",
  exactOver: (winner: string | null) => (winner ? `${winner} has won.` : "The game is drawn."),
  exact: (side: string, worth: string) => `${side} to move${worth && `: ${worth}`}.`,

  // places and hints
  place: { corner: "a corner", edge: "an edge", centre: "the centre" } as Names,
  thisPlace: { corner: "this corner", edge: "this edge", centre: "the centre" } as Names,
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
  another: { "a corner": "another corner", "an edge": "another edge" } as Names,
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
  } as Names,
  hintWhy: {
    win: (n: number | null) =>
      n === 1
        ? "Take it, and you have won."
        : `If they answer like this, you win${n ? ` in ${moves(n)}` : ""}.`,
    draw: () => "If both play like this, it is a draw.",
    loss: () => "If they answer like this, they win. Make it hard for them.",
  } as Record<Value, (n: number | null) => string>,

  // values and reasons
  draw: "draw",
  winsIn: (side: string, n: number | null) => n ? `${side} in ${n}` : `${side} wins`,
  wins: (side: string) => `${side} wins`,
  inMoves: (n: number) => `in ${n}`,
  aDraw: "a draw",
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
  more: (n: number) => `and ${n} more`,
  cell: {
    stone: (cell: string, side: string, inLine: boolean) =>
      `${cell}, ${side}${inLine ? ", in a line" : ""}`,
    closed: (cell: string) => `${cell}, cannot be played`,
    falls: (cell: string, to: string) => `${cell}, a stone falls to ${to}`,
    worth: (cell: string, worth: string, best: boolean) =>
      `${cell}, ${worth}${best ? ", best" : ""}`,
    free: (cell: string) => `${cell}, free`,
    hint: "hint",
    numbered: (n: number) => `move ${n}`,
  },
  boardOf: (rows: number, columns: number) => `Board of ${rows} rows and ${columns} columns`,
  allMoves: "What every move is worth",
  perfect: "Perfect play",
  marks: { "!": "the only move", "?": "turns a win into a draw", "??": "loses" } as Names,

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

  // opponents
  player: (name: string) =>
    ({ human: "A friend", perfect: "The Book", proof: "The Proof" })[name] ?? capital(name),
  plays: {
    human: "two people at one screen",
    random: "goes anywhere",
    levi: "blocks and wins, misses forks",
    expert: "makes forks and stops yours",
    perfect: "knows every game by heart",
    proof: "plays by a proved sheet, never searches",
  } as Names,
  tips: {
    random: "Make two threats at once, and you win.",
    levi: "You can beat him with a fork.",
  } as Names,
  holdTip: "Nobody beats this one. Can you hold a draw?",
  sheet: "The numbers are its sheet: unless somebody wins at once, it takes the highest.",
  claim: (side: string, wins: boolean) => `Proved: ${side} ${wins ? "wins" : "never loses"}.`,
  leftProof: "The game has left what is proved.",

  // the map
  mapTitle: (side: string) => `${side}'s map`,
  mapLead: (side: string) => `Every game ${side} can be forced into, in one picture.`,
  mapHow: (other: string) =>
    `You are in the marked board. Find ${other}'s reply, look inside that cell.`,
  stepInside: "Step inside",
  drawing: "Drawing …",
  stepOut: "Out one step",
  seeAll: "See every game",
  leave: "Leave",
  other: (side: string) => `Be ${side}`,
  inside: {
    move: (side: string) => `Your move, ${side}.`,
    roads: (all: number, lost: number, held: number, side: string) =>
      held === 0
        ? `${all} roads, and ${side} wins them all. See for yourself: take a cell.`
        : held === all
        ? `${all} roads, and ${side} wins none of them. Take a cell.`
        : `Of ${all} roads, ${side} wins ${lost}. ${capital(count(held))} ${
          held === 1 ? "holds" : "hold"
        }. Find one: take a cell.`,
    uncounted: (side: string) => `Nobody has counted these roads. Take a cell; ${side} answers.`,
    answered: (side: string, move: string) =>
      `${side}'s answer, ${move}, was there before you came.`,
    left: (n: number, held: number) =>
      held ? `${n} roads go on from here, ${held} of them hold.` : "No road from here holds.",
    won: (side: string) => `${side} has won.`,
    youWon: "You have won!",
    wonWhy: (n: number, side: string) =>
      `${n} roads end so for ${side}. Step out, and try another.`,
    wonOnly: "Step out, and try another.",
    held: "A draw. You held!",
    heldWhy: (n: number) => n === 1 ? "You found the only one." : `You found one of ${n}.`,
    heldOnly: "That road holds.",
    goTo: (cell: string) => `take ${cell}`,
    share: "Share your road",
  },

  // sharing
  shareLink: "Link",
  copyLink: "Copy link",
  yourMoveMail: "Your move, by mail",
  mailSubject: (game: string) => `Your move: ${game}`,
  mailBody: (link: string) => `It is your move:\n${link}`,
  picture: "Picture",
  ofBoard: "of the board",
  ofMap: "of the map",
  copyPicture: "Copy picture",
  savePicture: "Save picture",
  send: "Send",
  wonWords: (name: string, n: number) => `I beat ${name} in ${moves(n)}.`,
  heldWords: (name: string) => `I held ${name} to a draw.`,
  roadWords: (side: string, held: boolean) =>
    held ? `I found a road that holds in ${side}'s map.` : `I went into ${side}'s map.`,
  gameWords: (game: string) => `${game}: what would you play?`,

  // puzzles
  puzzleNext: "Next puzzle",
  backToGame: "Back to the game",
  solvedOf: (n: number, all: number) => `${n} of ${all} solved`,
  allSolved: (first: number, all: number) => `All solved, ${first} of ${all} at the first try.`,
  task: {
    block: () => " to move: block.",
    fork: () => " to move: find the fork.",
    stop: () => " to move: stop the fork.",
    ahead: (n: number) => ` to move: win in ${n}.`,
    win: () => " to move: win.",
    only: () => " to move: save the draw.",
  } as Record<string, (n: number) => string>,
  lesson: {
    block: "The other side is about to win. Where?",
    fork: "A fork is one move that makes two threats at once.",
    stop: "The other side wants two threats at once. Only one move prevents it.",
    ahead: "First a threat, then two: only one move wins.",
    win: "Only one move wins.",
    only: "Every move but one loses.",
  } as Names,
  notThat: "Not that one.",
  refuted: (move: string) => `${move} answers it.`,
  right: "Right!",
  rightGoOn: "Right, go on.",
  rightWhy: (why: string) => `It ${why}.`,
  noPuzzle: "No position of this game makes a puzzle.",

  // the chooser
  chooser: "What shall we play?",
  known: "Each of them is solved here: every move has a value.",
  otherGames: "Another game",
  otherHow: "Any board has a book once somebody has made it. Write its rules:",
  command: "Then run this where the books are, and load the page again:",

  // the menu
  goTo: "Go to",
  goToHelp: "Moves such as a3 b2 c1, a board such as X../.O./..., or a link",
  go: "Go",
  forClass: "For your class",
  projectGame: "This game",
  projectQuestions: "Questions",
  neverLoses: (side: string) => `How ${side} never loses`,
  papers: "Papers to print: oxobook classroom kit",
  settings: "Settings",
  light: "Light",
  auto: "as the system",
  lightOn: "light",
  dark: "dark",
  language: "Language",
  fromBook: "Every value comes from a solved book.",
  fromSearch: "Every value comes from a book of the first moves, or a search below it.",
  keys: "Keys: arrows and Enter on the board, or digits; u undo, n new, h hint, v values.",

  // the projector
  whereTo: (side: string) => `Where should ${side} go?`,
  always: "At every move.",
  anyOf: ((n) => (n > 1 ? "Each of these cells will do." : "")) as (n: number) => string,
  othersFail: {
    win: "Every other move lets the win go.",
    draw: "Every other move loses.",
    loss: "",
  } as Record<Value, string>,
  guess: "Think first, then point.",
  reveal: "reveal",
  back: "back",
  next: "next",
  leaveKey: "leave",
  slideOf: (n: number, all: number) => `${n} of ${all}`,
  projector: "Projector",

  // troubles
  noBook: "There is no book here yet: make one with oxobook generate, and load the page again.",
  noBookMake: (rules: string) =>
    `There is no book of ${rules} here; oxobook generate ${rules} makes one.`,
  bookOpening: (rules: string) => `The book of ${rules} is still being opened.`,
  linkMoveWrong: (n: number, move: string) =>
    `The link's move ${n}, ${move}, cannot be played: the game is shown up to it.`,
  goneLines: "The link's other lines and comments are no longer shown.",
  gonePlayer: (name: string, instead: string) => `${name} no longer plays here: ${instead} does.`,
  goneSeats: "Two opponents no longer play each other: you are X.",
  serverAway: "The server does not answer.",
  serverBroke: "The server's answer broke off.",
  searching: "Searching: this takes some seconds …",
  unreadable: (file: string) => `The file ${file} cannot be read.`,
  noLegalGame: (board: string) => `No legal game reaches ${board}.`,
  unreadableGame: (typed: string) =>
    `Expected moves such as a3 b2 c1, a board such as X../.O./..., or a link; got ${typed}.`,
  wrongCells: (rules: string, cells: number, got: number) =>
    `A board of ${rules} has ${cells} cells; this text has ${got}.`,
  moveWrong: (n: number, why: string) => `Move ${n} cannot be played: ${why}.`,
  noCell: (cell: string) => `this board has no ${cell}`,
  overBefore: "the game is over before it",
  taken: (cell: string) => `${cell} is taken`,
  wouldFloat: (cell: string) => `a stone at ${cell} would float`,
};

export type Text = typeof en;
