"use strict";
// The controls: which act a button or a key stands for.

// clicks: acts by the button's id; keys: by the key; digit(number) and step(by) for digits and arrows.
oxobook.controls = ({ clicks, keys, digit, arrow }) => {
  const arrows = { ArrowLeft: -1, ArrowRight: 1 };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select, input, dialog[open]")) return;
    if (/^[1-9]$/.test(event.key)) digit(Number(event.key));
    else if (event.key in arrows && !event.target.closest("#board, #moves")) arrow(arrows[event.key]);
    else keys[event.key.toLowerCase()]?.();
  });
  for (const [id, act] of Object.entries(clicks)) document.getElementById(id).addEventListener("click", act);
};
