"use strict";
// The value history: a row a ply. A position that X wins in n plies stands n steps from the left edge, one that O wins
// n steps from the right, a draw in the middle.

oxobook.history = (root, game, entries, onJump) => {
  const [width, row, margin] = [360, 22, 44];
  const middle = width / 2;
  const step = (middle - margin - 14) / Math.max(1, game.rules.cells);
  const place = (entry) => {
    if (entry.value === "draw") return { x: middle, kind: "drawn", words: "a draw" };
    const winner = oxobook.words.winner(entry);
    const inward = margin + entry.remoteness * step;
    const words = entry.over ? `${winner} has won` : `${winner} wins in ${entry.remoteness}`;
    return { x: winner === "X" ? inward : width - inward, kind: winner.toLowerCase(), words };
  };
  const places = entries.map((entry) => entry && place(entry));
  const y = (ply) => 26 + ply * row;
  const height = y(entries.length - 1) + 14;
  const { svg } = oxobook;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group" });
  const known = places.flatMap((one, ply) => (one ? [{ ...one, ply }] : []));
  picture.setAttribute("aria-label", known.map(({ ply, words }) => `after ${ply} plies ${words}`).join("; "));
  for (const [x, words, anchor] of [[margin, "X wins", "start"], [middle, "draw", "middle"], [width - margin, "O wins", "end"]]) {
    picture.append(svg("line", { x1: x, x2: x, y1: 16, y2: height, class: "rail" }), svg("text", { x, y: 10, "text-anchor": anchor }, words));
  }
  if (places[game.at]) picture.append(svg("rect", { x: 0, y: y(game.at) - row / 2, width, height: row, rx: 4, class: "here" }));
  picture.append(svg("polyline", { class: "path", points: known.map(({ x, ply }) => `${x},${y(ply)}`).join(" ") }));
  for (const { x, kind, ply, words } of known) {
    const group = svg("g", { class: ply > game.at ? "later" : "" });
    const mark = kind === "drawn"
      ? svg("rect", { x: x - 5, y: y(ply) - 5, width: 10, height: 10, class: kind })
      : svg("circle", { cx: x, cy: y(ply), r: 5.5, class: kind });
    const label = `after ${ply} plies: ${words}`;
    const hit = svg("rect", { x: 0, y: y(ply) - row / 2, width, height: row, class: "hit", role: "button", "aria-label": label, tabindex: ply === game.at ? 0 : -1 }, svg("title", {}, label));
    hit.addEventListener("click", () => onJump(ply));
    hit.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      onJump(ply + step);
    });
    group.append(svg("text", { x: 4, y: y(ply) + 4 }, ply ? `${ply} ${game.moves[ply - 1]}` : "start"), mark, hit);
    picture.append(group);
  }
  const held = root.contains(document.activeElement);
  root.replaceChildren(picture);
  if (held) picture.querySelector("[tabindex='0']")?.focus();
};
