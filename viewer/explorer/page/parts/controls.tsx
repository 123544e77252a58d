/** The buttons under the sentence: the one thing to do, undo, a new game, and the switch of values. */

import * as actions from "../actions.ts";
import { isAwaited } from "../game/game.ts";
import { nextAfter } from "../game/players.ts";
import { leavePuzzle, nextPuzzle, stopFinding } from "../puzzling.ts";
import { playerName } from "../words/say.ts";
import { fill, text } from "../words/text.ts";
import { entry, over, ownSlip, rules, seat, state, whole } from "../state.ts";

type Act = { words: string; act: () => void; off?: boolean; kind?: string };

export function Controls() {
  const { main, others } = acts();
  return (
    <div class="controls">
      {main && <button class="main" disabled={main.off} onClick={main.act}>{main.words}</button>}
      {others.map(({ words, act, off, kind }) => (
        <button class={kind} disabled={off} onClick={act}>{words}</button>
      ))}
      {(!whole.value || state.values.value) && <Switch />}
    </div>
  );
}

const Switch = () => (
  <label class="switch">
    <input
      type="checkbox"
      role="switch"
      checked={state.values.value}
      onChange={actions.toggleValues}
    />
    <span>{text.values}</span>
  </label>
);

/** The one thing to do, and what else there is. */
function acts(): { main: Act | null; others: Act[] } {
  const { film, puzzle, game } = state;
  const fresh = { words: text.newGame, act: () => actions.begin() };
  const back = { words: text.undo, act: actions.undo, off: !game.value.at, kind: "undo" };
  const again = { words: text.again, act: actions.rematch };
  const look = whole.value && !state.values.value
    ? [{ words: text.lookAtAll, act: actions.lookAtAll }]
    : [];
  if (state.finding.value) return { main: { words: text.stop, act: stopFinding }, others: [] };
  if (puzzle.value) return puzzleActs();
  if (film.value) {
    return { main: { words: text.stop, act: actions.stopFilm }, others: [back, fresh] };
  }
  if (over.value) return endActs(again, look);
  const others = [back, whole.value ? again : fresh, ...look];
  return { main: actions.mayGoOn() ? { words: text.goOn, act: actions.goOn } : hintAct(), others };
}

/** Ask for a hint, then why. */
function hintAct(): Act {
  const off = !entry.value?.pick || isAwaited(state.game.value) || state.hint.value > 1;
  return { words: state.hint.value ? text.whyButton : text.hintButton, act: actions.hint, off };
}

function puzzleActs() {
  const next = { words: text.puzzleNext, act: () => void nextPuzzle(actions.show) };
  const leave = { words: text.backToGame, act: () => void leavePuzzle(actions.show) };
  return state.puzzle.value!.solved
    ? { main: next, others: [leave] }
    : { main: hintAct(), others: [leave] };
}

/** After a game: meet the next one, try again, or play again; and look at every move. */
function endActs(again: Act, look: Act[]) {
  const passed = actions.hasPassed();
  const next = passed ? nextAfter(rules.value, seat.value) : undefined;
  const main = next
    ? { words: fill(text.meet, playerName(next)), act: () => actions.against(next) }
    : !passed && ownSlip.value
    ? { words: text.tryMove, act: actions.tryAgain }
    : null;
  return main ? { main, others: [again, ...look] } : { main: again, others: look };
}
