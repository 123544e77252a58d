/** The sentence, and under it one line of why; screen readers get the same. */

import { worthOf } from "../answers/answer.ts";
import { isLatest } from "../game/game.ts";
import { unbeatable } from "../game/players.ts";
import { isPlayedOut } from "../game/puzzles.ts";
import { boardOf, other, sideAt } from "../game/rules.ts";
import { mistakeIn, storyOf } from "../game/story.ts";
import {
  adviceFor,
  capital,
  exactly,
  headOf,
  madeOn,
  outcomeOf,
  placeName,
  ruleOf,
  sideName,
  taskOf,
} from "../words/say.ts";
import { text } from "../words/text.ts";
import {
  entry,
  nameOf,
  opponent,
  over,
  own,
  rules,
  seat,
  side,
  slipHere,
  slips,
  state,
  tale,
  whole,
} from "../state.ts";

/** A headline: a side's name in its colour, if it begins with one, and the rest. */
type Saying = { side?: Side; head: string; why: string };

export function Headline() {
  const { side: named, head, why } = saying();
  const heard = state.hint.value && entry.value
    ? adviceFor(rules.value, entry.value, true)
    : entry.value && !state.puzzle.value
    ? exactly(entry.value, state.values.value)
    : head;
  return (
    <div class="headline">
      <h2>
        {named && <span class={named.toLowerCase()}>{sideName(rules.value.text, named)}</span>}
        {head}
      </h2>
      <p class="why">{state.note.value || why}</p>
      <p class="hidden" aria-live="polite">{`${named ?? ""}${heard} ${why}`}</p>
    </div>
  );
}

function saying(): Saying {
  const puzzle = puzzleSaying();
  if (puzzle) return puzzle;
  const here = entry.value, worth = here && worthOf(here), game = state.game.value;
  if (over.value && here) return endSaying(here);
  if (state.hint.value && here?.pick) return { ...turn(), why: hintSaying(here) };
  if (state.values.value && here) {
    return { side: worth!.winner ?? undefined, head: tail(here), why: whyValue(here) };
  }
  if (!game.at && !whole.value && here) return startSaying(here);
  return { ...turn(), why: whyTurn(here) };
}

/** The headline of a value, without the winner's name. */
const tail = (here: Entry) => {
  const { winner } = worthOf(here);
  return winner ? headOf(here).slice(sideName(here.rules, winner).length) : headOf(here);
};

const turn = (): Pick<Saying, "side" | "head"> =>
  !own.value
    ? { side: side.value, head: text.toMove }
    : side.value === own.value
    ? { head: text.yourMove }
    : { head: text.theirMove(opponent.value) };

/** At the empty board: what is known of the game, as a dare. */
function startSaying(here: Entry): Saying {
  const { winner } = worthOf(here), rule = ruleOf(rules.value);
  if (!own.value) return { side: side.value, head: text.toMove, why: `${rule} ${text.everyGame}` };
  const head = here.proved || !winner
    ? text.canYouHold
    : winner === own.value
    ? text.canYouWin
    : text.canYouStop(sideName(here.rules, winner));
  const first = side.value === own.value
    ? text.youAre(sideName(here.rules, own.value))
    : text.begins(opponent.value);
  return { head, why: `${text.everyGame} ${rule} ${first}` };
}

/** What the last move was, and whether there is something to win. */
function whyTurn(here: Entry | undefined) {
  const { game: { value: game }, retried } = state;
  if (retried.value) return text.retried(placeName(rules.value, retried.value.name));
  if (!game.at) return ruleOf(rules.value);
  if (!isLatest(game) && slipHere.value) return mistakeIn(tale.value, slipHere.value);
  const by = sideAt(game.at - 1);
  const took = text.took(nameOf(by), placeName(rules.value, game.moves[game.at - 1]));
  const chance = here && !here.proved && side.value === own.value ? text.chances[here.value] : "";
  return `${took} ${chance}`.trim();
}

/** With values: what gave something away, or what the value means. */
function whyValue(here: Entry) {
  if (here.proved) return here.proved;
  if (slipHere.value) return mistakeIn(tale.value, slipHere.value);
  if (here.searching) return text.searching;
  if (!state.game.value.at) return ruleOf(rules.value);
  const { moves, at } = state.game.value;
  const took = text.took(nameOf(sideAt(at - 1)), moves[at - 1]);
  return here.value === "draw" ? `${took} ${text.drawWhy}` : took;
}

function hintSaying(here: Entry) {
  const advice = adviceFor(rules.value, here);
  if (state.hint.value < 2) return advice;
  return state.film.value?.waiting ? `${advice} ${text.working}` : `${advice} ${outcomeOf(here)}`;
}

/** The end: who won, the line that was made, and the story. */
function endSaying(here: Entry): Saying {
  const mine = own.value, { winner } = here;
  const found = slips.value;
  const story = found ? storyOf(tale.value, found, Boolean(winner)) : text.searching;
  const why = `${madeOn(rules.value, boardOf(here.position))} ${here.proved ? "" : story}`.trim();
  if (!mine) {
    return winner ? { side: winner, head: text.wonBy, why } : { head: text.drawn, why };
  }
  const held = unbeatable(rules.value, seat.value, other(mine));
  const head = winner === mine
    ? text.youBeat(opponent.value)
    : winner
    ? text.youLost(opponent.value)
    : held
    ? text.held(opponent.value)
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
      why: reply ? text.refuted(capital(placeName(rules.value, reply))) : "",
    };
  }
  const { task, lesson } = taskOf(rules.value, asked);
  if (puzzle.solved) return { head: text.right, why: adviceFor(rules.value, asked) };
  if (game.at > puzzle.ply && isPlayedOut(asked)) return { head: text.rightGoOn, why: lesson };
  const why = state.hint.value && entry.value?.pick ? hintSaying(entry.value) : lesson;
  return { side: asked.to_move, head: task, why };
}
