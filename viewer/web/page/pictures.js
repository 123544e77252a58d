"use strict";
// The strategy pictures, each drawn when it is first opened in this position.

oxobook.pictured = (root, game, source, position, palette) => {
  const addresses = { graph: game.over ? [] : source.graph(game.rules, position, palette), "map-x": source.map(game.rules, "X", palette), "map-o": source.map(game.rules, "O", palette) };
  for (const [id, from] of Object.entries(addresses)) {
    const folded = document.getElementById(id);
    folded.hidden = !from.length;
    const shown = folded.querySelector("img");
    if (shown && shown.dataset.from === from[0]) continue;
    folded.querySelector("a, p")?.remove();
    folded.ontoggle = () => folded.open && !folded.hidden && !folded.querySelector("img") && picture(folded, from, from[0]);
    folded.ontoggle();
  }
  root.hidden = [...root.querySelectorAll("details")].every((folded) => folded.hidden);

  // The first of some pictures that there is; the others are smaller.
  function picture(folded, [from, ...smaller], first) {
    const summary = folded.firstElementChild;
    if (!from) {
      folded.replaceChildren(summary, oxobook.html("p", { class: "quiet" }, "There is no such picture of this game: it would be too large to read."));
      return;
    }
    const image = oxobook.html("img", { src: from, alt: summary.textContent, "data-from": first });
    const link = oxobook.html("a", { href: from, target: "_blank", rel: "noopener" }, image);
    image.addEventListener("load", () => { link.scrollLeft = (link.scrollWidth - link.clientWidth) / 2; });
    image.addEventListener("error", () => image.isConnected && picture(folded, smaller, first));
    folded.replaceChildren(summary, link);
  }
};
