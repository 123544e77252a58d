/**
 * A side's map, drawn: each board of it with the side's move in its colour, and in its cells the
 * boards that follow. Boards too small to be read are a tint of who wins there.
 */

import { type Box, boxOf, INSET, type Road } from "../game/roads.ts";
import { Position } from "./pieces.tsx";
import type { ComponentChildren } from "preact";

export type MapProps = {
  rules: Rules;
  map: Road;
  depth: number; // levels that are drawn as boards
  here?: Road; // the board in which one stands: its cells can be taken
  ring?: Road | null; // whose road is ringed
  place?: Road | null; // that is marked
  onTake?: (road: Road) => void;
  nameOf?: (road: Road) => string;
};

/** Who wins on all roads from a board on; null where one of them is drawn, or both may win. */
function winnerBelow({ ends: { X, O, draw } }: Road): Side | null {
  return draw || (X && O) ? null : X ? "X" : "O";
}

const tint = (side: Side | null) => `ground ${side?.toLowerCase() ?? "draw"}`;

export function MapDrawing(props: MapProps) {
  const { map, ring, place } = props, rules = { ...props.rules, gravity: false }; // no slots
  const ringed: Road[] = [];
  for (let road = ring; road?.up; road = road.up) ringed.push(road);
  return (
    <g class="map">
      <MapBoard {...props} rules={rules} road={map} level={props.depth} on={props.here === map} />
      {ringed.map((road) => <Mark rules={rules} road={road} name="road" />)}
      {place?.up && <Mark rules={rules} road={place} name="place" />}
    </g>
  );
}

/** The rectangle round a board, some way out of it. */
function around({ drawing: { width, height } }: Rules, { x, y, unit }: Box, out: number) {
  const [wide, high] = [width, height].map((side) => side * unit + 2 * out);
  return { x: x - out, y: y - out, width: wide, height: high };
}

/** A frame round a board. */
function Mark({ rules, road, name }: { rules: Rules; road: Road; name: string }) {
  const box = boxOf(rules, road);
  return <rect class={name} {...around(rules, box, 0.1 * box.unit)} rx={box.unit * 0.3} />;
}

type Inner = MapProps & { road: Road; level: number; on: boolean };

function MapBoard({ road, level, on, ...props }: Inner) {
  const { rules, here } = props, { width, height, middles } = rules.drawing;
  const unit = INSET / Math.max(width, height);
  return (
    <>
      {road.next.length === 0 && !road.open && (
        <rect class={tint(road.winner)} width={width} height={height} rx={0.15} />
      )}
      <Position rules={rules} board={road.board} bright={road.answer} />
      {road.next.map((next) => {
        const [x, y] = middles[next.cell];
        const put = `translate(${x - width * unit / 2} ${y - height * unit / 2}) scale(${unit})`;
        const inner = level > 0
          ? <MapBoard {...props} road={next} level={level - 1} on={here === next} />
          : <rect class={tint(winnerBelow(next))} width={width} height={height} rx={0.2} />;
        return on && props.onTake
          ? <Cell {...props} next={next} put={put}>{inner}</Cell>
          : <g transform={put}>{inner}</g>;
      })}
    </>
  );
}

/** A cell that can be taken: it is pressed like a button. */
function Cell({ rules, next, put, onTake, nameOf, children }: MapProps & {
  next: Road;
  put: string;
  children: ComponentChildren;
}) {
  const { width, height } = rules.drawing, whole = { x: 0, y: 0, unit: 1 };
  return (
    <g
      transform={put}
      class="take"
      role="button"
      tabindex={0}
      aria-label={nameOf?.(next)}
      onClick={() => onTake!(next)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onTake!(next);
      }}
    >
      <rect class="hold" {...around(rules, whole, 0.09 * Math.max(width, height))} rx={0.25} />
      {children}
    </g>
  );
}

/** The part of the picture round a board, as x, y, width and height. */
export function viewOf(rules: Rules, road: Road) {
  const box = boxOf(rules, road), { width, height } = rules.drawing;
  return Object.values(around(rules, box, 0.03 * box.unit * Math.max(width, height)));
}
