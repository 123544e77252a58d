/** A card to send after a win, and after the day's puzzles: it shows what was right, not where. */

import { at, button, copied, html, svg } from "../draw/elements.ts";
import { pngOf } from "../draw/picture.ts";
import { thumbnail } from "../draw/pieces.ts";
import { passed } from "../game/ladder.ts";
import { addressOf, hashOf } from "../game/link.ts";
import { Game } from "../game/game.ts";
import { dayOf, streakOf } from "../game/puzzles.ts";
import { sideAt } from "../game/rules.ts";
import { text } from "../words/text.ts";
import type { Session } from "../game/session.ts";
import type { Page } from "../page.ts";

/** Whether each move, or puzzle, was right; the words, and what the link dares to do. */
type Card = { right: boolean[]; words: string; dare: string };

export function card({ session }: Page): Panel {
  return {
    changed() {
      at("card").replaceChildren();
    },
    known() {
      const made = session.game.puzzle < 0 ? wonCard(session) : puzzlesCard(session);
      if (made) at("card").replaceChildren(...drawn(session.game, made));
    },
  };
}

function wonCard({ game, own, entry, slips, players, opponent, series }: Session): Card | null {
  if (game.mode !== "play" || !entry?.over || !slips || !passed(game, entry.winner, players)) {
    return null;
  }
  const plies = [...game.moves.keys()].filter((ply) => sideAt(ply) === own);
  const moves = entry.winner ? plies.length : 0, row = series?.row ?? 0;
  return {
    right: plies.map((ply) => slips.every((slip) => slip.ply !== ply)),
    words: [text.sent(opponent, moves), row > 1 && text.winsInARow(row)].filter(Boolean).join(" "),
    dare: String(moves),
  };
}

function puzzlesCard({ game, puzzles, solved }: Session): Card | null {
  const { done, first, days } = streakOf(game.rules.text, dayOf(new Date()));
  const all = puzzles?.list.length;
  if (!puzzles?.daily || !solved || !all || done < all) return null;
  return {
    right: puzzles.list.map((_, number) => number < first),
    words: [text.sentPuzzles(first, all), days > 1 && text.daysInARow(days)].filter(Boolean)
      .join(" "),
    dare: `${first}-${all}`,
  };
}

/** The parts of a card: its picture, its words, and the button that sends both with the link. */
function drawn({ rules, seats }: Game, { right, words, dare }: Card) {
  const link = addressOf(
    hashOf(Object.assign(new Game(rules), { seats: dare.includes("-") ? {} : seats, dare })),
  );
  const film = filmOf(rules, right);
  const picture = pngOf(new XMLSerializer().serializeToString(film)); // before it is asked for
  const send = async (pressed: HTMLElement) => {
    const files = [new File([await picture], "oxobook.png", { type: "image/png" })];
    const message = { text: words, url: link };
    const whole = navigator.canShare?.({ ...message, files }) ? { ...message, files } : message;
    if (!navigator.share) return copied(pressed, `${words} ${squares(right)}\n${link}`);
    return navigator.share(whole).catch(() => {/* it was not sent after all */});
  };
  return [film, html("p", {}, words), button({ id: "send" }, send, text.send)];
}

const squares = (right: boolean[]) => right.map((one) => (one ? "🟩" : "🟨")).join("");

const [FRAME, GAP, HOLES] = [64, 8, 14];

/** A strip of film with an empty board for each move: ticked where it was right. */
function filmOf(rules: Rules, right: boolean[]) {
  const width = GAP + right.length * (FRAME + GAP), height = FRAME + 2 * HOLES;
  const scale = FRAME / Math.max(rules.drawing.width, rules.drawing.height) * 0.8;
  const holes = Array.from(
    { length: Math.floor(width / 14) },
    (_, hole) => [4, height - 10].map((y) => `M${4 + 14 * hole} ${y}h6v6h-6z`).join(""),
  );
  const frames = right.map((one, number) =>
    svg(
      "g",
      { transform: `translate(${GAP + number * (FRAME + GAP)} ${HOLES})` },
      svg("rect", { width: FRAME, height: FRAME, rx: 8, fill: one ? "#bfe6cd" : "#f7e3a1" }),
      svg(
        "g",
        {
          transform: `translate(${FRAME * 0.1} ${FRAME * 0.1}) scale(${scale})`,
          fill: "none",
          stroke: "#8a929c",
          "stroke-width": 0.05,
        },
        ...thumbnail(rules, []).childNodes,
      ),
      svg("path", {
        d: one ? "M18 34l10 11 20-26" : "M20 32h24",
        fill: "none",
        stroke: one ? "#1a6a3c" : "#735400",
        "stroke-width": 6,
        "stroke-linecap": "round",
      }),
    )
  );
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": text.rightOf(right.filter(Boolean).length, right.length),
    },
    svg("rect", { width, height, rx: 6, fill: "#1d2430" }),
    svg("path", { d: holes.join(""), fill: "#faf8f4" }),
    ...frames,
  );
}
