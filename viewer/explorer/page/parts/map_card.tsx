/** The map beside the board, with the game's place marked: a way in. */

import { useEffect, useState } from "preact/hooks";
import { MapDrawing } from "../board/map.tsx";
import { shownMoves } from "../game/game.ts";
import { hasMap, placeOn } from "../game/roads.ts";
import { other } from "../game/rules.ts";
import { countsOf, mapAlong, stepInside } from "../walking.ts";
import { roadsText, sideName } from "../words/say.ts";
import { fill, text } from "../words/text.ts";
import { rules, state } from "../state.ts";
import type { Road } from "../game/roads.ts";

const LEVELS = 2; // that can be read in a small picture

/** The side whose map is shown: X's, if it has one. */
export const mapSide = (): Side | null =>
  (["X", "O"] as const).find((side) => hasMap(rules.value, side)) ?? null;

export function MapCard() {
  const side = mapSide(), moves = shownMoves(state.game.value), of = rules.value;
  const [map, setMap] = useState<{ of: Rules; side: Side; road: Road } | null>(null);
  useEffect(() => {
    let wanted = true;
    if (side) {
      mapAlong(of, side, moves).then(
        (road) => wanted && setMap({ of, side, road }),
        () => wanted && setMap(null),
      );
    }
    return () => {
      wanted = false;
    };
  }, [of, side, moves.join()]);
  if (!side) return null;
  const there = map?.of === of && map.side === side ? map.road : null;
  const counts = there && !moves.length && countsOf(there, side);
  const { width, height } = of.drawing, name = sideName(of.text, side);
  const dare = counts ? roadsText(counts, name) : "";
  return (
    <section class="map-card" aria-label={fill(text.mapTitle, name)}>
      <button
        class="map-picture"
        onClick={() => stepInside(side)}
        aria-label={`${fill(text.mapTitle, name)}: ${text.stepInside}`}
      >
        <svg viewBox={`-.15 -.15 ${width + 0.3} ${height + 0.3}`} aria-hidden="true">
          {there && (
            <MapDrawing rules={of} map={there} depth={LEVELS} place={placeOn(there, moves)} />
          )}
        </svg>
      </button>
      <div class="map-words">
        <b>{fill(text.mapLead, name)}</b>
        <p class="quiet">
          {moves.length ? fill(text.mapHow, sideName(of.text, other(side))) : dare}
        </p>
        <button
          class="link strong"
          onClick={() =>
            stepInside(side)}
        >
          {text.stepInside}
          <span aria-hidden="true">{" "}⤢</span>
        </button>
      </div>
    </section>
  );
}
