/** Links, what is typed, opponents, stories, puzzles and maps: the page without a document. */

import { deepStrictEqual as assertEquals, ok as assert, throws } from "node:assert";
import { game, games } from "./support.ts";
import { worthOf, worthOfMove } from "../../../../viewer/explorer/page/answers/answer.ts";
import { Source } from "../../../../viewer/explorer/page/answers/source.ts";
import { newGame, seatsOf } from "../../../../viewer/explorer/page/game/game.ts";
import { hashOf, linkedGame } from "../../../../viewer/explorer/page/game/link.ts";
import { beat, beatenIn, nextAfter, opponentsOf } from "../../../../viewer/explorer/page/game/players.ts";
import {
  findPuzzles,
  keepResult,
  themeOf,
  THEMES,
  todaysResults,
} from "../../../../viewer/explorer/page/game/puzzles.ts";
import { read } from "../../../../viewer/explorer/page/game/read.ts";
import { hasMap, mapOf, placeOn, type Road } from "../../../../viewer/explorer/page/game/roads.ts";
import { boardAfter, other, sideAt, textOf } from "../../../../viewer/explorer/page/game/rules.ts";
import { mistakeIn, slipsOf } from "../../../../viewer/explorer/page/game/story.ts";
import { linesOf, tacticsOf } from "../../../../viewer/explorer/page/game/tactics.ts";
import { countsOf } from "../../../../viewer/explorer/page/walking.ts";
import en from "../../../../viewer/explorer/page/words/en.json" with { type: "json" };
import de from "../../../../viewer/explorer/page/words/de.json" with { type: "json" };
import { nameOf, taskOf, worthText } from "../../../../viewer/explorer/page/words/say.ts";
import { declined, fill, speak } from "../../../../viewer/explorer/page/words/text.ts";

const source = new Source(), small = game("3x3x3");
const entriesOf = (rules: Rules, moves: string) =>
  source.game(rules, moves.split(" ").filter(Boolean));

Deno.test("a link holds the game, its place, its players and whether values are shown", () => {
  const made = { ...newGame(small, seatsOf("X", "levi")), moves: ["a3", "c1", "a1"], at: 2 };
  for (const values of [true, false]) {
    const linked = linkedGame(hashOf(made, values), games)!;
    assertEquals(linked, { game: made, values, puzzle: -1, said: "" });
  }
  assert(!hashOf(made, false, 2).includes("undefined"), "the fault of a puzzle's link");
  assertEquals(linkedGame(hashOf(made, false, 2), games)!.puzzle, 2);
});

Deno.test("links of before open, or say in one line what is gone", () => {
  const open = (hash: string) => linkedGame(`#rules=3x3x3&${hash}`, games)!;
  assert(open("game=a3-b2").values, "Explore's links show values");
  assert(!open("view=play&game=a3").values);
  assertEquals(open("tree=b2+%28a3%29").said, en.goneLines);
  assertEquals(open("o=keypad").game.seats.O, "levi");
  assertEquals(open("o=ralph").said, fill(en.gonePlayer, "ralph", "Expert"));
  assertEquals(open("x=random&o=levi").game.seats, { X: "human", O: "levi" });
  const wrong = open("game=a3-a3-b2");
  assertEquals([wrong.game.moves, wrong.said], [["a3"], fill(en.linkMoveWrong, 2, "a3")]);
  assertEquals(linkedGame("#rules=7x7x5&game=a1", games), null, "no book: the chooser names it");
});

Deno.test("moves, a board and a link are read; what is wrong is said", () => {
  assertEquals(read("1. a3 b3 2. A2!", small, games).game.moves, ["a3", "b3", "a2"]);
  const { moves } = read("XO./.X./...", small, games).game;
  assertEquals(textOf(small, boardAfter(small, moves)), "XO./.X./...");
  assertEquals(read("https://example.org/#rules=3x3x3&game=b2", small, games).game.moves, ["b2"]);
  let asked = 0;
  const watched = new Proxy(small, { get: (of, name) => (asked += 1, Reflect.get(of, name)) });
  for (
    const [typed, said] of [
      ["a3 a3", "Move 2 cannot be played: a3 is taken."],
      ["a3 z9", "there is no move z9 here, only such as a3"],
      ["XXX/OOO/...", "No legal game reaches"],
      ["#game=a3", "got “#game=a3”"],
      ["XX./.../...", "No legal game reaches XX./.../..."],
      ["XO", "A board of 3x3x3 has 9 cells; this text has 2."],
      ["hello", "Expected moves such as"],
      ["#rules=9x9x5", "oxobook generate 9x9x5 makes one"],
    ]
  ) throws(() => read(typed, watched, games), (error: Error) => error.message.includes(said));
  assert(asked < 200, `boards that no game reaches are not searched for: ${asked}`);
  throws(() => read("a3", game("3x3x3-wild"), games), /no move a3 here, only such as Xa3/);
});

Deno.test("a value names its winner, and counts the winner's own moves", async () => {
  const [, , here] = await entriesOf(small, "a3 b3");
  assertEquals(worthOf(here), { winner: "X", moves: 3 });
  const said = Object.fromEntries(
    here.moves.map((move) => [move.move, worthText("3x3x3", worthOfMove(here, move))]),
  );
  assertEquals([said.a2, said.c3], ["X in 3", "draw"]);
  const after = (await entriesOf(small, "a3 b3 a2"))[3];
  assertEquals(worthText("3x3x3", worthOf(after)), "X in 2", "whoever is to move");
});

Deno.test("opponents are at most six, and whoever was beaten is remembered", () => {
  for (const rules of games) assert(opponentsOf(rules).length <= 6);
  assertEquals(opponentsOf(small), ["random", "levi", "expert", "perfect", "human"]);
  assertEquals(opponentsOf(game("3x3x3-misere")), ["random", "perfect", "human"]);
  assertEquals(nextAfter(small, "levi"), "expert");
  assertEquals(nextAfter(small, "perfect"), undefined);
  beat(small, "levi");
  assertEquals(beatenIn(small), ["levi"]);
});

const tale = (rules: Rules, moves: string[], own: Side | null = "O") => ({
  rules,
  moves,
  exact: false,
  own,
  nameOf: (side: Side) => side === own ? "You" : "Levi",
});

Deno.test("a missed block is a mistake in a lost position too", async () => {
  const moves = "a3 b3 a2 c3 a1".split(" "); // O is lost after b3, and c3 leaves the column open
  const slips = slipsOf(small, moves, await entriesOf(small, moves.join(" ")))!;
  assertEquals(slips.map((slip) => slip.name), ["b3", "c3"]);
  assertEquals(
    mistakeIn(tale(small, moves), slips[1]),
    "Levi had two in the left column. You could have blocked at the bottom left corner.",
  );
});

Deno.test("the lines of a reason are those on the board", () => {
  const board = boardAfter(small, ["a3", "b3"]), move = small.moves.indexOf("a2");
  const lines = linesOf(small, board, move, tacticsOf(small, board, move));
  assertEquals(lines.map(({ cells, side }) => [cells.map((cell) => small.names[cell]), side]), [
    [["a3", "a2", "a1"], "X"],
  ]);
});

Deno.test("a day has a puzzle for each theme, the same for everybody", async () => {
  const find = () => findPuzzles(source, small, 20000, THEMES, new Set());
  const [one, two] = [await find(), await find()];
  assertEquals(one, two);
  const themes = [];
  for (const moves of one) themes.push(themeOf(small, (await source.game(small, moves)).at(-1)!));
  assertEquals(themes, THEMES);
});

Deno.test("results stand in the order of the puzzles, and the first of each counts", () => {
  keepResult("3x3x3", 5, 2, "first");
  keepResult("3x3x3", 5, 0, "later");
  keepResult("3x3x3", 5, 0, "first");
  assertEquals(todaysResults("3x3x3", 5), ["later", null, "first"]);
  assertEquals(todaysResults("3x3x3", 6), [], "another day has its own");
});

Deno.test("no lesson promises threats: not every win has them", async () => {
  for (const [rules, moves] of [["3x3x3", "c2 a2 b1 a1"], ["3x3x3-misere", "b1 b2"]]) {
    const entry = (await entriesOf(game(rules), moves)).at(-1)!;
    assertEquals([entry.best.length, entry.remoteness > 3], [1, true]);
    assert(!taskOf(game(rules), entry).lesson.includes("threat"));
  }
});

Deno.test("X's map of tic-tac-toe has 73 roads, of which two hold", async () => {
  const answer = (line: string[]) => source.pick(small, line);
  const map = await mapOf(small, "X", answer);
  const roadsIn = (road: Road): Road[] => [road, ...road.next.flatMap(roadsIn)];
  assertEquals(countsOf(map, "X"), { all: 73, lost: 71, held: 2 });
  for (const road of roadsIn(map)) {
    assert(road.over || sideAt(road.line.length) === other("X"), "the side has answered");
  }
  assertEquals(placeOn(map, ["a3", "b3"]).line.slice(0, 2), ["a3", "b3"]);
  assertEquals(placeOn(map, []), map);
  assert(hasMap(small, "X") && !hasMap(game("3x3x3-wild"), "X"));
});

Deno.test("every card of the chooser has a name of its own", () => {
  const names = games.map(nameOf);
  assertEquals(new Set(names).size, names.length);
});

Deno.test("German says everything, about the same, in other words", () => {
  const texts = (all: object, by = ""): [string, string][] =>
    Object.entries(all).flatMap(([name, one]) =>
      name === "declined"
        ? []
        : typeof one === "object"
        ? texts(one, `${by}${name}.`)
        : [[by + name, one] as [string, string]]
    );
  const about = (all: object) =>
    texts(all).map(([name, one]) => `${name} ${[...new Set(one.match(/\{\d\}/g))].sort()}`);
  assertEquals(about(de), about(en));
  const german = new Map(texts(de));
  const same = texts(en).filter(([name, one]) => / [a-z]{3}/.test(one) && german.get(name) === one);
  assertEquals(same, []);
  speak(de);
  assertEquals(fill(de.held, declined(de.player.perfect)), "Du hast dem Buch standgehalten!");
  speak(en);
});
