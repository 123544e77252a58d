/** How the page is dressed before its script is here: the mode that it opens in, and the colours that were chosen. */

const { dataset } = document.documentElement;
const fields = new URLSearchParams(location.hash.slice(1));
// what moves the board is settled before anything is painted
if (fields.has("rules") && fields.get("view") !== "play") {
  dataset.mode = "explore";
  document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "script", href: "explore.js" }));
}
// words that will be replaced are not painted
if (navigator.language.startsWith("de")) document.documentElement.lang = "de";
// what was chosen is asked of another process, and the first paint does not wait for it
requestAnimationFrame(() => setTimeout(() => {
  try {
    const { palette = "classic", theme = "auto" } = JSON.parse(localStorage.getItem("oxobook") || "{}");
    Object.assign(dataset, { palette, theme });
  } catch { /* the page is dressed as for anyone */ }
}));
