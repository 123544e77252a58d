/** The sentence, and under it one line of why; screen readers get the same. */

import { worthOf } from "../answers/answer.ts";
import { isLatest } from "../game/game.ts";
import { unbeatable } from "../game/players.ts";
import { isPlayedOut } from "../game/puzzles.ts";
import { boardOf, other, sideAt } from "../game/rules.ts";
import { mistakeIn, storyOf } from "../game/story.ts";
import * as say from "../words/say.ts";
import { capital, declined, fill, text } from "../words/text.ts";
import * as now from "../state.ts";
import { state } from "../state.ts";

/** A headline: a side's name in its colour, if it begins with one, and the rest. */
type Saying = { side?: Side; head: string; why: string };

export function Headline() {
  const { side, head, why } = saying(), here = now.entry.value, hinted = here && state.hint.value;
  const name = side ? say.sideName(now.rules.value.text, side) : "";
  const told = hinted ? why : state.note.value || why;
  const known = here && !state.puzzle.value ? say.exactly(here, state.values.value) : name + head;
  return (
    <div class="headline">
      <h2>
        {side && <span class={side.toLowerCase()}>{name}</span>}
        {head}
      </h2>
      <p class="why">{told}</p>
      <p class="hidden" aria-live="polite">
        {hinted ? hintSaying(here, true) : `${known} ${told}`}
      </p>
    </div>
  );
}

function saying(): Saying {
  if (state.finding.value) return { head: text.today, why: text.finding };
  const puzzle = puzzleSaying();
  if (puzzle) return puzzle;
  const here = now.entry.value, worth = here && worthOf(here), game = state.game.value;
  if (now.over.value && here) return endSaying(here);
  if (state.hint.value && here?.pick) return { ...turn(), why: hintSaying(here) };
  if (state.values.value && here) {
    return { side: worth!.winner ?? undefined, head: say.valueText(here), why: whyValue(here) };
  }
  if (!game.at && !now.whole.value && here) return startSaying(here);
  return { ...turn(), why: whyTurn(here) };
}

const turn = (): Pick<Saying, "side" | "head"> =>
  !now.own.value
    ? { side: now.side.value, head: text.toMove }
    : now.side.value === now.own.value
    ? { head: text.yourMove }
    : { head: fill(text.theirMove, now.opponent.value) };

/** At the empty board: what is known of the game, as a dare. */
function startSaying(here: Entry): Saying {
  const { winner } = worthOf(here), rule = say.ruleOf(now.rules.value);
  if (!now.own.value) {
    return { side: now.side.value, head: text.toMove, why: `${rule} ${text.everyGame}` };
  }
  const head = here.proved || !winner
    ? text.canYouHold
    : winner === now.own.value
    ? text.canYouWin
    : fill(text.canYouStop, say.sideName(here.rules, winner));
  const first = now.side.value === now.own.value
    ? fill(text.youAre, say.sideName(here.rules, now.own.value))
    : fill(text.begins, now.opponent.value);
  return { head, why: `${text.everyGame} ${rule} ${first}` };
}

function tookText(by: Side, move: string) {
  const name = now.nameOf(by);
  return name ? fill(text.took, name, move) : fill(text.tookYou, move);
}

/** What the last move was, and whether there is something to win. */
function whyTurn(here: Entry | undefined) {
  const { game: { value: game }, retried } = state;
  if (retried.value) return fill(text.retried, say.placeName(now.rules.value, retried.value.name));
  if (!game.at) return say.ruleOf(now.rules.value);
  if (!isLatest(game) && now.slipHere.value) return mistakeIn(now.tale.value, now.slipHere.value);
  const by = sideAt(game.at - 1);
  const took = tookText(by, say.placeName(now.rules.value, game.moves[game.at - 1]));
  const chance = here && !here.proved && now.side.value === now.own.value
    ? text.chances[here.value]
    : "";
  return `${took} ${chance}`.trim();
}

/** With values: what gave something away, or what the value means. */
function whyValue(here: Entry) {
  if (here.proved) return here.proved;
  if (now.slipHere.value) return mistakeIn(now.tale.value, now.slipHere.value);
  if (here.searching) return text.searching;
  if (!state.game.value.at) return say.ruleOf(now.rules.value);
  const { moves, at } = state.game.value;
  const took = tookText(sideAt(at - 1), moves[at - 1]);
  return here.value === "draw" ? `${took} ${text.drawWhy}` : took;
}

function hintSaying(here: Entry, named = false) {
  const advice = say.adviceFor(now.rules.value, here, named);
  if (state.hint.value < 2) return advice;
  return state.film.value?.waiting
    ? `${advice} ${text.working}`
    : `${advice} ${say.outcomeOf(here)}`;
}

/** The end: who won, the line that was made, and the story. */
function endSaying(here: Entry): Saying {
  const mine = now.own.value, { winner } = here;
  const found = now.slips.value;
  const story = found ? storyOf(now.tale.value, found, Boolean(winner)) : text.searching;
  const why = `${say.madeOn(now.rules.value, boardOf(here.position))} ${here.proved ? "" : story}`
    .trim();
  if (!mine) {
    return winner ? { side: winner, head: text.wonBy, why } : { head: text.drawn, why };
  }
  const held = unbeatable(now.rules.value, now.seat.value, other(mine));
  const head = winner === mine
    ? fill(text.youBeat, now.opponent.value)
    : winner
    ? fill(text.youLost, now.opponent.value)
    : held
    ? fill(text.held, declined(now.opponent.value))
    : text.drawn;
  return { head, why };
}

/** A puzzle's task, and after a move whether it was right. */
function puzzleSaying(): Saying | null {
  const puzzle = state.puzzle.value, game = state.game.value;
  if (!puzzle) return null;
  const asked = state.entries.value[puzzle.ply];
  if (!asked) return { head: text.waiting, why: "" };
  if (puzzle.missed) {
    const reply = state.film.value?.line[0];
    return {
      head: text.notThat,
      why: reply ? fill(text.refuted, capital(say.placeName(now.rules.value, reply))) : "",
    };
  }
  const { task, lesson } = say.taskOf(now.rules.value, asked);
  if (puzzle.solved) return { head: text.right, why: say.whyText(now.rules.value, asked) };
  if (game.at > puzzle.ply && isPlayedOut(asked)) return { head: text.rightGoOn, why: lesson };
  const why = state.hint.value && now.entry.value?.pick ? hintSaying(now.entry.value) : lesson;
  return { side: asked.to_move, head: task, why };
}
