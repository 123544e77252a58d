/**
 * A side's map, drawn: each board of it with the side's move in its colour, and in its cells the
 * boards that follow. Boards too small to be read are a tint of who wins there.
 */

import { completed } from "../game/rules.ts";
import { boxOf, INSET } from "../game/roads.ts";
import { gridPath, Stone, strokes } from "./pieces.tsx";
import type { ComponentChildren } from "preact";
import type { Road } from "../game/roads.ts";

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
  const { rules, map, ring, place } = props;
  const ringed: Road[] = [];
  for (let road = ring; road?.up; road = road.up) ringed.push(road);
  return (
    <g class={rules.gravity ? "map falls" : "map"}>
      <MapBoard {...props} road={map} level={props.depth} on={props.here === map} />
      {ringed.map((road) => <Mark rules={rules} road={road} name="road" />)}
      {place?.up && <Mark rules={rules} road={place} name="place" />}
    </g>
  );
}

/** A frame round a board. */
function Mark({ rules, road, name }: { rules: Rules; road: Road; name: string }) {
  const { x, y, unit } = boxOf(rules, road), { width, height } = rules.drawing;
  const out = 0.1 * unit;
  return (
    <rect
      class={name}
      x={x - out}
      y={y - out}
      width={width * unit + 2 * out}
      height={height * unit + 2 * out}
      rx={unit * 0.3}
    />
  );
}

type Inner = MapProps & { road: Road; level: number; on: boolean };

function MapBoard({ road, level, on, ...props }: Inner) {
  const { rules, here } = props, { width, height, middles } = rules.drawing;
  const unit = INSET / Math.max(width, height);
  const stones = road.board.flatMap((sign, cell) => sign ? [{ sign, cell }] : []);
  return (
    <>
      {road.next.length === 0 && !road.open && (
        <rect class={tint(road.winner)} width={width} height={height} rx={0.15} />
      )}
      <path class="grid" d={gridPath(rules)} />
      {stones.map(({ sign, cell }) => (
        <Stone side={sign} at={middles[cell]} dim={cell !== road.answer} disc={rules.gravity} />
      ))}
      {completed(rules, road.board).map((line) => <path class="strike" d={strokes(line, rules)} />)}
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
  const { width, height } = rules.drawing, out = 0.09 * Math.max(width, height);
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
      <rect
        class="hold"
        x={-out}
        y={-out}
        width={width + 2 * out}
        height={height + 2 * out}
        rx={0.25}
      />
      {children}
    </g>
  );
}

/** The part of the picture round a board, as x, y, width and height. */
export function viewOf(rules: Rules, road: Road): [number, number, number, number] {
  const { x, y, unit } = boxOf(rules, road), { width, height } = rules.drawing;
  const out = 0.09 * unit * Math.max(width, height) / 3;
  return [x - out, y - out, width * unit + 2 * out, height * unit + 2 * out];
}
