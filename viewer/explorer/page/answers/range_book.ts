/** The scores of a large book, read by HTTP range requests from the files beside the page. */

import { stonesOn } from "../game/rules.ts";
import { text } from "../words/text.ts";
import { Again } from "./answer.ts";
import { leastImage, rankOf } from "./made.ts";

/** A file of scores, as the manifest lists it. */
type ScoreFile = {
  file: string;
  bytes: number;
  stones: number;
  columns: [number, number];
  parts: number;
  directories: [number, number, number][];
};

const KEPT = 600; // pieces and directories, of some 20 kB each

class Host {
  #kept = new Map<string, Promise<ArrayBuffer>>(); // unpacked, by file and offset

  constructor(public folder: string) {}

  /** A file of the folder, whole, as JSON. */
  async json(name: string) {
    const response = await this.#asked(name, {});
    return response.json().catch(brokenOff);
  }

  /** A range of a file, unpacked. */
  unpacked(file: ScoreFile, offset: number, size: number) {
    const key = `${file.file} ${offset}`, found = this.#kept.get(key);
    if (found) return found;
    const read = this.#read(file, offset, size);
    this.#kept.set(key, read);
    read.catch(() => this.#kept.delete(key));
    if (this.#kept.size > KEPT) this.#kept.delete([...this.#kept.keys()][0]);
    return read;
  }

  async #read({ file, bytes }: ScoreFile, offset: number, size: number) {
    const stop = new AbortController(), range = `bytes ${offset}-${offset + size - 1}`;
    const response = await this.#asked(file, {
      headers: { Range: range.replace(" ", "=") },
      signal: stop.signal,
    });
    const sent = response.headers.get("Content-Range") ?? "";
    const whole = [`${range}/${bytes}`, `${range}/*`].includes(sent);
    const packed = response.headers.has("Content-Encoding");
    if (response.status !== 206 || !whole || packed) {
      stop.abort(); // or the whole file might come
      const differs = response.status === 416 || (sent.startsWith(range) && !packed);
      throw new Error(text[differs ? "fileDamaged" : "hostDiffers"](this.folder + file));
    }
    const content = await response.arrayBuffer().catch(brokenOff);
    if (content.byteLength !== size) return brokenOff();
    return new Response(
      new Blob([content]).stream().pipeThrough(new DecompressionStream("deflate")),
    )
      .arrayBuffer().catch(() => {
        throw new Error(text.fileDamaged(this.folder + file));
      });
  }

  /** The host's response to the request for a range or for a whole file. */
  async #asked(name: string, options: RequestInit) {
    const address = this.folder + name;
    if (location.protocol === "file:") throw new Error(text.needsHost);
    // with the browser's cache, ranges of one file would wait for one another
    const response = await fetch(address, { ...options, cache: "no-store" }).catch(async () => {
      // a browser refuses compressed ranges, but only says that they failed
      const told = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => {
        throw new Again(text.serverAway);
      });
      if (told.headers.has("Content-Encoding")) throw new Error(text.hostDiffers(address));
      return brokenOff();
    });
    if (response.ok || response.status === 416) return response;
    const why = text.hostDoesNot(address, response.status);
    throw response.status >= 500 || response.status === 429 ? new Again(why) : new Error(why);
  }
}

export class RangeBook {
  #manifest: Promise<any> | null = null;

  host: Host;

  constructor(public rules: Rules) {
    this.host = new Host(`books/${rules.text}/`);
  }

  /** The table of the files, read when it is first asked for. */
  manifest(): Promise<{ files: ScoreFile[]; symmetries: number[][] }> {
    this.#manifest ??= this.host.json("manifest.json").then((read) => {
      if (read.format === "oxobook-ranges" && read.version === 1) return read;
      throw this.#damaged();
    }).catch((error) => {
      this.#manifest = null;
      throw error;
    });
    return this.#manifest;
  }

  /** The score of a board on which the game goes on, for the side to move. */
  async score(board: Board) {
    const { files, symmetries } = await this.manifest(),
      { x, o } = leastImage(board, symmetries, "x");
    const stones = board.filter((stone) => stone === "X").length;
    const file = files.find((one) => one.stones === stones);
    if (!file) throw this.#damaged();
    const column = rankOf(
      [...board.keys()].filter((cell) => !(x & (1 << cell))).map((cell) =>
        Boolean(o & (1 << cell))
      ),
    );
    const [before, after] = file.columns;
    const xMoves = stonesOn(board) === 2 * stones;
    // one row
    if (file.parts > 1) {
      return new Int8Array(await this.#part(file, x, Number(xMoves)))[xMoves ? column : 4 + column];
    }
    const piece = await this.#part(file, x, 0);
    const rows = piece.byteLength / (4 + before + after);
    const row = Number.isInteger(rows) ? new Uint32Array(piece, 0, rows).indexOf(x) : -1;
    if (row < 0) throw this.#damaged();
    return new Int8Array(
      piece,
    )[4 * rows + (xMoves ? rows * before + row * after : row * before) + column];
  }

  /** A part of the piece that has the row of an X-mask. */
  async #part(file: ScoreFile, mask: number, part: number) {
    const directory = file.directories.findLast(([first]) => first <= mask);
    if (!directory) throw this.#damaged();
    const [, end, size] = directory;
    const words = new Uint32Array(await this.host.unpacked(file, end, size));
    const pieces = words.length / (1 + file.parts);
    const number = words.subarray(0, pieces).findLastIndex((first) => first <= mask);
    const sizes = words.subarray(pieces + number * file.parts + part);
    return this.host.unpacked(file, end - sizes.reduce((sum, one) => sum + one, 0), sizes[0]);
  }

  #damaged() {
    return new Error(text.fileDamaged(this.host.folder));
  }
}

function brokenOff(): never {
  throw new Again(text.serverBroke);
}
