/** Inside a side's map: take a cell, and the picture flies into it; the side's answer is there. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { MapDrawing, viewOf } from "../board/map.tsx";
import { depthOf, hasMap, type Road } from "../game/roads.ts";
import { other } from "../game/rules.ts";
import { openPanel } from "../actions.ts";
import { countsOf, leaveMap, seeAll, stepInside, stepOut, take } from "../walking.ts";
import { placeName, roadsText, sideName } from "../words/say.ts";
import { fill, text } from "../words/text.ts";
import { rules, state, type Walk } from "../state.ts";

const FLIGHT = 900; // milliseconds
const LEVELS = 3; // that can be read in a large picture

export function Inside() {
  const walk = state.walk.value!, of = rules.value, { side, map, here, road } = walk;
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => { // the board that had the focus may be gone
    if (!root.current!.querySelector(":enabled:focus")) root.current!.focus();
  }, [walk]);
  const [head, why] = saying(walk), their = other(side);
  const ended = !here.next.length && !here.open;
  return (
    <div class="inside" ref={root} tabIndex={-1} onKeyDown={keys}>
      <div class="inside-words">
        <p class="quiet">{fill(text.mapTitle, sideName(of.text, side))}</p>
        <h2>{head}</h2>
        <p class="why">{why}</p>
        <p class="hidden" aria-live="polite">{`${head} ${why}`}</p>
        {road && (
          <button class="main" onClick={() => openPanel("share")}>{text.inside.share}</button>
        )}
        <div class="row">
          <button disabled={!here.up && !road} onClick={stepOut}>{text.stepOut}</button>
          <button disabled={!here.up || Boolean(road)} onClick={seeAll}>{text.seeAll}</button>
          {hasMap(of, their) && (
            <button onClick={() => stepInside(their)}>
              {fill(text.other, sideName(of.text, side))}
            </button>
          )}
          <button onClick={leaveMap}>{text.leave}</button>
        </div>
      </div>
      <Flight rules={of} here={here}>
        <MapDrawing
          rules={of}
          map={map}
          here={ended || road ? undefined : here}
          depth={depthOf(road ?? here) + LEVELS}
          ring={road}
          onTake={take}
          nameOf={cellName}
        />
      </Flight>
    </div>
  );
}

/** The picture, which flies to the board in which one stands, unless motion is unwanted. */
function Flight({ rules: of, here, children }: {
  rules: Rules;
  here: Road;
  children: preact.ComponentChildren;
}) {
  const picture = useRef<SVGSVGElement>(null), at = useRef<number[]>(viewOf(of, here));
  useLayoutEffect(() => {
    const from = at.current, to = viewOf(of, here), began = performance.now();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let frame = 0;
    const fly = (now: number) => {
      const time = still ? 1 : Math.min(1, (now - began) / FLIGHT);
      const eased = time < 0.5 ? 2 * time * time : 1 - 2 * (1 - time) ** 2;
      const width = from[2] * (to[2] / from[2]) ** eased;
      // the place that flight and target share stays where it is
      const share = from[2] === to[2] ? eased : (from[2] - width) / (from[2] - to[2]);
      const height = width * from[3] / from[2];
      at.current = [
        from[0] + (to[0] - from[0]) * share,
        from[1] + (to[1] - from[1]) * share,
        width,
        height,
      ];
      picture.current!.setAttribute("viewBox", at.current.join(" "));
      if (time < 1) frame = requestAnimationFrame(fly);
    };
    fly(began);
    return () => cancelAnimationFrame(frame);
  }, [here]);
  return <svg ref={picture} class="flight" role="group" aria-label={text.board}>{children}</svg>;
}

/** Escape leads out, and arrows go from cell to cell. */
function keys(event: KeyboardEvent) {
  const root = event.currentTarget as HTMLElement;
  const cells = [...root.querySelectorAll<SVGGElement>(".take")];
  const now = cells.indexOf(document.activeElement as unknown as SVGGElement);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape" || event.key === "Backspace") stepOut();
  else if (step && cells.length) cells.at((now + step) % cells.length)!.focus();
  else return;
  event.preventDefault();
}

/** What a cell is called: its name, and the answer that is there. */
const cellName = (road: Road) => {
  const of = rules.value, taken = of.names[road.cell];
  const reply = road.answer === null ? "" : `: ${of.names[road.answer]}`;
  return fill(text.inside.goTo, taken) + reply;
};

function saying({ side, map, here, road }: Walk): [string, string] {
  const of = rules.value, name = sideName(of.text, side), mine = sideName(of.text, other(side));
  const counts = countsOf(map, side), words = text.inside, end = road ?? here;
  if (!end.next.length && !end.open) {
    if (end.winner === side) {
      return [
        fill(words.won, name),
        counts ? fill(words.wonWhy, counts.lost, name) : words.wonOnly,
      ];
    }
    const why = !counts ? words.heldOnly : counts.held > 1 ? words.heldWhy : words.heldAlone;
    return [end.winner ? words.youWon : words.held, fill(why, counts?.held ?? 0)];
  }
  const head = fill(words.move, mine);
  if (!here.up) return [head, counts ? roadsText(counts, name) : fill(words.uncounted, name)];
  const below = countsOf({ ...here, up: null }, side);
  const left = below && ` ${fill(below.held ? words.left : words.noneLeft, below.all, below.held)}`;
  const reply = here.answer === null ? "" : placeName(of, of.names[here.answer]);
  return [head, (reply && fill(words.answered, name, reply)) + (left ?? "")];
}
