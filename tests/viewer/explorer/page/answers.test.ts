/** Answers that the page makes from a book's files are those that the commands print. */

import { deepStrictEqual as assertEquals } from "node:assert";
import { game, games, told } from "./support.ts";
import { worthOf, worthOfMove } from "../../../../viewer/explorer/page/answers/answer.ts";
import { Certificate } from "../../../../viewer/explorer/page/answers/certificate.ts";
import { FirstPlies } from "../../../../viewer/explorer/page/answers/first_plies.ts";
import { unpacked } from "../../../../viewer/explorer/page/answers/made.ts";
import { SmallBooks } from "../../../../viewer/explorer/page/answers/small_books.ts";
import { held, load } from "../../../../viewer/explorer/page/files.ts";
import { movesWithoutBook } from "../../../../viewer/explorer/page/game/players.ts";
import { boardOf } from "../../../../viewer/explorer/page/game/rules.ts";
import { reasonsIn, worthText } from "../../../../viewer/explorer/page/words/say.ts";
import type { Proof } from "../../../../viewer/explorer/page/reports.ts";

Deno.test("lookups of a small book are those of the commands", async () => {
  const books = new SmallBooks();
  for (const [rules, entries] of Object.entries(told.lookups)) {
    for (const entry of entries as Entry[]) {
      assertEquals(await books.lookup(game(rules), boardOf(entry.position)), entry);
    }
  }
});

Deno.test("reasons of best moves, and what moves are worth, are those of the commands", () => {
  const otherwise: Record<string, string> = {
    "every move draws": "draws, as every move does",
    "every move loses": "loses, as every move does",
  };
  for (const [rules, positions] of Object.entries(told.words)) {
    for (const [entry, why, worths] of positions as [Entry, Record<string, string[]>, string[]][]) {
      const found = [worthOf(entry), ...entry.moves.map((move) => worthOfMove(entry, move))];
      assertEquals(found.map((worth) => worthText("", worth)), worths);
      for (const move of entry.moves.filter((one) => one.best)) {
        const said = why[move.move].map((one) =>
          one in otherwise && entry.moves.length === 1
            ? "is the only move"
            : otherwise[one] ?? one
        );
        assertEquals(reasonsIn(game(rules), entry, move), said);
      }
    }
  }
});

Deno.test("opponents play as in Python, in every position", () => {
  const rules = game("3x3x3");
  for (const [player, positions] of Object.entries(told.players)) {
    for (const [position, moves] of Object.entries(positions as Record<string, number[]>)) {
      const found = movesWithoutBook(player, rules, boardOf(position))!;
      assertEquals(found.toSorted((one, two) => one - two), moves, `${player} ${position}`);
    }
  }
});

Deno.test("scores of a book of first plies are read, whichever way the board is turned", async () => {
  const { summary, scores, positions } = told.firstPlies;
  const { rulesOf } = await import("../../../../viewer/explorer/page/game/rules.ts");
  const book = new FirstPlies(rulesOf(summary), await unpacked(scores), () => {});
  for (const [position, score] of positions) {
    assertEquals(book.score(boardOf(position)), score, position);
  }
});

Deno.test("a certificate's moves are those of Python, in games of random replies", async () => {
  for (const [text, records] of Object.entries(told.proofs)) {
    const rules = games.find((one) => one.text === text)!;
    await load(rules.proof!.file);
    const { rows, tables } = (held.proofs as Record<string, Proof>)[text];
    const content = new Uint8Array(await unpacked(tables));
    const certificate = new Certificate(rules, rules.proof!.owner, rules.proof!.wins, rows, content);
    for (const [record, move] of records as [number[], number][]) {
      assertEquals(certificate.move(record), move, `${text} ${record}`);
    }
  }
});
