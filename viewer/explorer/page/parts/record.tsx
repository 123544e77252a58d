/**
 * The game as a row of marks, each a button that goes there. With values they are bars: up where X
 * wins and down where O does, the longer the sooner. After a game they are its boards, with the
 * mistakes lit, for as long as the game is on the screen.
 */

import { useEffect, useRef } from "preact/hooks";
import { jump } from "../actions.ts";
import { worthOf } from "../answers/answer.ts";
import { SmallBoard } from "../board/pieces.tsx";
import { sideAt } from "../game/rules.ts";
import { markOf } from "../game/story.ts";
import { hasPlaces, placeName, worthText } from "../words/say.ts";
import { text, wordOf } from "../words/text.ts";
import { own, rules, slips, state, whole } from "../state.ts";

const LONG = 25; // moves of a game that is shown without boards

export function Record() {
  const row = useRef<HTMLOListElement>(null);
  const { moves, at } = state.game.value;
  useEffect(() => { // the place that is shown stays in sight
    const here = row.current!.children[at] as HTMLElement | undefined;
    if (here) row.current!.scrollLeft = here.offsetLeft - row.current!.clientWidth / 2;
  }, [at, moves.length]);
  const boards = whole.value && !state.values.value && moves.length <= LONG;
  return (
    <ol ref={row} class={`record ${boards ? "boards" : ""}`} aria-label={text.soFar}>
      {["", ...moves].map((move, ply) => <Mark move={move} ply={ply} boards={boards} key={ply} />)}
    </ol>
  );
}

function Mark({ move, ply, boards }: { move: string; ply: number; boards: boolean }) {
  const { at, moves } = state.game.value, values = state.values.value;
  const here = state.entries.value[ply], before = state.entries.value[ply - 1];
  const mark = values && ply && before ? markOf(before, move) : "";
  const slip = slips.value?.find((one) => one.ply === ply - 1);
  const worth = values && here ? worthText(rules.value.text, worthOf(here)) : "";
  const called = !ply
    ? text.start
    : hasPlaces(rules.value) && !values
    ? `${ply}, ${placeName(rules.value, move)}`
    : `${ply}, ${move}`;
  const said = [called, worth, wordOf(text.marks, mark)].filter(Boolean).join(": ");
  const gift = slip && own.value && slip.side !== own.value;
  const kind = [ply > at && "later", slip && (gift ? "gift" : "slip"), mark[0] === "?" && "bad"];
  return (
    <li>
      <button
        class={kind.filter(Boolean).join(" ")}
        title={said}
        aria-label={said}
        aria-current={ply === at ? "step" : undefined}
        onClick={() => jump(ply)}
      >
        {boards
          ? <SmallBoard rules={rules.value} moves={moves.slice(0, ply)} />
          : values && here
          ? <Bar entry={here} />
          : <Sign ply={ply} move={move} />}
        <span>{values && ply ? move + mark : ply || text.start}</span>
      </button>
    </li>
  );
}

/** The sign that a move placed. */
function Sign({ ply, move }: { ply: number; move: string }) {
  if (!ply) return <i class="sign" />;
  const { terms, either } = rules.value;
  const sign = either ? move[0] : terms.signs[(ply - 1) % 2];
  return <i class={`sign ${sideAt(ply - 1).toLowerCase()}`}>{sign === "X" ? "✕" : "○"}</i>;
}

/** A bar of who wins: the longer, the sooner; a draw lies in the middle. */
function Bar({ entry }: { entry: Entry }) {
  const { winner, moves } = worthOf(entry), most = Math.ceil(rules.value.cells / 2);
  const tall = winner ? 1 - 0.75 * Math.min(1, (moves ?? 0) / most) : 0;
  return (
    <i class={`bar ${winner?.toLowerCase() ?? "draw"}`}>
      <i style={{ "--tall": String(tall) }} />
    </i>
  );
}
