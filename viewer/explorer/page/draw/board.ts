/**
 * The board: one button a cell, under drawn lines. A free cell shows what the move is worth to the
 * mover; under gravity the values stand above.
 */

import { strength } from "../answers/answer.ts";
import { completed, signOf, signShown } from "../game/rules.ts";
import { shortOf, worthOf } from "../words/say.ts";
import { text } from "../words/text.ts";
import { html, svg } from "./elements.ts";
import { beam, place } from "./kinds.ts";
import { chip, stoneOf, strokes } from "./pieces.ts";
import type { Game } from "../game/game.ts";

// content of the board: a game, or stones that are set
export type Shown = Pick<Game, "board" | "legal" | "at" | "moves">;

export class BoardView {
  focus = 0;
  legal = new Set<number>();
  cells: HTMLElement[] = [];
  above: HTMLElement[] = []; // places above the columns, under gravity
  sign: Side = "X"; // the sign that the next stone has
  #labels: string[] = []; // what the cells are to a screen reader
  strikes = svg("svg");
  late = 0;

  /** @param onPoint is told the moves that are pointed at: one, or none */
  constructor(
    public root: HTMLElement,
    public rules: Rules,
    onPlay: (move: number) => void,
    onPoint: (moves: number[]) => void,
  ) {
    this.lay(rules);
    root.addEventListener("click", (event) => this.#with(event, (cell) => onPlay(this.move(cell))));
    const point = (cell?: number) => {
      this.#aim(cell);
      onPoint(cell === undefined ? [] : [this.move(cell)]);
    };
    root.addEventListener(
      "pointerover",
      (event) => event.pointerType === "mouse" && this.#with(event, point),
    );
    root.addEventListener(
      "focusin",
      (event) => this.#with(event, (cell) => point(this.focus = cell)),
    );
    for (const event of ["pointerleave", "focusout"]) root.addEventListener(event, () => point());
    root.addEventListener("keydown", (event) => this.#arrow(event));
  }

  #with(event: Event, act: (cell: number) => void) {
    const cell = (event.target as Element).closest("button.cell");
    if (cell instanceof HTMLElement) act(Number(cell.dataset.cell));
  }

  /** Under gravity every cell of a column stands for the one that a stone falls to. */
  #landing(cell: number) {
    if (!this.rules.gravity || this.legal.has(cell)) return cell;
    const stack = this.rules.stacks.find((cells) => cells.includes(cell));
    return stack?.find((one) => this.legal.has(one)) ?? cell;
  }

  /** The move of a cell, with the sign that is chosen. */
  move(cell: number) {
    return this.#landing(cell) + (this.rules.either && this.sign === "O" ? this.rules.cells : 0);
  }

  /**
   * Show the cell that a stone would fall to, under gravity, or the lines through a cell, where
   * they are not seen at once.
   * @param cell that is pointed at; none when nothing is
   */
  #aim(cell?: number) {
    if (this.rules.kind) beam(this, cell);
    if (!this.rules.gravity) return;
    const lands = cell === undefined ? -1 : this.#landing(cell);
    this.cells.forEach((one, number) =>
      one.classList.toggle("aimed", number === lands && this.legal.has(lands))
    );
    this.root.style.setProperty("--side", `var(--${signShown(this.sign).toLowerCase()})`);
  }

  #arrow(event: KeyboardEvent) {
    const step =
      { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const { places } = this.rules.drawing, [row, column] = places[this.focus];
    for (let by = 1; by < Math.max(this.rules.rows, this.rules.columns); by += 1) { // over holes
      const next = places.findIndex(([down, right]) =>
        down === row + by * step[0] && right === column + by * step[1]
      );
      if (next < 0) continue;
      this.cells[this.focus].tabIndex = -1;
      this.cells[next].tabIndex = 0;
      return this.cells[next].focus();
    }
  }

  lay(rules: Rules) {
    const { rows, columns, drawing: { width, height } } = this.rules = rules;
    const placed = rules.kind === "hex" || rules.cells < rows * columns;
    this.focus = Math.floor(rules.cells / 2);
    this.legal.clear();
    this.root.style.setProperty("--columns", String(width));
    this.root.style.setProperty("--rows", String(height));
    this.root.classList.toggle("gravity", rules.gravity);
    this.root.classList.toggle("placed", placed);
    this.root.setAttribute("aria-label", text.boardOf(rows, columns));
    this.cells = rules.names.map((name, cell) =>
      html("button", {
        type: "button",
        class: "cell",
        "data-cell": cell,
        tabindex: cell === this.focus ? 0 : -1,
      })
    );
    const axis = (words: string, side = "") =>
      html("span", { class: `axis ${side}`, "aria-hidden": "true" }, words);
    this.strikes = svg("svg", {
      class: "strikes",
      viewBox: `0 0 ${width} ${height}`,
      "aria-hidden": "true",
    });
    this.above = [];
    if (placed) return place(this, axis);
    const children = this.cells.flatMap((
      cell,
      index,
    ) => (index % columns ? [cell] : [axis(String(rows - index / columns)), cell]));
    const letters = rules.names.slice(0, columns).map((name) => axis(name.replace(/\d+/, "")));
    this.above = rules.gravity
      ? letters.map(() => html("span", { class: "above", "aria-hidden": "true" }))
      : [];
    const [top, lines] = rules.gravity ? [[axis(""), ...this.above], []] : [[], [this.lines()]];
    const under = rules.layers > 1 ? [axis(""), ...this.#layers(axis)] : [];
    this.root.classList.toggle("layered", under.length > 0);
    const below = [axis(""), ...letters, ...under];
    this.root.replaceChildren(...top, ...children, ...below, ...lines, this.strikes);
  }

  /** The names of a cube's layers, under their columns. */
  #layers(axis: (words: string) => HTMLElement) {
    const { layers, columns } = this.rules;
    return Array.from({ length: layers }, (_, layer) => {
      const named = axis(text.layer(layer + 1));
      named.style.gridColumn = `span ${columns / layers}`;
      return named;
    });
  }

  /** The lines between the cells, each a stroke that draws itself; edges that meet are dotted. */
  lines() {
    const { kind, layers, drawing: { width, height, borders } } = this.rules;
    const isLayer = ([x, , toX]: number[]) => layers > 1 && x === toX && x % (width / layers) === 0;
    const drawn = borders.map((border) =>
      svg("path", {
        d: `M${border.slice(0, 2)}L${border.slice(2)}`,
        pathLength: 1,
        class: isLayer(border) ? "layer" : "",
      })
    );
    const sides = `M0 0V${height}M${width} 0V${height}`,
      ends = `M0 0H${width}M0 ${height}H${width}`;
    const meets = ({ torus: sides + ends, cylinder: sides } as Record<string, string>)[kind];
    if (meets) drawn.push(svg("path", { d: meets, pathLength: 1, class: "meets" }));
    return svg(
      "svg",
      { class: "lines", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      ...drawn,
    );
  }

  /**
   * Show a game; what has not changed is left alone, so that nothing blinks.
   * @param entry undefined while it is unknown or not to be shown
   * @param waiting whether values stay until the answer is here
   */
  show(game: Shown, entry: Entry | undefined, waiting = false) {
    const board = game.board.map(signShown);
    this.legal = new Set(game.legal.map((move) => move % this.rules.cells));
    if (!this.rules.either) this.sign = signOf(this.rules, 0, game.at);
    this.#aim();
    const lines = completed(this.rules, game.board);
    const inLine = new Set(lines.flat());
    const last = game.at
      ? this.rules.moves.indexOf(game.moves[game.at - 1]) % this.rules.cells
      : -1;
    const moves = new Map((entry?.moves ?? []).map((move) => [move.move, move]));
    this.#await(waiting);
    this.cells.forEach((button, cell) => {
      const move = moves.get(this.rules.moves[this.move(cell)]);
      button.setAttribute("aria-disabled", String(!this.legal.has(this.#landing(cell))));
      this.#labels[cell] = this.#label(cell, board[cell], move, inLine.has(cell));
      button.classList.toggle("last", cell === last);
      button.classList.toggle("legal", this.legal.has(cell));
      this.#stone(button, cell, board[cell], cell === last);
      if (!this.above.length && !(waiting && this.legal.has(cell))) {
        this.#chip(button, this.legal.has(cell) ? move : undefined, entry);
      }
    });
    this.above.forEach((top, column) => {
      const cell = this.rules.stacks.flat().find((one) =>
        one % this.rules.columns === column && this.legal.has(one)
      );
      if (cell === undefined || !waiting) {
        this.#chip(top, moves.get(this.rules.names[cell ?? -1]), entry);
      }
    });
    this.#strike(lines);
    this.#say();
  }

  /** Take the focus, on a cell if one is named. */
  take(cell = this.focus) {
    this.cells[this.focus].tabIndex = -1;
    this.cells[cell].tabIndex = 0;
    this.cells[cell].focus();
  }

  /** Light cells: an answer, or a hint. @param hinted which is said to screen readers */
  light(lit: number[], hinted = false) {
    this.cells.forEach((cell, number) => {
      cell.classList.toggle("lit", lit.includes(number));
      cell.classList.toggle("hinted", hinted && lit.includes(number));
    });
    this.#say();
  }

  /** Mark the cells of moves that are pointed at, wherever that is. */
  point(moves: number[]) {
    this.cells.forEach((cell, number) =>
      cell.classList.toggle("pointed", moves.includes(this.move(number)) && this.legal.has(number))
    );
  }

  /** Label the cells, with what is lit and numbered. */
  #say() {
    this.cells.forEach((cell, number) => {
      const numbered = cell.querySelector(".ghost")?.textContent;
      const hinted = cell.classList.contains("hinted") && !cell.dataset.stone;
      const said = [
        this.#labels[number],
        hinted && text.cell.hint,
        numbered && text.cell.numbered(numbered),
      ];
      cell.setAttribute("aria-label", said.filter(Boolean).join(", "));
    });
  }

  /**
   * Fade values while an answer is awaited, but only if it is late: fading elements are drawn
   * apart, and a click would wait for that.
   */
  #await(waiting: boolean) {
    clearTimeout(this.late);
    this.root.classList.remove("late");
    if (waiting) this.late = setTimeout(() => this.root.classList.add("late"), 200);
  }

  #label(cell: number, stone: string, move: Move | undefined, inLine: boolean) {
    const { names } = this.rules;
    if (stone) return text.cell.stone(names[cell], stone, inLine);
    const lands = this.#landing(cell);
    if (!this.legal.has(lands)) return text.cell.closed(names[cell]);
    if (lands !== cell) return text.cell.falls(names[cell], names[lands]);
    return move
      ? text.cell.worth(names[cell], worthOf(move), move.best)
      : text.cell.free(names[cell]);
  }

  /** The stone of a cell, put there only when it is new; the last one draws itself, or falls. */
  #stone(button: HTMLElement, cell: number, stone: Side | "", fresh: boolean) {
    if ((button.dataset.stone || "") === stone) return;
    button.dataset.stone = stone;
    button.querySelector("svg")?.remove();
    if (!stone) return;
    const drawn = stoneOf(stone, this.rules.gravity);
    drawn.style.setProperty("--fall", String(Math.floor(cell / this.rules.columns) + 1));
    drawn.classList.toggle("fresh", fresh);
    button.append(drawn);
  }

  /** The worth of a move as a chip, changed only if it says something new. */
  #chip(spot: HTMLElement, move: Move | undefined, entry: Entry | undefined) {
    const says = move && entry ? JSON.stringify([move, strength(move, entry)]) : "";
    if ((spot.dataset.says || "") === says) return;
    spot.dataset.says = says;
    spot.querySelector(".value")?.remove();
    if (!move || !entry) return;
    const words = [html("b", {}, shortOf(move))];
    if (!this.above.length && move.best && move.wrong_replies) {
      words.push(html("small", {}, text.trapsShort(move.wrong_replies)));
    }
    spot.append(chip(move, entry, ...words));
  }

  #strike(lines: number[][]) {
    const says = JSON.stringify(lines);
    if (this.strikes.dataset.says === says) return;
    this.strikes.dataset.says = says;
    this.strikes.replaceChildren(
      ...lines.map((line) => svg("path", { d: strokes(line, this.rules), pathLength: 1 })),
    );
  }

  /**
   * Number the cells of a line of play, from the move that is pointed at; none to take the numbers
   * away.
   */
  ghosts(line: string[], at: number) {
    for (const ghost of this.root.querySelectorAll(".ghost")) ghost.remove();
    line.forEach((name, step) => {
      const move = this.rules.moves.indexOf(name);
      this.cells[move % this.rules.cells].append(
        html("span", {
          class: `ghost ${signShown(signOf(this.rules, move, at + step)).toLowerCase()}`,
          "aria-hidden": "true",
        }, String(step + 1)),
      );
    });
    this.#say();
  }
}
