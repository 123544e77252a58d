/** Pictures that stand alone, as files. */

const WIDTH = 1200; // pixels
const PAINT = ["fill", "stroke", "stroke-width", "stroke-linecap", "opacity", "vector-effect"];

/** The colours of a drawing's shapes as they are on the page, written into each of them. */
function painted(drawing: SVGSVGElement) {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const made = [...copy.querySelectorAll<SVGElement>("*")];
  for (const [number, shape] of [...drawing.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(shape);
    for (const name of PAINT) {
      made[number].style.setProperty(name, style.getPropertyValue(name));
    }
    made[number].removeAttribute("class");
  }
  return copy;
}

/** A drawing as a PNG on the page's paper. */
export async function pngOf(drawing: SVGSVGElement): Promise<Blob> {
  const copy = painted(drawing), { width, height } = drawing.viewBox.baseVal;
  const high = Math.round(WIDTH * height / width), margin = WIDTH / 20;
  copy.setAttribute("width", String(WIDTH));
  copy.setAttribute("height", String(high));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const src = `data:image/svg+xml,${
    encodeURIComponent(new XMLSerializer().serializeToString(copy))
  }`;
  const picture = Object.assign(new Image(), { src });
  await picture.decode();
  const drawn = new OffscreenCanvas(WIDTH + 2 * margin, high + 2 * margin);
  const brush = drawn.getContext("2d")!;
  brush.fillStyle = getComputedStyle(document.body).backgroundColor;
  brush.fillRect(0, 0, drawn.width, drawn.height);
  brush.drawImage(picture, margin, margin);
  return drawn.convertToBlob();
}
