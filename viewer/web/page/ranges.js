"use strict";
// The scores of a large book, read by HTTP range requests from the files that stand beside the page: where each lies the
// format of book files says. Loaded when such a book is first asked.

oxobook.Host = class {
  #kept = new Map(); // by file and offset what was read and unpacked, the latest asked for last
  #first = null; // the first range: until it is here, nobody knows whether the host can send any

  constructor(folder) { this.folder = folder; }

  // A file of the folder, whole, as JSON.
  async json(name) {
    const response = await this.#asked(name, {});
    return response.json().catch(() => { throw brokenOff(); });
  }

  // A range of a file, unpacked: an ArrayBuffer.
  unpacked(file, offset, size) {
    const key = `${file.file} ${offset}`;
    const found = this.#kept.get(key) ?? this.#range(file, offset, size);
    this.#kept.delete(key);
    this.#kept.set(key, found);
    found.catch(() => this.#kept.delete(key));
    if (this.#kept.size > oxobook.Host.KEPT) this.#kept.delete(this.#kept.keys().next().value);
    return found;
  }

  async #range(file, offset, size) {
    const first = this.#first;
    if (!first) return (this.#first = this.#read(file, offset, size).catch((error) => { if (error.again) this.#first = null; throw error; }));
    await first; // what a host cannot do it is asked once
    return this.#read(file, offset, size);
  }

  async #read(file, offset, size) {
    const stop = new AbortController();
    const response = await this.#asked(file.file, { headers: { Range: `bytes=${offset}-${offset + size - 1}` }, signal: stop.signal });
    const wrong = this.#wrong(response, file, offset, size);
    if (wrong) {
      stop.abort(); // else the whole file might come
      throw new Error(wrong);
    }
    const packed = await response.arrayBuffer().catch(() => { throw brokenOff(); });
    if (packed.byteLength !== size) throw brokenOff();
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer().catch(() => {
      throw new Error(`${this.folder}${file.file} is damaged on this host: copy the site there again.`);
    });
  }

  // The host's response: to be a range's, or to a whole file's request.
  async #asked(name, options) {
    const address = this.folder + name;
    if (location.protocol === "file:") throw new Error("A book as large as this one is read piece by piece from a host, which a page opened from a disk cannot do: put the site on a host, or start oxobook serve.");
    if (!globalThis.DecompressionStream) throw new Error("A book as large as this one needs a newer browser, one that has DecompressionStream.");
    // a browser's cache would have ranges of one file wait for one another
    const response = await fetch(address, { ...options, cache: "no-store" }).catch(() => this.#unread(address));
    if (response.ok || response.status === 416) return response;
    if (response.status >= 500 || response.status === 429) throw later(`The host cannot send ${address} now: it answers with status ${response.status}.`);
    throw new Error(`The host does not send ${address}: it answers with status ${response.status}.`);
  }

  // Why there is no response: a browser refuses compressed ranges, of which it tells nothing but that they failed.
  async #unread(address) {
    const told = await fetch(address, { method: "HEAD", cache: "no-store" }).catch(() => { throw later("The host does not answer."); });
    const packed = told.headers.get("Content-Encoding");
    throw packed ? new Error(compressed(address, packed)) : brokenOff();
  }

  // What is wrong with a response to a request for a range, in a sentence; empty where nothing is.
  #wrong(response, { file, bytes }, offset, size) {
    const address = this.folder + file;
    const packed = response.headers.get("Content-Encoding");
    if (packed && packed !== "identity") return compressed(address, packed);
    if (response.status === 200) return `This host ignores range requests: asked for ${size.toLocaleString("en")} bytes of ${address}, it sends all ${bytes.toLocaleString("en")}. A book as large as this one needs a host that answers them.`;
    const [, from, to, length] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers.get("Content-Range") ?? "") ?? [];
    if (response.status === 416 || (length !== "*" && Number(length) !== bytes)) return `The file ${address} on this host does not have the ${bytes.toLocaleString("en")} bytes that it should have: copy the site there again.`;
    return Number(from) === offset && Number(to) === offset + size - 1 ? "" : `This host answers a request for a range of ${address} with another range: a book as large as this one needs a host that answers them.`;
  }
};
oxobook.Host.KEPT = 600; // pieces and directories, of some 20 kB each

oxobook.RangeBook = class {
  #manifest = null;

  constructor(rules) {
    this.rules = rules;
    this.host = new oxobook.Host(`books/${rules.text}/`);
  }

  // The table of the files, read when it is first asked for.
  manifest() {
    this.#manifest ??= this.host.json("manifest.json").then((read) => {
      if (read.format === "oxobook-ranges" && read.version === 1) return read;
      throw new Error(`${this.host.folder}manifest.json is of another version than this page: write the site again.`);
    }).catch((error) => {
      this.#manifest = null;
      throw error;
    });
    return this.#manifest;
  }

  // The numbers of the symmetries' images of a board, as pairs of masks of X and O, in the symmetries' order.
  async images(board) {
    const { symmetries } = await this.manifest();
    return symmetries.map((images) => {
      let [x, o] = [0, 0];
      board.forEach((stone, cell) => {
        if (stone === "X") x |= 1 << images[cell];
        if (stone === "O") o |= 1 << images[cell];
      });
      return { x, o, images };
    });
  }

  // The score of a board on which the game goes on, for the side to move.
  async score(board) {
    const { files } = await this.manifest();
    const { x, o } = (await this.images(board)).reduce((least, one) => (one.x < least.x || (one.x === least.x && one.o < least.o) ? one : least));
    const [stones, others] = ["X", "O"].map((side) => board.filter((stone) => stone === side).length);
    const file = files.find((one) => one.stones === stones);
    if (!file) throw this.#damaged();
    const column = columnOf(this.rules.cells, x, o);
    const [before, after] = file.columns;
    const xMoves = stones === others;
    if (file.parts > 1) return new Int8Array(await this.#part(file, x, Number(xMoves)))[xMoves ? column : 4 + column]; // one row
    const piece = await this.#part(file, x, 0);
    const rows = piece.byteLength / (4 + before + after);
    const row = Number.isInteger(rows) ? new Uint32Array(piece, 0, rows).indexOf(x) : -1;
    if (row < 0) throw this.#damaged();
    return new Int8Array(piece)[4 * rows + (xMoves ? rows * before + row * after : row * before) + column];
  }

  // A part of the piece that has the row of an X-mask.
  async #part(file, mask, part) {
    const directory = file.directories.findLast(([first]) => first <= mask);
    if (!directory) throw this.#damaged();
    const [, end, size] = directory;
    const words = new Uint32Array(await this.host.unpacked(file, end, size));
    const pieces = words.length / (1 + file.parts);
    const number = words.subarray(0, pieces).findLastIndex((first) => first <= mask);
    const sizes = words.subarray(pieces + number * file.parts + part);
    return this.host.unpacked(file, end - sizes.reduce((sum, one) => sum + one, 0), sizes[0]);
  }

  #damaged() { return new Error(`The files of ${this.host.folder} on this host do not belong together: copy the site there again.`); }
};

// The rank of O's stones among the sets of as many of the cells that X leaves free (colexicographic).
const columnOf = (cells, x, o) => {
  let [rank, free, taken] = [0, 0, 0];
  for (let cell = 0; cell < cells; cell += 1) {
    if (o & (1 << cell)) rank += binomial(free, (taken += 1));
    if (!(x & (1 << cell))) free += 1;
  }
  return rank;
};

const binomial = (n, k) => {
  let ways = n < k ? 0 : 1;
  for (let step = 1; ways && step <= k; step += 1) ways = (ways * (n - k + step)) / step;
  return ways;
};

// An error that may be gone when it is asked again.
const later = (message) => Object.assign(new Error(message), { again: true });
const compressed = (address, how) => `This host compresses ${address} as it sends it (${how}), so no part of it can be asked for: have it send files that end in .bin as they are.`;
const brokenOff = () => later("The host's answer broke off.");
