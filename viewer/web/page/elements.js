"use strict";
// Elements made in one line; scripts that are loaded when they are first asked for; texts that are copied.

oxobook.svg = (name, attributes = {}, ...children) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
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
