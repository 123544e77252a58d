/**
 * What the page is painted by before its script is here: bundle.ts puts it into the page. The look
 * of the page before its script is here: the mode that it opens in, and the chosen colours.
 */

const { dataset } = document.documentElement;
const fields = new URLSearchParams(location.hash.slice(1));
// settings that move the board apply before anything is painted
const linked = fields.has("rules");
if (linked) dataset.linked = ""; // whose move it is is not known yet
if (linked && fields.get("view") !== "play") dataset.mode = "explore";
// words that will be replaced are not painted
if (navigator.language.startsWith("de")) document.documentElement.lang = "de";
// the choices come from another process, and the first paint does not wait for them
requestAnimationFrame(() =>
  setTimeout(() => {
    try {
      const { palette = "classic", theme = "auto" } = JSON.parse(
        localStorage.getItem("oxobook") || "{}",
      );
      Object.assign(dataset, { palette, theme });
    } catch { /* the page is dressed as for anyone */ }
  })
);
