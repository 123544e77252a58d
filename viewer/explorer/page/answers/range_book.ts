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

class Host {
  static KEPT = 600; // pieces and directories, of some 20 kB each
  // pieces that were read and unpacked, by file and offset, the latest used last
  #kept = new Map<string, Promise<ArrayBuffer>>();
  // the first range: until it is here, it is unknown whether the host can send ranges
  #first: Promise<ArrayBuffer> | null = null;

  constructor(public folder: string) {}

  /** A file of the folder, whole, as JSON. */
  async json(name: string) {
    const response = await this.#asked(name, {});
    return response.json().catch(() => {
      throw brokenOff();
    });
  }

  /** A range of a file, unpacked. */
  unpacked(file: ScoreFile, offset: number, size: number) {
    const key = `${file.file} ${offset}`;
    const found = this.#kept.get(key) ?? this.#range(file, offset, size);
    this.#kept.delete(key);
    this.#kept.set(key, found);
    found.catch(() => this.#kept.delete(key));
    if (this.#kept.size > Host.KEPT) this.#kept.delete([...this.#kept.keys()][0]);
    return found;
  }

  async #range(file: ScoreFile, offset: number, size: number) {
    const first = this.#first;
    if (!first) {
      return (this.#first = this.#read(file, offset, size).catch((error) => {
        if (error instanceof Again) this.#first = null;
        throw error;
      }));
    }
    await first; // a host that cannot send ranges is asked only once
    return this.#read(file, offset, size);
  }

  async #read(file: ScoreFile, offset: number, size: number) {
    const stop = new AbortController();
    const response = await this.#asked(file.file, {
      headers: { Range: `bytes=${offset}-${offset + size - 1}` },
      signal: stop.signal,
    });
    const wrong = this.#wrong(response, file, offset, size);
    if (wrong) {
      stop.abort(); // or the whole file might come
      throw new Error(wrong);
    }
    const packed = await response.arrayBuffer().catch(() => {
      throw brokenOff();
    });
    if (packed.byteLength !== size) throw brokenOff();
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")))
      .arrayBuffer().catch(() => {
        throw new Error(text.fileDamaged(this.folder + file.file));
      });
  }

  /** The host's response to the request for a range or for a whole file. */
  async #asked(name: string, options: RequestInit) {
    const address = this.folder + name;
    if (location.protocol === "file:") throw new Error(text.needsHost);
    if (!globalThis.DecompressionStream) throw new Error(text.needsNewerBrowser);
    // with the browser's cache, ranges of one file would wait for one another
    const response = await fetch(address, { ...options, cache: "no-store" }).catch(() =>
      this.#unread(address)
    );
    if (response.ok || response.status === 416) return response;
    const why = text.hostDoesNot(address, response.status);
    throw response.status >= 500 || response.status === 429 ? new Again(why) : new Error(why);
  }

  /**
   * Throw the reason why there is no response: a browser refuses compressed ranges, but only says
   * that they failed.
   */
  async #unread(address: string): Promise<never> {
    const told = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => {
      throw new Again(text.serverAway);
    });
    const packed = told.headers.get("Content-Encoding");
    throw packed ? new Error(text.hostCompresses(address, packed)) : brokenOff();
  }

  /** The fault of a response to a request for a range, in a sentence; empty if there is none. */
  #wrong(response: Response, { file, bytes }: ScoreFile, offset: number, size: number) {
    const address = this.folder + file;
    const packed = response.headers.get("Content-Encoding");
    if (packed && packed !== "identity") return text.hostCompresses(address, packed);
    if (response.status === 200) return text.hostIgnoresRanges(address, size, bytes);
    const [, from, to, length] =
      /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers.get("Content-Range") ?? "") ?? [];
    if (response.status === 416 || (length !== "*" && Number(length) !== bytes)) {
      return text.hostFileDiffers(address, bytes);
    }
    return Number(from) === offset && Number(to) === offset + size - 1
      ? ""
      : text.hostOtherRange(address);
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
      throw new Error(text.otherVersion(`${this.host.folder}manifest.json`));
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

const brokenOff = () => new Again(text.serverBroke);
