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
const word = { win: "Sieg", draw: "Remis", loss: "Niederlage" };

export const de: Text = {
  code: "de",

  // the page's frame
  play: "Spielen",
  explore: "Erkunden",
  mode: "Modus",
  settings: "Einstellungen",
  board: "Brett",
  close: "Schließen",
  undo: "Zurück",
  redo: "Vor",
  newGame: "Neues Spiel",
  showValues: "Zeige, was jeder Zug wert ist",
  hideValues: "Verbirg, was Züge wert sind",
  puzzles: "Rätsel",
  hintButton: "Tipp",
  whyButton: "Zeig mir, warum",
  meet: (name) => `Weiter zu ${name}`,
  again: "Noch einmal",
  playAgain: (name) => `Noch einmal gegen ${name}`,
  tryMove: "Diesen Zug noch einmal",
  goOn: "Von hier weiter",
  letMove: (name) => `${name} ziehen lassen`,
  keys:
    "Tasten: Pfeile und Enter auf dem Brett, oder Ziffern; sonst gehen Pfeile im Spiel; u zurück, r vor, h Werte, e bearbeiten.",
  fromBook: "Jeder Wert stammt aus einem gelösten Buch.",
  fromOpen:
    "Dieses Spiel ist hier nicht gelöst: Seine Werte kommen aus einer Suche, soweit sie bekannt sind.",
  notKnown: "Wer gewinnt, ist noch nicht bekannt.",
  openGame: "Offen: spiele gegen die Suche.",
  fromSearch: "Jeder Wert stammt aus einem Buch der ersten Züge oder einer Suche darunter.",
  whoPlays: "Wer spielt",
  you: "du",
  copied: "Kopiert",
  cannotCopy: "Kopieren geht hier nicht",

  // games
  claim: (side, wins) => `Bewiesen: ${side} ${wins ? "gewinnt" : "verliert nie"}.`,
  leftProof: "Das Spiel hat verlassen, was bewiesen ist.",
  tryIt: (side, wins) => `${side} ${wins ? "gewinnt" : "verliert nie"}. Versuch es.`,
  solveIt: "Lösen",
  solving: (rules) => `${rules} wird gelöst …`,
  game: "Wähle ein Spiel",
  ownGame: "Ein eigenes",
  rowsLabel: "Reihen",
  columnsLabel: "Spalten",
  lineLabel: "In einer Linie",
  gravityLabel: "Steine fallen",
  misereLabel: "Eine Linie verliert",
  open: "Öffnen",
  connectFour: "Vier gewinnt",
  ticTacToe: "Tic-Tac-Toe",
  misere: "Misère",
  misereToo: "Misère",
  falling: "Steine fallen",
  inARow: (n) => `${capital(count(n))} in einer Reihe`,
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
  aLine: (k, shape) => (shape || `${count(k)} in einer Reihe`),
  rule: (line, misere) => `Wer ${line} hat, ${misere ? "verliert" : "gewinnt"}.`,
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
  aDraw: "Remis",
  winsIn: (side, n) => `${side} gewinnt in ${n}`,

  // the sentence
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
  youAre: "Du bist ",
  yourMove: "Dein Zug.",
  theirMove: (name) => `${name} ist am Zug.`,
  toMove: " ist am Zug.",
  drawBest: "Remis bei bestem Spiel.",
  winsInHead: (n) => ` gewinnt in ${n}.`,
  wonBy: " hat gewonnen.",
  youBeat: (name) => `Du hast ${name} geschlagen!`,
  youLost: (name) => `Diesmal gewinnt ${name}.`,
  held: (name) => `Du hast ${name} standgehalten!`,
  drawn: "Remis.",
  took: (name, move) => (name ? `${name} nahm ${move}.` : `Du nahmst ${move}.`),
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
        : `Wenn die Antworten so sind, gewinnst du in ${moves(n)}.`,
    draw: () => "Wenn die Antworten so sind, ist es remis.",
    loss: () => "Wenn die Antworten so sind, verlierst du. Mach es schwer.",
  },
  best: (side, move, why, traps, replies) =>
    `${side} ist am Zug. Am besten: ${move}, denn der Zug ${why}.${
      traps
        ? ` ${traps} von ${replies} Antworten ${traps === 1 ? "ist eine Falle" : "sind Fallen"}.`
        : ""
    }`,
  waiting: "Warte auf die Antwort …",
  opening: "Das Buch wird geöffnet …",
  tryingAgain: "Neuer Versuch …",
  exactOver: (winner) => (winner ? `${winner} hat gewonnen.` : "Das Spiel ist remis."),
  exact: (side, value, n) =>
    `${side} ist am Zug${
      {
        win: ` und gewinnt in ${moves(n)}`,
        draw: ": Remis",
        loss: ` und verliert in ${moves(n)}`,
      }[value] ?? ""
    }.`,
  player: (name) =>
    ({
      human: "Zu zweit",
      perfect: "Das Buch",
      proof: "Der Beweis",
      random: "Zufall",
      search: "Sucher",
    })[name] ??
      capital(name),

  // values and reasons
  value: word,
  short: (
    value,
    n,
  ) => (n && value !== word.draw ? `${value === word.win ? "Sieg" : "verl."} ${n}` : value),
  worth: (value, n) =>
    ({ win: n ? `gewinnt in ${n}` : "gewinnt", draw: "hält Remis", loss: `verliert in ${n}` })[
      value
    ] ?? "",
  traps: (n, replies) => (n ? `${n} von ${replies}` : ""),
  trapsShort: (n) => (n === 1 ? "1 Falle" : `${n} Fallen`),
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
  grade: {
    best: "bester",
    later: "gewinnt später",
    sooner: "verliert eher",
    drawAway: "verschenkt das Remis",
    winAway: "verschenkt den Sieg",
    winLost: "macht aus Sieg Niederlage",
  },
  pick: "bester",
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

  // the moves and the game
  places: {
    corner: (n) => `${n} Ecken`,
    edge: (n) => `${n} Seiten`,
    centre: () => "Mitte",
    move: (n) => `${n} Züge`,
  },
  does: {
    forks: "drohen doppelt",
    threatens: "drohen eine Linie",
    stops: "verhindern eine Gabel",
    blocks: "blocken eine Linie",
    "all draw": "jeder Zug hält Remis",
    holds: "halten das Remis",
    lasts: "halten am längsten",
    "all lose": "jeder Zug verliert",
    wins: "gewinnen sofort",
    "wins in": "gewinnen am schnellsten",
  },
  below: ([[x, won], [, drawn], [o, lost]], boards) =>
    boards === "1"
      ? ""
      : `Spiele: ${x} gewinnt ${won}, remis ${drawn}, ${o} gewinnt ${lost}. Stellungen: ${boards}.`,
  move: "Zug",
  valueHead: "Wert",
  trapsHead: "Fallen",
  why: "warum",
  beside: "Neben dem Brett",
  movesView: "Züge",
  graphView: "Graph",
  mapOf: (side) => `Karte ${side}`,
  showPerfect: "Perfektes Spiel zeigen",
  perfectAfter: (move) => `Perfektes Spiel nach ${move}:`,
  playUpTo: "Bis hierher spielen",
  perfectFrom: "Perfektes Spiel:",
  linkToCell: "Link zu diesem Zug kopieren",
  graded: (move, grade, best) => `${move} ${grade}. Am besten: ${best.join(", ")}.`,
  marks: { "!": "der einzige Zug", "?": "verschenkt den Sieg", "??": "verliert" },
  chartKey: (up, down) => `Oben gewinnt ${up}, unten ${down}. Je länger, desto eher.`,
  lines: "Varianten und Kommentare",
  comment: "Kommentar zu diesem Zug",
  mainLine: "Zur Hauptvariante machen",
  saveFile: "Als Datei sichern",
  removeMove: "Ab diesem Zug löschen",
  counts: "Anzahlen nach Zügen",
  countsHead: (x, o) => ["Zug", "Stellungen", `${x} gewinnt`, "Remis", `${o} gewinnt`, "Enden"],
  noCounts: "Von diesem Buch sind keine Anzahlen bekannt.",
  soFar: "Das Spiel bisher",
  edit: "Bearbeiten, kopieren",
  copyLink: "Link kopieren",
  start: "Anfang",

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
  series: (name, { won, drawn, lost }) =>
    `Gegen ${name}: ${won} gewonnen, ${drawn} remis, ${lost} verloren.`,
  accuracy: ({ kept, moves: made }) => `${kept} von ${made} Zügen waren richtig.`,

  // opponents
  ladder: "Von leicht bis perfekt",
  others: "Mehr Gegner",
  playsSide: (side) => `spielt ${side}`,
  letBegin: (name) => `${name} beginnt`,
  beginYourself: "Selbst beginnen",
  friendName: "Name deines Gegners",
  beaten: "geschlagen",
  plays: {
    human: "Zwei Leute an einem Bildschirm.",
    random: "Geht irgendwohin.",
    levi: "Gewinnt, wo es geht, und blockt immer.",
    keypad: "Gewinnt, blockt, und mag Mitte und Ecken.",
    expert: "Macht Gabeln und verhindert deine.",
    perfect: "Kennt jedes Spiel auswendig.",
    proof: "Spielt eine bewiesene Strategie und muss nie rechnen.",
    search: "Sucht einen Moment, sonst nimmt es viele offene Linien.",
    pick: "Spielt am besten und stellt die meisten Fallen.",
    defender: "Gewinnt, blockt und verhindert deine Gabeln.",
    centre: "Nimmt die Mitte, gewinnt, blockt.",
    notebook: "Blockt erst, auch wo es gewinnen könnte.",
    ralph: "Gewinnt, blockt, und mag Kreuzungen von Linien.",
  },
  tips: {
    random: "Drohe doppelt, und du gewinnst.",
    levi: "Mit einer Gabel schlägst du ihn.",
    keypad: "Beginne, und nimm zwei Ecken gegenüber.",
  },
  holdTip: "Hier gewinnt niemand. Hältst du ein Remis?",

  // a card to send
  send: "Senden",
  sent: (name, n) =>
    n ? `Ich habe ${name} in ${n} Zügen geschlagen.` : `Ich habe ${name} ein Remis abgetrotzt.`,
  sentPuzzles: (first, all) =>
    `Ich habe die Rätsel von heute gelöst, ${first} von ${all} beim ersten Versuch.`,
  winsInARow: (n) => `${n} Siege hintereinander.`,
  rightOf: (n, all) => `Ein Filmstreifen: ${n} von ${all} richtig`,
  dared: (name, n) =>
    n
      ? `Jemand hat ${name} in ${n} Zügen geschlagen. Und du?`
      : `Jemand hat ${name} ein Remis abgetrotzt. Und du?`,
  daredPuzzles: (first, all) =>
    `Jemand hat die Rätsel des Tages gelöst, ${first} von ${all} beim ersten Versuch. Und du?`,

  // puzzles
  puzzleNext: "Nächstes Rätsel",
  puzzleOf: (n, all) => `Heute: ${n} von ${all}.`,
  daysInARow: (n) => `${n} Tage hintereinander.`,
  allSolved: (first, all) =>
    `Alle Rätsel von heute sind gelöst, ${first} von ${all} beim ersten Versuch.`,
  noPuzzle: "Keine Stellung dieses Spiels ergibt ein Rätsel.",
  task: {
    block: " zieht: blocke.",
    fork: " zieht: finde die Gabel.",
    stop: " zieht: verhindere die Gabel.",
    ahead: (n) => ` zieht: gewinne in ${n}.`,
    win: " zieht: gewinne.",
    only: " zieht: rette das Remis.",
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
  butWhy: (worth) => `Er ${worth}.`,
  right: "Richtig!",
  rightBecause: (why) => `Er ${why}.`,

  // pictures
  drawnStrategy: "Strategie, gezeichnet",
  picture: "Bild: Pfeile bewegen es, Plus und Minus zoomen, 0 zeigt alles",
  look: "Ansicht",
  zoomIn: "Näher",
  zoomOut: "Weiter weg",
  all: "Alles",
  here: "Hier",
  fullScreen: "Ganzer Bildschirm",
  drawing: "Wird gezeichnet …",
  noPicture: (why) => `Das Bild kann gerade nicht gezeigt werden. ${why}`,
  graph: "Graph",
  nodeHere: "hier",
  nodeBack: "zurück",
  more: (n) => `${n} weitere`,
  nodeWon: (side) => `${side} gewann`,
  nodeDrawn: "remis",
  endWon: (side) => `: ${side} hat gewonnen`,
  endDrawn: ": remis",
  mayFollow: "Was folgen kann",
  mightHave: "Was sonst hätte gespielt werden können",
  graphCaption: (follows, side) =>
    `${follows}, das Beste zuerst. Farbe und Worte: was es ${side} wert ist.`,
  allCaption: "Alle Stellungen bis auf Symmetrie. Farbe: für den, der am Zug ist.",
  mapCaption: (sign, side, other) =>
    `Das farbige ${sign} ist der Zug von ${side}: Suche die Antwort von ${other} und sieh in diesem Feld nach.`,

  // for a class
  forClass: "Für den Unterricht",
  onProjector: "Am Beamer",
  toPrint: "Zum Drucken",
  paperSize: "Papier",
  noPapers: "Diese Seite wurde ohne die Blätter geschrieben: oxobook classroom kit macht sie.",
  papersOf3: "Blätter gibt es nur für einfache Bretter von 3×3.",
  projectGame: "Dieses Spiel",
  projectQuestions: "Fragen",
  neverLoses: (side) => `So verliert ${side} nie`,
  papers: {
    kit: "Alle Blätter in einem",
    plans: "Stundenpläne",
    worksheet: "Arbeitsblatt",
    sheets: "Spickzettel",
    posters: "Poster",
    menace: "MENACE, die Maschine aus Schachteln",
  },
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
  leave: "schließen",
  slideOf: (n, all) => `${n} von ${all}`,
  projector: "Beamer",

  // settings and the editor
  colours: "Farben",
  classic: "klassisch",
  colorblind: "für Farbenblinde",
  light: "Licht",
  auto: "wie das System",
  lightOn: "hell",
  dark: "dunkel",
  language: "Sprache",
  first: "Wer beginnt",
  digits: "Ziffern auf 3×3",
  keypad: "wie auf dem Ziffernblock: 7 8 9 oben",
  reading: "in Leserichtung: 1 2 3 oben",
  setup: "Eine Stellung aufbauen",
  exploreIt: "Erkunden",
  clear: "Leeren",
  setupHelp:
    "Ein Klick setzt X, dann O, dann nichts; ebenso die Tasten x, o und Entf, und Pfeile bewegen.",
  setupText: "Oder tippe oder füge Züge, ein Brett, einen Link oder Varianten ein",
  copyMoves: "Züge kopieren",
  copyBoard: "Brett kopieren",
  copyPicture: "Als Bild kopieren",
  openFile: "Datei öffnen",
  isOver: "Das Spiel ist aus",
  sideToMove: (side) => `${side} ist am Zug`,
  wrongCounts: (board, x, o) =>
    `X muss so viele Steine haben wie O oder einen mehr; ${board} hat ${x} X und ${o} O${
      o === x + 1 ? ": Hier beginnt X; hat O begonnen, schreibe X für O und O für X" : ""
    }`,
  unreadableGame: (typed) =>
    `Erwartet werden Züge wie a3 b2 c1, ein Brett wie X../.O./... oder ein Link, nicht ${typed}.`,
  nameLabels: "Schreib davor, welche es sind, etwa keypad: 7 5 3.",
  wrongCells: (rules, cells, got) =>
    `Ein Brett von ${rules} hat ${cells} Felder, dieser Text hat ${got}.`,
  moveWrong: (n, why) => `Zug ${n} ist nicht spielbar: ${why}.`,
  noCell: (cell) => `dieses Brett hat kein ${cell}`,
  overBefore: "das Spiel ist vorher aus",
  taken: (cell) => `${cell} ist besetzt`,
  wouldFloat: (cell) => `ein Stein auf ${cell} würde schweben`,

  // troubles
  noBook: "Hier gibt es noch kein Buch: Mache eines mit oxobook generate, und lade die Seite neu.",
  noBookChoose: (rules) => `Von ${rules} gibt es hier kein Buch.`,
  noBookMake: (rules) =>
    `Von ${rules} gibt es hier kein Buch; oxobook generate ${rules} macht eines.`,
  bookOpening: (rules) => `Das Buch von ${rules} wird noch geöffnet.`,
  linkMoveWrong: (n, move) =>
    `Zug ${n} des Links, ${move}, ist nicht spielbar: Das Spiel ist bis dahin gezeigt.`,
  serverAway: "Der Server antwortet nicht.",
  serverBroke: "Die Antwort des Servers brach ab.",
  searching: "Wird gesucht: Das dauert einige Sekunden …",
  unreadable: (file) => `Die Datei ${file} kann nicht gelesen werden.`,
  noLegalGame: (board) => `Kein erlaubtes Spiel führt zu ${board}.`,
  needsHost:
    "Ein so großes Buch wird Stück für Stück von einem Server gelesen; eine Seite, die von der Platte geöffnet ist, kann das nicht: Lege sie auf einen Server, oder starte oxobook serve.",
  hostDoesNot: (file, status) =>
    `Der Server sendet ${file} nicht: Er antwortet mit Status ${status}.`,
  hostDiffers: (file) =>
    `Dieser Server sendet keine Teile von ${file}, wie sie sind: Ein so großes Buch braucht einen, der Anfragen nach Teilen beantwortet und Dateien, die auf .bin enden, nicht komprimiert.`,
  fileDamaged: (file) =>
    `${file} ist auf diesem Server beschädigt: Kopiere die Seite noch einmal dorthin.`,
};
