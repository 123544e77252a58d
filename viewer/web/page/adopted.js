"use strict";
// A map that was drawn elsewhere made a part of the page: in the page's colours, and with its boards as nodes that can be
// lit and followed. A node is { element, moves, label, children, parent }; its moves are those of the game that lead to it.

oxobook.adopted = (() => {
  const { rules: playing, svg, words } = oxobook;

  // What the drawing's colours are on the page, so that one picture serves both lights and both palettes.
  const COLOURS = {
    "#dff2e6": "win-tint", "#f7ecc9": "draw-tint", "#f9dedb": "loss-tint",
    "#2a5bd7": "x", "#c2441d": "o", "#1d2430": "ink", "#8a929c": "dim", "#ffffff": "paper",
  };
  const DRAWN = new Set(["svg", "g", "path", "circle", "rect", "text"]);

  // The picture of an SVG text, of shapes and words alone.
  function parsed(text) {
    const coloured = text.replace(/<style>.*?<\/style>/s, "").replace(/#[0-9a-f]{6}\b/g, (colour) => (COLOURS[colour] ? `var(--${COLOURS[colour]})` : colour));
    const picture = document.importNode(new DOMParser().parseFromString(coloured, "image/svg+xml").documentElement, true);
    for (const element of [picture, ...picture.querySelectorAll("*")]) {
      if (!DRAWN.has(element.localName)) element.remove();
      for (const { name } of [...element.attributes]) if (/^on|href$|^style$/.test(name)) element.removeAttribute(name);
    }
    return picture;
  }

  // A map of a side, from a ply of a game: the group of each board bears the moves that lead to it from there. One of the
  // whole game may be turned; ``turnings`` are the ways.
  function map(text, game, ply, side) {
    const { rules } = game;
    const drawing = svg("g", {}, ...parsed(text).querySelectorAll("g[data-moves]"));
    const picture = svg("svg", { class: "map-picture", role: "group", "aria-label": `${side}'s map` }, drawing);
    const byLine = new Map();
    const nodes = [...drawing.children].map((element) => {
      const line = element.dataset.moves.split(" ").filter(Boolean);
      const own = line.length > 0 && playing.sideAt(ply + line.length - 1) === side;
      const parent = (line.length && byLine.get(line.slice(0, own ? -2 : -1).join(" "))) || null;
      const node = { element, own, parent, children: [], line, end: ending(element, side) };
      element.prepend(svg("title"), svg("rect", { class: "ground", width: element.dataset.side * rules.columns, height: element.dataset.side * rules.rows }));
      for (const [name, value] of Object.entries({ class: "node", role: "button", tabindex: -1 })) element.setAttribute(name, value);
      parent?.children.push(node);
      byLine.set(line.join(" "), node);
      return node;
    });
    const turnings = ply ? oxobook.turns(rules).slice(0, 1) : oxobook.turns(rules);
    const before = game.moves.slice(0, ply);
    const model = { picture, drawing, nodes, edges: [], rules, side, before, turnings };
    turn(model, turnings[0]);
    return Object.assign(model, { byBoard: byBoard(nodes, rules) });
  }

  // Turn a map, and with it the moves that its boards stand for.
  function turn(model, turning) {
    if (model.turning === turning) return;
    const { drawing, nodes, before, rules } = model;
    const [first] = nodes;
    const { e, f } = first.element.transform.baseVal.consolidate().matrix;
    const [x, y] = [e + (first.element.dataset.side * rules.columns) / 2, f + (first.element.dataset.side * rules.rows) / 2];
    drawing.setAttribute("transform", `translate(${x} ${y}) matrix(${turning.matrix} 0 0) translate(${-x} ${-y})`);
    model.turning = turning;
    for (const node of nodes) {
      const line = node.line.map((name) => rules.names[turning.there[rules.names.indexOf(name)]]);
      node.moves = [...before, ...line];
      node.label = `${line.join(" ") || "here"}${node.end}`;
      node.element.setAttribute("aria-label", node.label);
      node.element.querySelector("title").textContent = node.label;
    }
  }

  // How the game ended on a board of a side's map, by its ground; nothing where it goes on.
  function ending(element, side) {
    const ground = element.querySelector("rect")?.getAttribute("fill").match(/win|draw|loss/)[0];
    return { win: `: ${side} has won`, draw: ": drawn", loss: `: ${words.other(side)} has won` }[ground] ?? "";
  }

  // Where a board stands on the map as it was drawn: it is shown with the side's move made, and read before it is.
  function byBoard(nodes, rules) {
    const places = new Map();
    for (const node of nodes) {
      for (const moves of [node.moves, ...(node.own ? [node.moves.slice(0, -1)] : [])]) {
        const board = playing.textAfter(rules, moves);
        if (!places.has(board)) places.set(board, []);
        places.get(board).push({ node, moves });
      }
    }
    return places;
  }

  return { map, turn };
})();
