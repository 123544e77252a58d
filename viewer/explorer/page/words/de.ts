/** All that the page says, in German. */

import type { Text } from "./en.ts";

const COUNTS = "keine eine zwei drei vier fünf sechs sieben acht neun zehn".split(" ");
const count = (n: number) => COUNTS[n] ?? String(n);
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const moves = (n: number) => (n === 1 ? "1 Zug" : `${n} Zügen`);
const listed = (
  names: string[],
  link = "und",
) => (names.length > 1
  ? `${names.slice(0, -1).join(", ")} ${link} ${names.at(-1)}`
  : names.join(""));
const could = ({ own, name }: { own: boolean; name: string }) =>
  own ? "Du hättest" : `${name} hätte`;
const inDative = (place: string) => place.replace(/^die/, "der");

export const de: Text = {
  code: "de",

  // the frame
  board: "Brett",
  today: "Heute",
  share: "Teilen",
  menu: "Menü",
  close: "Schließen",
  hintButton: "Tipp",
  whyButton: "Zeig mir, warum",
  undo: "Zurück",
  newGame: "Neu",
  values: "Werte",
  goOn: "Von hier weiter",
  stop: "Halt",
  meet: (name) => `Weiter zu ${name}`,
  again: "Noch einmal",
  tryMove: "Diesen Zug noch einmal",
  lookAtAll: "Jeden Zug ansehen",
  change: "Wechseln",
  opponents: "Gegner",
  ladder: "Von leicht bis perfekt",
  letBegin: (name) => `${name} beginnt`,
  beginYourself: "Selbst beginnen",
  beaten: "geschlagen",
  you: "Du",
  yourTurn: "dein Zug",
  theirTurn: "am Zug",
  soFar: "Das Spiel bisher",
  start: "Start",
  copied: "Kopiert",
  cannotCopy: "Kopieren geht hier nicht: markiere und kopiere es von Hand",

  // games
  connectFour: "Vier gewinnt",
  ticTacToe: "Tic-Tac-Toe",
  misere: "Misère",
  misereToo: "Misère",
  falling: "Steine fallen",
  inARow: (n) => `${capital(count(n))} in einer Reihe`,
  aLine: (k, shape) => (shape || `${count(k)} in einer Reihe`),
  rule: (line, misere) => `Wer ${line} hat, ${misere ? "verliert" : "gewinnt"}.`,
  kinds: {
    torus: "Torus",
    cylinder: "Zylinder",
    cube: "Würfel",
    cube39: "Tic-Tac-Toe in 3D",
    cube416: "Qubic",
    hex: "Sechsecke",
  },
  edges: {
    torus: "Alle Ränder berühren sich.",
    cylinder: "Links und rechts berühren sich.",
    cube: "Linien laufen in jeder Richtung des Raums.",
    hex: "Linien laufen in drei Richtungen.",
  },
  conventions: {
    maker: "Maker und Breaker",
    wild: "Wild",
    notakto: "Notakto",
    order: "Ordnung und Chaos",
  },
  sides: {
    wild: { X: "Seite 1", O: "Seite 2" },
    notakto: { X: "Seite 1", O: "Seite 2" },
    order: { X: "Ordnung", O: "Chaos" },
  },
  layer: (n) => `Lage ${n}`,
  setEither: "Setze X oder O, wie du willst.",
  bothSet: (sign) => `Beide setzen ${sign}.`,
  ofEither: " aus einem Zeichen",
  ofSign: (sign) => ` aus ${sign}`,
  wonBySide: (side, line) => `${side} gewinnt durch ${line}.`,
  wonWhenFull: (side) => `${side} gewinnt, wenn das Brett ohne das voll wird.`,
  ownTitle: (rules) => capital(rules.replace(/(-misere|-gravity)+$/, "").replaceAll("-", " ")),
  shape: (kind) => (kind === "own" ? "eine der Linien des Bretts" : "die Figur, beliebig gedreht,"),
  setSign: "Du setzt",
  onCell: (sign, cell) => `${cell} mit ${sign}`,

  // the headline
  everyGame: "Jedes Spiel ist hier bekannt.",
  canYouHold: "Hältst du ein Remis?",
  canYouWin: "Das ist zu gewinnen. Kannst du es?",
  canYouStop: (side) => `${side} kann gewinnen. Hältst du das auf?`,
  begins: (side) => `${side} beginnt.`,
  youAre: (side) => `Du bist ${side}.`,
  yourMove: "Dein Zug.",
  theirMove: (name) => `${name} ist am Zug.`,
  toMove: " ist am Zug.",
  drawBest: "Remis.",
  drawWhy: "Keine Seite kann gewinnen, wenn beide aufpassen.",
  winsInHead: (n) => n ? ` gewinnt in ${n}.` : " gewinnt.",
  wonBy: " hat gewonnen.",
  youBeat: (name) => `Du hast ${name} geschlagen!`,
  youLost: (name) => `Diesmal gewinnt ${name}.`,
  held: (name) => `Du hast ${name} standgehalten!`,
  drawn: "Remis.",
  took: (name, move) => (name ? `${name} nahm ${move}.` : `Du nahmst ${move}.`),
  chances: {
    win: "Von hier kannst du gewinnen.",
    draw: "",
    loss: "Das ist verloren, aber mach es schwer.",
  },
  retried: (move) => `Hier nahmst du ${move}. Suche etwas Besseres.`,
  opening: "Das Buch wird geöffnet …",
  waiting: "Warte auf die Antwort …",
  tryingAgain: "Neuer Versuch …",
  finding: "Rätsel werden gesucht …",
  working: "Der Weg wird gesucht …",
  exactOver: (winner) => (winner ? `${winner} hat gewonnen.` : "Das Spiel ist remis."),
  exact: (side, worth) => `${side} ist am Zug${worth && `: ${worth}`}.`,

  // places and hints
  place: { corner: "eine Ecke", edge: "eine Seite", centre: "die Mitte" },
  thisPlace: { corner: "diese Ecke", edge: "diese Seite", centre: "die Mitte" },
  cells: [
    "die Ecke oben links",
    "die Seite oben",
    "die Ecke oben rechts",
    "die Seite links",
    "die Mitte",
    "die Seite rechts",
    "die Ecke unten links",
    "die Seite unten",
    "die Ecke unten rechts",
  ],
  another: { "eine Ecke": "eine andere Ecke", "eine Seite": "eine andere Seite" },
  take: (place, why) => `Nimm ${place}. ${why}`,
  hint: {
    wins: "Das gewinnt sofort.",
    blocks: "Das blockt ihre Reihe.",
    forks: "Das droht doppelt.",
    threatens: "Das droht.",
    stops: "Das verhindert ihre Gabel.",
    avoids: "Das vollendet keine Reihe.",
    forces: "Das lässt nur schlechte Züge.",
    "wins in": "Das führt zum Sieg.",
    holds: "Das hält das Remis.",
    alone: "Alle anderen verlieren.",
    "all draw": "Da sind die meisten Fallen.",
    lasts: "Das hält am längsten.",
    "all lose": "Das hält am längsten.",
    only: "Es gibt nur diesen Zug.",
    equal: "Jeder Zug ist gleich gut.",
  },
  hintWhy: {
    win: (n) =>
      n === 1
        ? "Nimm es, und du hast gewonnen."
        : `Wenn die Antworten so sind, gewinnst du${n ? ` in ${moves(n)}` : ""}.`,
    draw: () => "Wenn beide so spielen, ist es remis.",
    loss: () => "Wenn die Antworten so sind, verlierst du. Mach es schwer.",
  },

  // values and reasons
  draw: "remis",
  winsIn: (side, n) => n ? `${side} in ${n}` : `${side} gewinnt`,
  wins: (side) => `${side} gewinnt`,
  inMoves: (n) => `in ${n}`,
  aDraw: "remis",
  reason: {
    wins: () => "gewinnt sofort",
    blocks: (_cells, _n, other) => `blockt die Linie von ${other}`,
    forks: (cells) => `gabelt: droht ${listed(cells)}`,
    threatens: (cells) => `droht ${listed(cells)}`,
    stops: (cells, _n, other) => `verhindert die Gabel von ${other} auf ${listed(cells, "oder")}`,
    avoids: () => "vollendet keine Linie",
    forces: (_cells, _n, other) => `lässt ${other} nur Züge, die eine Linie vollenden`,
    "wins in": (_cells, n) => (n ? `gewinnt in ${moves(n)}` : "gewinnt"),
    holds: () => "hält das Remis",
    "all draw": () => "hält Remis wie jeder Zug",
    lasts: () => "hält am längsten",
    "all lose": () => "verliert wie jeder Zug",
    only: () => "ist der einzige Zug",
  },
  because: (reasons) => listed(reasons),
  more: (n) => `und ${n} weitere`,
  cell: {
    stone: (cell, side, inLine) => `${cell}, ${side}${inLine ? ", in einer Linie" : ""}`,
    closed: (cell) => `${cell}, nicht spielbar`,
    falls: (cell, to) => `${cell}, ein Stein fällt auf ${to}`,
    worth: (cell, worth, best) => `${cell}, ${worth}${best ? ", bester Zug" : ""}`,
    free: (cell) => `${cell}, frei`,
    hint: "Tipp",
    numbered: (n) => `Zug ${n}`,
  },
  boardOf: (rows, columns) => `Brett mit ${rows} Reihen und ${columns} Spalten`,
  allMoves: "Was jeder Zug wert ist",
  perfect: "Perfektes Spiel",
  marks: { "!": "der einzige Zug", "?": "verschenkt den Sieg", "??": "verliert" },

  // the end
  line: {
    rows: ["in der obersten Reihe", "in der mittleren Reihe", "in der untersten Reihe"],
    columns: ["in der linken Spalte", "in der mittleren Spalte", "in der rechten Spalte"],
    aDiagonal: "auf einer Diagonale",
    row: (row) => `in Reihe ${row}`,
    column: (column) => `in Spalte ${column}`,
    diagonal: (from, to) => `auf der Diagonale von ${from} nach ${to}`,
    other: (cells) => `in einer Linie: ${listed(cells)}`,
  },
  made: (k, lines, misere) =>
    `${capital(count(k))} ${listed(lines)}${misere ? ", und das verliert" : ""}.`,
  noMistakesWon: "Keine Fehler: Das Spiel war von Anfang an gewonnen.",
  noMistakesDrawn: "Keine Fehler: Bei bestem Spiel ist es remis.",
  couldWin: (who, line, cell) => `${could(who)} ${line} gewinnen können: ${cell}.`,
  couldBlock: (who, other, k, line, cell) =>
    `${other.own ? "Du hattest" : `${other.name} hatte`} ${count(k)} ${line}. ${
      could(who)
    } blocken können: ${cell}.`,
  mistake: (who, { had, value }, move, others) =>
    `${who.own ? "Du hast" : `${who.name} hat`} mit ${inDative(move)} ${
      had === "draw"
        ? "das Remis verloren"
        : value === "draw"
        ? "den Sieg vergeben"
        : "eine gewonnene Partie verloren"
    }; besser: ${others.length > 4 ? `${others.length} andere Züge` : listed(others, "oder")}.`,

  // opponents
  player: (name) =>
    ({ human: "Zu zweit", perfect: "Das Buch", proof: "Der Beweis", random: "Zufall" })[name] ??
      capital(name),
  plays: {
    human: "zwei Leute an einem Bildschirm",
    random: "geht irgendwohin",
    levi: "blockt und gewinnt, übersieht Gabeln",
    expert: "macht Gabeln und verhindert deine",
    perfect: "kennt jedes Spiel auswendig",
    proof: "spielt nach einem bewiesenen Blatt, sucht nie",
  },
  tips: {
    random: "Drohe doppelt, und du gewinnst.",
    levi: "Mit einer Gabel schlägst du ihn.",
  },
  holdTip: "Hier gewinnt niemand. Hältst du ein Remis?",
  sheet: "Die Zahlen sind sein Blatt: Gewinnt niemand sofort, nimmt er die höchste.",
  claim: (side, wins) => `Bewiesen: ${side} ${wins ? "gewinnt" : "verliert nie"}.`,
  leftProof: "Das Spiel hat verlassen, was bewiesen ist.",

  // the map
  mapTitle: (side) => `Karte von ${side}`,
  mapLead: (side) => `Jedes Spiel, zu dem man ${side} zwingen kann, in einem Bild.`,
  mapHow: (other) =>
    `Du bist im markierten Brett. Suche die Antwort von ${other} und sieh in das Feld.`,
  stepInside: "Geh hinein",
  drawing: "Wird gezeichnet …",
  stepOut: "Einen Schritt zurück",
  seeAll: "Alle Spiele sehen",
  leave: "Verlassen",
  other: (side) => `${side} sein`,
  inside: {
    move: (side) => `Dein Zug, ${side}.`,
    roads: (all, lost, held, side) =>
      held === 0
        ? `${all} Wege, und ${side} gewinnt auf allen. Sieh selbst: Nimm ein Feld.`
        : held === all
        ? `${all} Wege, und ${side} gewinnt auf keinem. Nimm ein Feld.`
        : `Von ${all} Wegen gewinnt ${side} ${lost}. ${
          held === 1 ? "Einer hält" : `${capital(count(held))} halten`
        }. Finde einen: Nimm ein Feld.`,
    uncounted: (side) => `Diese Wege hat niemand gezählt. Nimm ein Feld; ${side} antwortet.`,
    answered: (side, move) => `Die Antwort von ${side}, ${move}, war vor dir da.`,
    left: (n, held) =>
      held ? `Von hier gehen ${n} Wege weiter, ${held} davon halten.` : "Von hier hält kein Weg.",
    won: (side) => `${side} hat gewonnen.`,
    youWon: "Du hast gewonnen!",
    wonWhy: (n, side) => `${n} Wege enden so für ${side}. Geh zurück, versuch einen anderen.`,
    wonOnly: "Geh zurück, versuch einen anderen.",
    held: "Remis. Du hast gehalten!",
    heldWhy: (n) => n === 1 ? "Du hast den einzigen gefunden." : `Du hast einen von ${n} gefunden.`,
    heldOnly: "Dieser Weg hält.",
    goTo: (cell) => `nimm ${cell}`,
    share: "Teile deinen Weg",
  },

  // sharing
  shareLink: "Link",
  copyLink: "Link kopieren",
  yourMoveMail: "Dein Zug, per Mail",
  mailSubject: (game) => `Dein Zug: ${game}`,
  mailBody: (link) => `Du bist am Zug:\n${link}`,
  picture: "Bild",
  ofBoard: "vom Brett",
  ofMap: "von der Karte",
  copyPicture: "Bild kopieren",
  savePicture: "Bild sichern",
  send: "Senden",
  wonWords: (name, n) => `Ich habe ${name} in ${moves(n)} geschlagen.`,
  heldWords: (name) => `Ich habe ${name} ein Remis abgetrotzt.`,
  roadWords: (side, held) =>
    held
      ? `Ich habe in der Karte von ${side} einen Weg gefunden, der hält.`
      : `Ich war in der Karte von ${side}.`,
  gameWords: (game) => `${game}: Was würdest du spielen?`,

  // puzzles
  puzzleNext: "Nächstes Rätsel",
  backToGame: "Zurück zum Spiel",
  solvedOf: (n, all) => `${n} von ${all} gelöst`,
  allSolved: (first, all) => `Alle gelöst, ${first} von ${all} beim ersten Versuch.`,
  task: {
    block: () => " zieht: blocke.",
    fork: () => " zieht: finde die Gabel.",
    stop: () => " zieht: verhindere die Gabel.",
    ahead: (n) => ` zieht: gewinne in ${n}.`,
    win: () => " zieht: gewinne.",
    only: () => " zieht: rette das Remis.",
  },
  lesson: {
    block: "Die andere Seite gewinnt gleich. Wo?",
    fork: "Eine Gabel ist ein Zug, der doppelt droht.",
    stop: "Die andere Seite will doppelt drohen. Nur ein Zug verhindert es.",
    ahead: "Erst eine Drohung, dann zwei: Nur ein Zug gewinnt.",
    win: "Nur ein Zug gewinnt.",
    only: "Jeder Zug außer einem verliert.",
  },
  notThat: "Der nicht.",
  refuted: (move) => `${move} widerlegt das.`,
  right: "Richtig!",
  rightGoOn: "Richtig, weiter.",
  rightWhy: (why) => `Er ${why}.`,
  noPuzzle: "Keine Stellung dieses Spiels ergibt ein Rätsel.",

  // the chooser
  chooser: "Was spielen wir?",
  known: "Jedes davon ist hier gelöst: Jeder Zug hat einen Wert.",
  otherGames: "Ein anderes Spiel",
  otherHow: "Jedes Brett hat ein Buch, sobald es jemand gemacht hat. Schreib seine Regeln:",
  command: "Rufe das auf, wo die Bücher liegen, und lade die Seite neu:",

  // the menu
  goTo: "Gehe zu",
  goToHelp: "Züge wie a3 b2 c1, ein Brett wie X../.O./... oder ein Link",
  go: "Los",
  forClass: "Für den Unterricht",
  projectGame: "Dieses Spiel",
  projectQuestions: "Fragen",
  neverLoses: (side) => `So verliert ${side} nie`,
  papers: "Blätter zum Drucken: oxobook classroom kit",
  settings: "Einstellungen",
  light: "Licht",
  auto: "wie das System",
  lightOn: "hell",
  dark: "dunkel",
  language: "Sprache",
  fromBook: "Jeder Wert stammt aus einem gelösten Buch.",
  fromSearch: "Jeder Wert stammt aus einem Buch der ersten Züge oder einer Suche darunter.",
  keys: "Tasten: Pfeile und Enter auf dem Brett, oder Ziffern; u zurück, n neu, h Tipp, v Werte.",

  // the projector
  whereTo: (side) => `Wohin soll ${side}?`,
  always: "Bei jedem Zug.",
  anyOf: (n) => (n > 1 ? "Jedes dieser Felder ist gut." : ""),
  othersFail: {
    win: "Jeder andere Zug gibt den Gewinn her.",
    draw: "Jeder andere Zug verliert.",
    loss: "",
  },
  guess: "Erst denken, dann zeigen.",
  reveal: "zeigen",
  back: "zurück",
  next: "weiter",
  leaveKey: "schließen",
  slideOf: (n, all) => `${n} von ${all}`,
  projector: "Beamer",

  // troubles
  noBook: "Hier gibt es noch kein Buch: Mache eines mit oxobook generate, und lade die Seite neu.",
  noBookMake: (rules) =>
    `Von ${rules} gibt es hier kein Buch; oxobook generate ${rules} macht eines.`,
  bookOpening: (rules) => `Das Buch von ${rules} wird noch geöffnet.`,
  linkMoveWrong: (n, move) =>
    `Zug ${n} des Links, ${move}, ist nicht spielbar: Das Spiel ist bis dahin gezeigt.`,
  goneLines: "Die anderen Varianten und Kommentare des Links werden nicht mehr gezeigt.",
  gonePlayer: (name, instead) => `${name} spielt hier nicht mehr: Dafür spielt ${instead}.`,
  goneSeats: "Zwei Gegner spielen nicht mehr gegeneinander: Du bist X.",
  serverAway: "Der Server antwortet nicht.",
  serverBroke: "Die Antwort des Servers brach ab.",
  searching: "Wird gesucht: Das dauert einige Sekunden …",
  unreadable: (file) => `Die Datei ${file} kann nicht gelesen werden.`,
  noLegalGame: (board) => `Kein erlaubtes Spiel führt zu ${board}.`,
  unreadableGame: (typed) =>
    `Erwartet werden Züge wie a3 b2 c1, ein Brett wie X../.O./... oder ein Link, nicht ${typed}.`,
  wrongCells: (rules, cells, got) =>
    `Ein Brett von ${rules} hat ${cells} Felder, dieser Text hat ${got}.`,
  moveWrong: (n, why) => `Zug ${n} ist nicht spielbar: ${why}.`,
  noCell: (cell) => `dieses Brett hat kein ${cell}`,
  overBefore: "das Spiel ist vorher aus",
  taken: (cell) => `${cell} ist besetzt`,
  wouldFloat: (cell) => `ein Stein auf ${cell} würde schweben`,
};
