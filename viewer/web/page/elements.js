"use strict";
// Elements made in one line; scripts that are loaded when they are first asked for; texts that are copied.

oxobook.svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

// Path data of the strokes through a line's cells, as book/game/board_svg.py draws them: along neighbours in one
// direction; a line that wraps round an edge breaks there, and a cell without a neighbour gets a short stroke.
oxobook.strokes = (cells, columns) => {
  const places = cells.map((cell) => [cell % columns, Math.floor(cell / columns)]);
  const steps = places.slice(1).map(([x, y], number) => [x - places[number][0], y - places[number][1]]);
  const runs = [[places[0]]];
  steps.forEach(([dx, dy], number) => {
    const run = runs.at(-1), [beforeX, beforeY] = steps[number - 1] ?? [dx, dy];
    const goesOn = Math.max(Math.abs(dx), Math.abs(dy)) === 1 && (run.length === 1 || (dx === beforeX && dy === beforeY));
    if (goesOn) run.push(places[number + 1]);
    else runs.push([places[number + 1]]);
  });
  const [across, down] = (steps[0] ?? [0, 0]).map((step) => Math.abs(step) < 2 ? step : -Math.sign(step));
  return runs.map((run) => {
    const [[x, y], [toX, toY]] = [run[0], run.at(-1)], reach = run.length === 1 ? 0.3 : 0;
    return `M${x + 0.5 - reach * across} ${y + 0.5 - reach * down}L${toX + 0.5 + reach * across} ${toY + 0.5 + reach * down}`;
  }).join("");
};

oxobook.html = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

// Run a script that stands beside the page.
oxobook.script = (address) => new Promise((done, fail) => {
  const element = oxobook.html("script", { src: address });
  element.addEventListener("load", done);
  element.addEventListener("error", () => {
    element.remove();
    fail(new Error(`The file ${address} cannot be read.`));
  });
  document.head.append(element);
});

// The scripts of the graph, the maps, the editor and the puzzles, loaded once; when that fails, the next who asks tries again.
oxobook.more = () => {
  oxobook.loading ??= oxobook.script("more.js").catch((error) => {
    oxobook.loading = null;
    throw error;
  });
  return oxobook.loading;
};

// Copy a text, and say so on the button for a moment.
oxobook.copied = async (button, text) => {
  const before = button.textContent;
  const done = await navigator.clipboard.writeText(text).then(() => "Copied", () => "Cannot copy here");
  if (before === button.textContent) setTimeout(() => { button.textContent = before; }, 2000);
  button.textContent = done;
};
