/** Walks inside a side's map: the reader is the other side, and the map answers. */

import { grow, isWholeMap, mapOf, type Road } from "./game/roads.ts";
import { rules, state } from "./state.ts";
import { services } from "./services.ts";

const SEEN = 1500; // milliseconds for which the end of a road stays before the picture flies out

const answer = (of: Rules) => (line: string[]) => services.source.pick(of, line);

/** The map in which a side's moves on the way are those of a game, if there is one. */
export const mapAlong = (of: Rules, side: Side, moves: string[] = []) =>
  mapOf(of, side, async (line) => {
    const along = moves.length > line.length && line.every((move, ply) => move === moves[ply]);
    return along ? of.moves.indexOf(moves[line.length]) : await answer(of)(line);
  });

/** Step into the map of a side. */
export async function stepInside(side: Side) {
  const map = await mapAlong(rules.value, side);
  state.panel.value = null;
  state.walk.value = { side, map, here: map, road: null };
}

/** Take a cell: go into the board that lies in it. */
export async function take(road: Road) {
  const walk = state.walk.value!, of = rules.value;
  if (road.open) await grow(of, walk.side, road, answer(of));
  state.walk.value = { ...walk, here: road, road: null };
  if (road.next.length) return;
  setTimeout(() => state.walk.value?.here === road && seeAll(), SEEN);
}

export function stepOut() {
  const walk = state.walk.value!;
  if (walk.road) state.walk.value = { ...walk, here: walk.road.up ?? walk.map, road: null };
  else if (walk.here.up) state.walk.value = { ...walk, here: walk.here.up };
  else state.walk.value = null;
}

/** Fly out, and ring the road that was taken. */
export function seeAll() {
  const walk = state.walk.value!;
  state.walk.value = { ...walk, here: walk.map, road: walk.road ?? walk.here };
}

export const leaveMap = () => void (state.walk.value = null);

/** The roads of a map, and those that the walker holds or wins; null where they are not all drawn. */
export function countsOf(map: Road, side: Side) {
  if (!isWholeMap(map)) return null;
  const { X, O, draw } = map.ends, lost = side === "X" ? X : O;
  return { all: X + O + draw, lost, held: X + O + draw - lost };
}
