"use strict";
// The graph of what may follow: the place of the game, its moves in columns, the best first, and under each the replies.
// Two moves apart no two ways meet, so it is a tree. A node is { element, moves, label, children, parent }.

oxobook.tree = (() => {
  const { rules: playing, svg, words } = oxobook;
  const [COLUMNS, ROWS] = [16, 8]; // the most moves, and replies to each, that are drawn: the best
  const [GAP, FALL, LINE] = [14, 44, 16]; // between columns, above the moves, and under a board for its words

  // The tree from a ply of a game; the book is asked for each move's position.
  async function grow(game, ply, source) {
    const { rules } = game;
    const start = game.moves.slice(0, ply);
    const textOf = (moves) => playing.textAfter(rules, moves);
    const entry = await source.lookup(rules, textOf(start));
    const moves = oxobook.panels.ranked(entry).slice(0, COLUMNS);
    const answers = await Promise.all(moves.map((move) => source.lookup(rules, textOf([...start, move.move]))));
    const size = sizeOf(rules);
    const pitch = { x: size.width + GAP, y: size.height + 8 };
    const width = Math.max(moves.length * pitch.x - GAP, 3 * pitch.x);
    const picture = svg("svg", { class: "graph-picture", role: "group", "aria-label": "Graph" });
    const drawing = picture.appendChild(svg("g"));
    const tree = { picture, nodes: [], edges: [] };

    const add = (at, line, parent, { value, says }) => {
      const node = { moves: line, parent, children: [], at };
      const name = line.slice(ply).join(" ") || (line.length < ply ? "back" : "here");
      parent?.children.push(node);
      node.label = `${name}: ${/won|drawn/.test(says) ? says : `${playing.sideAt(line.length)} to move, ${says.replace(" ", " in ")}`}`;
      node.element = drawn(node, rules, size, value, parent ? `${line.at(-1)} ${says}` : says);
      tree.nodes.push(node);
      return node;
    };
    const join = (from, to, move, path) => {
      const element = svg("path", { class: `edge ${move.value}${move.best ? " best" : ""}`, d: path });
      tree.edges.push({ element, from, to });
    };

    const middle = Math.min((width - size.width) / 2, 3 * pitch.x); // in sight together with the best
    const here = add({ x: middle, y: 0 }, start, null, worth(entry));
    const left = (width - (moves.length * pitch.x - GAP)) / 2;
    moves.forEach((move, column) => {
      const at = { x: left + column * pitch.x, y: size.height + FALL };
      const line = [...start, move.move];
      const child = add(at, line, here, worthAfter(move, entry.to_move));
      const [x, y, toX] = [middle + size.width / 2, size.height, at.x + size.width / 2];
      join(here, child, move, `M${x} ${y}C${x} ${y + FALL * 0.6} ${toX} ${y + FALL * 0.4} ${toX} ${at.y}`);
      const side = answers[column].to_move;
      const replies = oxobook.panels.ranked(answers[column]);
      replies.slice(0, ROWS).forEach((reply, row) => {
        const under = { x: at.x, y: at.y + (row + 1) * pitch.y + 12 };
        const next = add(under, [...line, reply.move], child, worthAfter(reply, side));
        const spine = at.x - GAP / 2;
        join(child, next, reply, `M${at.x} ${at.y + size.height - LINE / 2}H${spine}V${under.y + size.height - LINE / 2}H${at.x}`);
      });
      if (replies.length > ROWS) drawing.append(note(at.x + size.width / 2, at.y + (ROWS + 1) * pitch.y + 24, `${replies.length - ROWS} more`));
    });
    if (entry.moves.length > COLUMNS) drawing.append(note(width - size.width / 2, size.height + FALL - 8, `${entry.moves.length - COLUMNS} more`));
    if (ply) {
      const before = await source.lookup(rules, textOf(start.slice(0, -1)));
      const back = add({ x: middle - size.width - 4 * GAP, y: 0 }, start.slice(0, -1), null, worth(before));
      const move = before.moves.find((one) => one.move === start.at(-1));
      join(back, here, move, `M${middle - 4 * GAP} ${size.height / 2}H${middle}`);
    }
    drawing.append(...tree.edges.map((edge) => edge.element).reverse(), ...tree.nodes.map((node) => node.element)); // the best on top
    return tree;
  }

  function sizeOf({ rows, columns }) {
    const unit = Math.max(8, Math.min(15, 52 / Math.max(rows, columns)));
    return { unit, width: Math.max(64, unit * columns + 12), height: unit * rows + 10 + LINE };
  }

  // What a position is worth to the side to move, and in words.
  const worth = (entry) => ({ value: entry.value, says: words.short(entry) });

  // The same of the position after a move.
  function worthAfter(move, mover) {
    const value = words.turned[move.value];
    if (move.remoteness > 1) return worth({ value, remoteness: move.remoteness - 1 });
    return { value, says: value === "draw" ? "drawn" : `${value === "loss" ? mover : words.other(mover)} won` };
  }

  // A node: the board with its last stone on a halo, and the words under it.
  function drawn({ moves, label, at }, rules, { unit, width, height }, value, says) {
    const board = svg("g", { class: "thumbnail", transform: `translate(${(width - unit * rules.columns) / 2} 6) scale(${unit})` });
    const last = rules.names.indexOf(moves.at(-1));
    if (last >= 0) board.append(svg("circle", { class: "halo", cx: (last % rules.columns) + 0.5, cy: Math.floor(last / rules.columns) + 0.5, r: 0.46 }));
    board.append(...oxobook.panels.thumbnail(rules, moves).childNodes);
    for (const line of playing.completed(rules, playing.boardAfter(rules, moves))) {
      board.append(svg("path", { class: "strike", d: oxobook.strokes(line, rules.columns) }));
    }
    return svg("g", { class: `node ${value}`, transform: `translate(${at.x} ${at.y})`, role: "button", tabindex: -1, "aria-label": label },
      svg("title", {}, label), svg("rect", { class: "ground", width, height, rx: 8 }), board, svg("text", { x: width / 2, y: height - 6 }, says));
  }

  const note = (x, y, text) => svg("text", { class: "more", x, y }, text);

  return { grow };
})();
