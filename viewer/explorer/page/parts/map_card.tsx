/** The map beside the board, with the game's place marked: a way in. */

import { MapDrawing, type MapProps } from "../board/map.tsx";
import { shownMoves } from "../game/game.ts";
import { hasMap, placeOn } from "../game/roads.ts";
import { other } from "../game/rules.ts";
import { countsOf, mapAlong, stepInside } from "../walking.ts";
import { roadsText, sideName } from "../words/say.ts";
import { fill, text } from "../words/text.ts";
import { rules, state } from "../state.ts";
import { useAnswer } from "./ask.ts";

const LEVELS = 2; // that can be read in a small picture

/** The side whose map is shown: X's, if it has one. */
export const mapSide = (): Side | null =>
  (["X", "O"] as const).find((side) => hasMap(rules.value, side)) ?? null;

/** The map of a side on the way of the game; null until it is drawn, or without a side. */
export function useMap(side: Side | null) {
  const of = rules.value, moves = shownMoves(state.game.value);
  const key = [of.text, of.file, side, ...moves].join();
  return useAnswer(key, async () => side && await mapAlong(of, side, moves));
}

/** A map as a picture that stands still. */
export function MapPicture(props: MapProps) {
  const { width, height } = props.rules.drawing;
  return (
    <svg viewBox={`-.15 -.15 ${width + 0.3} ${height + 0.3}`} aria-hidden="true">
      <MapDrawing {...props} />
    </svg>
  );
}

export function MapCard() {
  const side = mapSide(), map = useMap(side), of = rules.value;
  if (!side) return null;
  const moves = shownMoves(state.game.value), counts = map && !moves.length && countsOf(map, side);
  const name = sideName(of.text, side), enter = () => stepInside(side);
  const dare = counts ? roadsText(counts, name) : "";
  return (
    <section class="map-card" aria-label={fill(text.mapTitle, name)}>
      <button class="map-picture" onClick={enter} aria-label={fill(text.mapTitle, name)}>
        {map && <MapPicture rules={of} map={map} depth={LEVELS} place={placeOn(map, moves)} />}
      </button>
      <div class="map-words">
        <b>{fill(text.mapLead, name)}</b>
        <p class="quiet">
          {moves.length ? fill(text.mapHow, sideName(of.text, other(side))) : dare}
        </p>
        <button class="link strong" onClick={enter}>
          {text.stepInside}
          <span aria-hidden="true">{" "}⤢</span>
        </button>
      </div>
    </section>
  );
}
