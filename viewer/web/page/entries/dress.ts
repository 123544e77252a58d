/** The look of the page before its script is here: the mode that it opens in, and the chosen colours. */

const { dataset } = document.documentElement;
const fields = new URLSearchParams(location.hash.slice(1));
// settings that move the board apply before anything is painted
const linked = fields.has("rules"), explores = linked && fields.get("view") !== "play";
if (linked) dataset.linked = ""; // whose move it is is not known yet
if (explores) dataset.mode = "explore";
document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "script", href: explores ? "explore.js" : "play.js" }));
// words that will be replaced are not painted
if (navigator.language.startsWith("de")) document.documentElement.lang = "de";
// the choices come from another process, and the first paint does not wait for them
requestAnimationFrame(() => setTimeout(() => {
  try {
    const { palette = "classic", theme = "auto" } = JSON.parse(localStorage.getItem("oxobook") || "{}");
    Object.assign(dataset, { palette, theme });
  } catch { /* the page is dressed as for anyone */ }
}));
