/**
 * A board: a drawing, and over it one button a cell. It shows stones, what moves are worth, a hint
 * and the lines of a reason, and knows nothing of games: anybody can embed it.
 */

import { useRef, useState } from "preact/hooks";
import { completed } from "../game/rules.ts";
import { fill, text } from "../words/text.ts";
import { gridPath, Stone, strokes } from "./pieces.tsx";

/** What a move is worth, on its cell: in its winner's colour, and in words. */
export type Chip = { words: string; winner: Side | null; best: boolean; strong: boolean };
/** A line that a reason speaks of, and whose it is. */
export type Line = { cells: number[]; side: Side };

export type BoardProps = {
  rules: Rules;
  board: Board;
  free?: number[]; // cells that take a stone now
  last?: number | null; // the cell of the last move
  chips?: Map<number, Chip>; // by cell
  hint?: number | null; // the cell of a hint
  lines?: Line[]; // of a reason
  numbers?: Map<number, number>; // of moves that are only shown
  ranks?: Map<number, number>; // of a sheet by which an opponent plays
  lit?: number[]; // cells of an answer, on slides
  pointed?: number | null; // the cell that is pointed at elsewhere
  axes?: boolean; // whether rows and columns are named
  onPlay?: (cell: number) => void;
  onPoint?: (cell: number | null) => void;
};

/** Style of a place in widths of a cell, on a board of some size. */
const spot = ({ drawing: { width, height } }: Rules, x: number, y: number) => ({
  left: `${(100 * x) / width}%`,
  top: `${(100 * y) / height}%`,
});

export function Board(props: BoardProps) {
  const { rules, board, axes = false } = props, { width, height } = rules.drawing;
  const kind = ["board", rules.gravity && "gravity", axes && "axes"].filter(Boolean).join(" ");
  return (
    <div
      class={kind}
      role="group"
      aria-label={fill(text.boardOf, rules.rows, rules.columns)}
      style={{ "--wide": width, "--high": height }}
    >
      {rules.gravity && <Above {...props} />}
      <div class="field">
        <Drawing {...props} />
        <Cells {...props} board={board} />
        {axes && <Axes rules={rules} />}
      </div>
    </div>
  );
}

/** Lines, stones, and what is drawn upon them. */
function Drawing(
  { rules, board, last = null, hint = null, lines = [], numbers, ranks, lit = [] }: BoardProps,
) {
  const { width, height, middles } = rules.drawing;
  const box = (cell: number, name: string, half: number) => (
    <rect
      class={name}
      x={middles[cell][0] - half}
      y={middles[cell][1] - half}
      width={2 * half}
      height={2 * half}
      rx={half * 0.3}
    />
  );
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {rules.gravity && <rect class="wall" width={width} height={height} rx={0.25} />}
      {last !== null && !rules.gravity && (
        <circle class="halo" cx={middles[last][0]} cy={middles[last][1]} r={0.42} />
      )}
      <path class="grid" d={gridPath(rules)} />
      <Edges rules={rules} />
      {lit.map((cell) => box(cell, "lit", 0.44))}
      {lines.map(({ cells, side }) => (
        <path class={`why-line ${side.toLowerCase()}`} d={strokes(cells, rules)} />
      ))}
      {board.map((sign, cell) =>
        sign && (
          <Stone
            key={`${cell}${sign}`}
            side={sign}
            at={middles[cell]}
            disc={rules.gravity}
            fresh={cell === last}
            fall={rules.gravity ? rules.drawing.places[cell][0] + 1 : 0}
          />
        )
      )}
      {last !== null && rules.gravity && (
        <circle class="ring" cx={middles[last][0]} cy={middles[last][1]} r={0.45} />
      )}
      {hint !== null && box(hint, "hint", 0.44)}
      {completed(rules, board).map((line) => (
        <path class="strike" d={strokes(line, rules)} pathLength={1} />
      ))}
      {[...numbers ?? []].map(([cell, number]) => (
        <Number at={middles[cell]} corner>{number}</Number>
      ))}
      {[...ranks ?? []].map(([cell, rank]) =>
        !board[cell] && <Number at={middles[cell]}>{rank}</Number>
      )}
    </svg>
  );
}

/** A number in a cell: of a move, in its corner, or of a sheet, in its middle. */
function Number({ at: [x, y], corner = false, children }: {
  at: number[];
  corner?: boolean;
  children: number;
}) {
  const off = corner ? 0.34 : 0;
  return (
    <g class={corner ? "number" : "rank"} transform={`translate(${x - off} ${y - off})`}>
      {corner && <circle r={0.12} />}
      <text dy="0.36em">{children}</text>
    </g>
  );
}

/** Edges that meet, dotted; and between the layers of a cube a stronger line. */
function Edges({ rules: { kind, layers, drawing: { width, height } } }: { rules: Rules }) {
  const sides = `M0 0V${height}M${width} 0V${height}`, ends = `M0 0H${width}M0 ${height}H${width}`;
  const meets = ({ torus: sides + ends, cylinder: sides } as Record<string, string>)[kind];
  const between = Array.from({ length: layers - 1 }, (_, one) => (one + 1) * width / layers);
  return (
    <>
      {meets && <path class="meets" d={meets} />}
      {between.map((x) => <path class="layer" d={`M${x} 0V${height}`} />)}
    </>
  );
}

/** The values above the columns, where stones fall. */
function Above({ rules, chips }: BoardProps) {
  const columns = rules.stacks.map((stack) => stack.find((cell) => chips?.has(cell)));
  return (
    <div class="above" aria-hidden="true">
      {columns.map((cell) => <span>{cell !== undefined && <Value {...chips!.get(cell)!} />}</span>)}
    </div>
  );
}

export function Value({ words, winner, best, strong }: Chip) {
  const name = ["value", winner?.toLowerCase() ?? "draw", best && "best", !strong && "weak"];
  return <span class={name.filter(Boolean).join(" ")}>{words}</span>;
}

/** The buttons of the cells: one of them is a stop of the Tab key, and arrows move among them. */
function Cells(props: BoardProps) {
  const { rules, free = [], chips, pointed, onPlay, onPoint } = props;
  const { places, middles } = rules.drawing;
  const [focus, setFocus] = useState(Math.floor(rules.cells / 2));
  const root = useRef<HTMLDivElement>(null);
  const stop = Math.min(focus, rules.cells - 1);

  /** Under gravity every cell of a column stands for the one that a stone falls to. */
  const landing = (cell: number) =>
    rules.gravity && !free.includes(cell)
      ? rules.stacks.find((stack) => stack.includes(cell))!.find((one) => free.includes(one)) ??
        cell
      : cell;

  function arrow(event: KeyboardEvent) {
    const step =
      { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const [row, column] = places[stop];
    for (let by = 1; by < Math.max(rules.rows, rules.columns); by += 1) { // over holes
      const next = places.findIndex(([down, right]) =>
        down === row + by * step[0] && right === column + by * step[1]
      );
      if (next < 0) continue;
      setFocus(next);
      root.current!.querySelectorAll("button")[next].focus();
      return;
    }
  }

  const size = rules.kind === "hex" ? 0.86 : 1; // from a row of hexagons to the next
  return (
    <div class="cells" ref={root} onKeyDown={arrow} onPointerLeave={() => onPoint?.(null)}>
      {rules.names.map((_, cell) => {
        const lands = landing(cell), [x, y] = middles[cell], open = free.includes(lands);
        const chip = !rules.gravity && chips?.get(cell);
        return (
          <button
            class={`cell ${open ? "open" : ""} ${open && pointed === cell ? "pointed" : ""}`}
            data-cell={cell}
            tabIndex={cell === stop ? 0 : -1}
            aria-disabled={!open}
            aria-label={labelOf(props, cell, lands, open)}
            style={{
              ...spot(rules, x - size / 2, y - size / 2),
              width: `${(100 * size) / rules.drawing.width}%`,
              height: `${(100 * size) / rules.drawing.height}%`,
            }}
            onClick={() => onPlay?.(lands)}
            onFocus={() => {
              setFocus(cell);
              onPoint?.(open ? lands : null);
            }}
            onBlur={() => onPoint?.(null)}
            onPointerOver={(event) =>
              event.pointerType === "mouse" && onPoint?.(open ? lands : null)}
          >
            {chip && <Value {...chip} />}
          </button>
        );
      })}
    </div>
  );
}

/** What a cell is to a screen reader. */
function labelOf(
  { rules, board, chips, hint, numbers }: BoardProps,
  cell: number,
  lands: number,
  open: boolean,
) {
  const name = rules.names[cell], stone = board[cell], chip = chips?.get(lands);
  const inLine = completed(rules, board).some((line) => line.includes(cell));
  const said = stone
    ? fill(inLine ? text.cell.stoneInLine : text.cell.stone, name, stone)
    : !open
    ? fill(text.cell.closed, name)
    : lands !== cell
    ? fill(text.cell.falls, name, rules.names[lands])
    : chip
    ? fill(chip.best ? text.cell.best : text.cell.worth, name, chip.words)
    : fill(text.cell.free, name);
  const number = numbers?.get(cell);
  return [said, hint === cell && text.cell.hint, number && fill(text.cell.numbered, number)]
    .filter(Boolean).join(", ");
}

/** The names of rows and columns, beside the board's edges. */
function Axes({ rules }: { rules: Rules }) {
  const { middles, height, width } = rules.drawing;
  const rows = new Map(
    rules.names.map((name, cell) => [name.replace(/\D+/, ""), middles[cell]] as const).toReversed(),
  );
  const columns = new Map(
    rules.names.map((name, cell) => [name.replace(/\d+/, ""), middles[cell]]),
  );
  const layers = Array.from({ length: rules.layers > 1 ? rules.layers : 0 }, (_, layer) => layer);
  const name = (kind: string, x: number, y: number, words: string) => (
    <span class={`axis ${kind}-axis`} style={spot(rules, x, y)}>{words}</span>
  );
  const wide = width / layers.length, below = rules.kind === "hex" ? 0.6 : 0.5;
  return (
    <div aria-hidden="true">
      {[...rows].map(([row, [x, y]]) => name("row", x - 0.5, y, row))}
      {[...columns].map(([column, [x, y]]) => name("column", x, y + below, column))}
      {layers.map((one) => name("layer", (one + 0.5) * wide, height, fill(text.layer, one + 1)))}
    </div>
  );
}
