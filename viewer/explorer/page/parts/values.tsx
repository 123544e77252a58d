/** What every move is worth: the moves in groups by their winner, and perfect play that plays. */

import { film, filmTo, play } from "../actions.ts";
import { ranked, worthOfMove } from "../answers/answer.ts";
import { reasonsIn, sideName } from "../words/say.ts";
import { fill, text } from "../words/text.ts";
import { entry, rules, state } from "../state.ts";

const MOST = 14; // moves of a group that are named

/** The moves of a position by their winner, those that are best for the side to move first. */
export function Groups() {
  const here = entry.value;
  if (!here || here.over) return null;
  const groups = Map.groupBy(ranked(here), (move) => worthOfMove(here, move).winner);
  return (
    <section class="groups" aria-label={text.allMoves}>
      {[...groups].map(([winner, moves]) => <GroupRow winner={winner} moves={moves} here={here} />)}
      {here.searching && <p class="quiet">{text.searching}</p>}
    </section>
  );
}

function GroupRow({ winner, moves, here }: { winner: Side | null; moves: Move[]; here: Entry }) {
  const spans = Map.groupBy(moves.slice(0, MOST), (move) => worthOfMove(here, move).moves);
  const best = moves.find((move) => move.best && move.move === here.pick);
  const said = best && best.value !== "loss"
    ? reasonsIn(rules.value, here, best).slice(0, -1)[0]
    : "";
  const why = said && `${best!.move} ${said}`;
  return (
    <div class="group">
      <b class={`value ${winner?.toLowerCase() ?? "draw"}`}>
        {winner ? fill(text.wins, sideName(here.rules, winner)) : text.draw}
      </b>
      <span>
        {[...spans].map(([span, some]) => (
          <>
            {some.map((move) => <MoveButton move={move} />)}
            {span && winner && <em>{fill(text.inMoves, span)}</em>}
          </>
        ))}
        {moves.length > MOST && <em>{fill(text.more, moves.length - MOST)}</em>}
        {why && moves.length <= MOST && <em>{why}</em>}
      </span>
    </div>
  );
}

function MoveButton({ move }: { move: Move }) {
  const number = rules.value.moves.indexOf(move.move);
  const point = (to: number | null) => () => void (state.pointed.value = to);
  return (
    <button
      class={`move ${move.best ? "best" : ""} ${state.pointed.value === number ? "pointed" : ""}`}
      onClick={() => play(number)}
      onPointerEnter={point(number)}
      onPointerLeave={point(null)}
      onFocus={point(number)}
      onBlur={point(null)}
    >
      {move.move}
    </button>
  );
}

/** Perfect play: a button that plays it on the board, and its moves. */
export function Perfect() {
  const running = state.film.value, here = entry.value;
  if (!here || here.over || here.proved) return null;
  return (
    <p class="perfect">
      <button class="link" onClick={film}>
        <span aria-hidden="true">▶{" "}</span>
        {text.perfect}
      </button>
      {running?.waiting && <em>{text.working}</em>}
      {running?.line.map((name, step) => (
        <button
          class={step < running.step ? "move played" : "move"}
          onClick={() => filmTo(step + 1)}
        >
          {name}
        </button>
      ))}
    </p>
  );
}
