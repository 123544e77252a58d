/**
 * Positions and games as people have them: a small form of the reader that commands and the server
 * use (book/game/reading).
 */

import { letter } from "./plain.ts";

type Table = (string | string[])[];
type Cells = Map<string, string>; // signs of cells by their labels, in the order given
/** One way to read a text: the labels that it takes, and a board or the moves of a game. */
export type Reading = { labels: string; board?: Board; moves?: string[] };

const X = [..."x❌✖✕✗"],
  O = [..."o⭕○◯"],
  FREE = ["", ".", "-", "_", "b", "·", "⬜", "⬛", "□", "none", "null", "nan"];
const NUMBERS: Record<string, string> = { 0: "", 1: "x", 2: "o", "-1": "o" };
const RULE = /^(?=.*([-=─━═]{2}|[+┼╋]))[-=─━═+┼╋╫|\s]*$/;
const LONGEST = 4000;
const isWord = (one: unknown): one is string => typeof one === "string";

/** The label of each cell, by the kinds of labels that fit a board. */
export function labelsOf({ drawing: { places }, names, gravity, rows, columns, cells }: Rules) {
  const kinds: Record<string, string[]> = {
    coordinates: names,
    ...(rows === 3 && columns === 3 && cells === 9 && { keypad: [..."789456123"] }),
    reading: places.map((_, cell) => `${cell + 1}`),
    index: places.map((_, cell) => `${cell}`),
    matrix: places.map(([row, column]) => `${row + 1},${column + 1}`),
    matrix0: places.map((place) => place.join()),
    ...(gravity &&
      {
        columns: places.map(([, column]) => `${column + 1}`),
        columns0: places.map(([, column]) => `${column}`),
        letters: places.map(([, column]) => letter(column)),
      }),
  };
  return Object.entries(kinds).filter(([, labels]) =>
    labels.every((label, cell) => [-1, cell].includes(names.indexOf(label)))
  );
}

/** Each way to read a text, legal or not. @param named kind of labels that was named, or empty */
export function readings(typed: string, rules: Rules, named: string): Reading[] {
  const text = typed.replaceAll("\ufe0f", "").replace(/[^\S\n]+/g, " ").replace(/\s*\n\s*/g, "\n")
    .trim();
  if (!text || text.length > LONGEST) return [];
  const inside = /[[({]/.test(text) ? scanned(text) : undefined;
  const boards = inside === undefined
    ? written(text, rules)
    : Array.isArray(inside)
    ? unwrapped(inside).flatMap((one) => [
      one,
      one.every((row) => isWord(row) && row.length > 1) ? one.map((row) => [...row]) : [],
    ])
    : [];
  const moves = inside === undefined
    ? [...words(text), ...words(unnumbered(text))]
    : Array.isArray(inside)
    ? pairs(inside)
    : [];
  return [
    ...boards.flatMap((table) => boardsOf([...(cellsIn(table, rules) ?? []).entries()], rules)).map(
      (board) => ({ labels: "", board }),
    ),
    ...(inside instanceof Map ? listed(inside, rules) : []),
    ...labelsOf(rules).flatMap(([labels, names]) =>
      moves.flatMap((one) => movesOf(one, labels, names, rules, labels === named) ?? []).map((
        game,
      ) => ({ labels, moves: game }))
    ),
  ];
}

const word = (text: string) => text.trim().toLowerCase().replace(/^([+-]?\d+)\.0*$/, "$1");

/** Tables of a text without brackets: its characters, its words, or a drawn grid. */
function written(text: string, { columns }: Rules): Table[] {
  const lines = text.replace(/[│║┃]/g, "|").split(/[/\n]/);
  if (lines.some((line) => line.includes("|"))) {
    return [
      lines.filter((line) => !RULE.test(line)).map((line) => {
        const row = line.split("|").map(word),
          extra = row.length - columns,
          left = row[0] ? 0 : 1,
          right = row.at(-1) ? 0 : 1;
        return extra === 2
          ? row.slice(left, row.length - right)
          : extra === 1 && left !== right
          ? row.slice(left, row.length - right)
          : row;
      }),
    ];
  }
  let rows = text.split(/\s*\/\s*|\s+/);
  if (columns > 1 && rows.every((cell) => [...cell].length === 1)) rows = lines;
  const tables = [
    rows.map((row) => [...row.replace(/\s/g, "").toLowerCase()]),
    ...[/\s*,\s*/, /[\s,;]+/].map((by) => lines.map((line) => line.trim().split(by).map(word))),
  ];
  return tables.map((one) => (one.length > 1 ? one : one[0]));
}

/**
 * The words of the cells in reading order, without holes; undefined if a table has not the board's
 * shape.
 */
function cellsIn(table: Table, { cells, rows, columns, drawing }: Rules) {
  const isCell = (one: string) => one !== "#" || cells === rows * columns,
    flat = table.flat().filter(isCell);
  if (table.every(isWord)) return flat.length === cells ? flat : undefined;
  const lengths = Array.from(
    { length: rows },
    (_, row) => drawing.places.filter(([place]) => place === row).length,
  );
  return table.map((row) => [row].flat().filter(isCell).length).join() === lengths.join()
    ? flat
    : undefined;
}

/** The boards of cells that are shown by numbers, and by letters; none for no cells. */
function boardsOf(shown: [cell: number, word: string][], rules: Rules): Board[] {
  const board = (sign: (one: string) => string) =>
    shown.reduce(
      (stones, [cell, one]) =>
        stones.with(cell, X.includes(sign(one)) ? "X" : O.includes(sign(one)) ? "O" : ""),
      Array(rules.cells).fill("") as Board,
    );
  const free = shown.filter(([, one]) => !X.includes(one) && !O.includes(one)),
    all = (test: (one: string, cell: number) => boolean) =>
      free.every(([cell, one]) => test(one, cell));
  const lettered = all((one) => FREE.includes(one)) || all((one) => one === "0") ||
    labelsOf(rules).some(([, names]) => all((one, cell) => names[cell] === one));
  if (!shown.length) return [];
  return [
    ...(shown.every(([, one]) => one in NUMBERS) ? [board((one) => NUMBERS[one])] : []),
    ...(lettered ? [board((one) => one)] : []),
  ];
}

/**
 * The boards of a dictionary, by the labels of its keys; a whole one is in their order, or in that
 * of the board.
 */
function listed(cells: Cells, rules: Rules): Reading[] {
  const keys = [...cells.keys()],
    order = (key: string) =>
      key.split(",").reduce((sum, part) => 100 * sum + (Number(part) || 0), 0);
  const orders = (names: string[]) =>
    [names, keys.toSorted((one, two) => order(one) - order(two))].map(String);
  return labelsOf(rules).flatMap(([labels, names]) => {
    if (
      new Set(names).size < rules.cells || !keys.every((key) => names.includes(key)) ||
      (keys.length === rules.cells && !orders(names).includes(String(keys)))
    ) return [];
    return boardsOf(keys.map((key) => [names.indexOf(key), cells.get(key) ?? ""]), rules).map((
      board,
    ) => ({ labels, board }));
  });
}

function* words(text: string) {
  if (!text) return;
  yield text.toLowerCase().split(/[\s,;/]+|(?<=\w)-(?=\w)/).filter(Boolean);
  if (text.includes(",")) yield text.toLowerCase().split(/\s+/);
}

/** A game without the numbers of its moves, as in 1. b2 a1 2. c3; empty if it has none. */
function unnumbered(text: string) {
  const numbers = [...text.matchAll(/(\d+)\.+/g)].map(([, number]) => Number(number));
  return numbers.length && numbers.every((number, before) => number === before + 1)
    ? text.replace(/(?:1-0|0-1|1\/2-1\/2|\*)\s*$/, "").replace(/\d+\.+/g, " ").trim()
    : "";
}

/** Lists of moves in brackets, a row and a column as row,column. */
function pairs(inside: Table) {
  const found = unwrapped(inside).filter((one) =>
    one.every((move) => isWord(move) || move.length === 2)
  ).map((one) => one.map(String));
  return [...found, ...found.filter((one) => one.length === 2).map((one) => [one.join()])];
}

const unwrapped = (table: Table): Table[] =>
  table.length === 1 && !isWord(table[0]) ? [table, table[0]] : [table];

/**
 * The moves with these labels: where cells share one, the lowest that is free. Nothing if a word is
 * no label, or comes twice.
 */
function movesOf(
  given: string[],
  labels: string,
  names: string[],
  rules: Rules,
  named: boolean,
): string[][] {
  if (!given.length) return labels === "coordinates" ? [[]] : [];
  const known =
      (rules.either ? ["x", "o"].flatMap((sign) => names.map((name) => sign + name)) : names).map((
        name,
      ) => name.toLowerCase()),
    shared = new Set(names).size < names.length;
  const [first] = given,
    together = given.length === 1 && rules.gravity && first.length > 1 &&
      (labels === "letters" ||
        (/^\d+$/.test(first) && rules.columns < 10 &&
          (labels === "columns"
            ? named || !first.includes("0")
            : labels === "columns0" && (named || first.includes("0")))));
  let list = together ? [...first] : given;
  if (
    !rules.either &&
    list.every((one, ply) => one[0] === rules.terms.signs[ply % 2].toLowerCase()) &&
    !(known.includes(first) && !known.includes(first.slice(1)))
  ) list = list.map((one) => one.slice(1).replace(/^[:=]+/, ""));
  const taken: number[] = [];
  for (const one of list) {
    const called = known.flatMap((name, move) => (name === one ? move : []));
    if (!called.length) return [];
    taken.push(called.findLast((move) => !taken.includes(move)) ?? called[0]);
  }
  return !named && !shared && labels !== "coordinates" && new Set(taken).size < taken.length
    ? []
    : [taken.map((move) => rules.moves[move])];
}

/**
 * The nested lists, or the dictionary, of a text in brackets, with or without commas; null if it is
 * none.
 */
function scanned(text: string): Table | Cells | null {
  const array = /^(?:\w+\.)?(?:array|tensor)\(([^]*?)(?:,\s*dtype=[\w.' ]+)?\)$/.exec(text);
  const levels: any[][] = [[]], brackets: string[] = [];
  for (
    const [token] of (array ? array[1] : text).matchAll(
      /'[^']*'|"[^"]*"|[[\](){}:]|[^\s,[\](){}:'"]+/g,
    )
  ) {
    const closing = "])}".indexOf(token);
    if ("[({".includes(token)) {
      brackets.push(token);
      levels.push([]);
    } else if (closing >= 0) {
      if (brackets.pop() !== "[({"[closing]) return null;
      const inner = levels.pop()!;
      levels.at(-1)!.push(token === "}" ? mapOf(inner) : inner);
    } else {levels.at(-1)!.push(
        token === ":" ? token : word(/^['"]/.test(token) ? token.slice(1, -1) : token),
      );}
  }
  const [top] = levels, found = top.length === 1 && !isWord(top[0]) ? top[0] : top;
  if (brackets.length) return null;
  return found instanceof Map || found.flat().every((one: unknown) => isWord(one) && one !== ":")
    ? found
    : null;
}

/** The dictionary of what stands in braces: keys, colons and values in turn; else an empty one. */
function mapOf(items: any[]): Cells {
  const keys = items.filter((_, at) => at % 3 === 0),
    values = items.filter((_, at) => at % 3 === 2);
  return new Map(
    items.length % 3 || items.some((item, at) => (at % 3 === 1) !== (item === ":"))
      ? []
      : keys.map((key, at) => [String(key), String(values[at])]),
  );
}
