/** The board of the game, with who sits at it and the game's marks. */

import { play } from "../actions.ts";
import { Board } from "../board/board.tsx";
import { chipsOf } from "../chips.ts";
import { shownMoves } from "../game/game.ts";
import { HUMAN } from "../game/players.ts";
import { services } from "../services.ts";
import { hasPlaces } from "../words/say.ts";
import { text } from "../words/text.ts";
import * as now from "../state.ts";
import { state } from "../state.ts";
import { useAnswer } from "./ask.ts";
import { Confetti } from "./confetti.tsx";
import { Record } from "./record.tsx";
import { Seat } from "./opponents.tsx";

export function Stage() {
  const of = now.rules.value,
    here = now.entry.value,
    film = state.film.value,
    { game, sign } = state;
  const values = state.values.value && here && !film && !now.over.value && !here.over;
  const from = of.either && sign.value === "O" ? of.cells : 0;
  const mine = game.value.seats[now.side.value] === HUMAN && !film;
  const pointed = state.pointed.value;
  const hint = state.hint.value < 2 || film?.waiting ? now.hinted.value : null;
  return (
    <div class="stage">
      <Seat above />
      <div class={`ground-of-board ${of.gravity ? "tall" : ""}`}>
        <Board
          rules={of}
          board={film ? now.scene.value.board : now.board.value}
          free={mine ? now.free.value : []}
          last={now.scene.value.last}
          chips={values ? chipsOf(of, here, sign.value) : undefined}
          hint={hint}
          lines={now.told.value}
          numbers={film ? now.scene.value.numbers : undefined}
          ranks={useSheet() ?? undefined}
          pointed={pointed === null ? null : pointed % of.cells}
          axes={state.values.value || !hasPlaces(of)}
          onPlay={(cell) => play(cell + from)}
          onPoint={(cell) => void (state.pointed.value = cell === null ? null : cell + from)}
        />
        <Confetti />
      </div>
      <Seat above={false}>{of.either && !now.over.value && <Signs />}</Seat>
      <Record />
    </div>
  );
}

/** The sheet by which a proof plays, once it has left its table; none otherwise. */
function useSheet() {
  const of = now.rules.value, moves = shownMoves(state.game.value);
  const wanted = now.seat.value === "proof" && !now.over.value && of.proof;
  const key = [of.text, wanted, ...moves].join();
  return useAnswer(key, async () => wanted ? await services.source.sheet(of, moves) : null);
}

/** The sign to place, in games where a side may place either. */
function Signs() {
  return (
    <div class="tabs signs" role="group" aria-label={text.setSign}>
      <span class="quiet">{text.setSign}</span>
      {(["X", "O"] as const).map((sign) => (
        <button
          class={sign.toLowerCase()}
          aria-pressed={state.sign.value === sign}
          onClick={() => void (state.sign.value = sign)}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}
