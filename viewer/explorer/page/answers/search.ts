/**
 * The search below a book of first plies. It asks the compiled kernel, in parts of some
 * milliseconds, until scores are known.
 */

const BITS = 20; // of the number of the table's buckets of 64 bytes: the least that it may have
const LATE_BITS = 17; // of the number of those of late positions behind them
const STOPPED = 127;
const FIRST = 1 << 17; // nodes of a question's first part; between parts new messages are read
const PAUSE = 30; // milliseconds after which they are read in any case

/** The kernel as a WebAssembly module, the words that describe the board, and those of its stack. */
export type Kernel = { module: ArrayBuffer; words: ArrayBuffer; stack: number };
/**
 * A position's score is asked for, given the stones of the side to move and all stones; scores
 * beyond `low` and `high` count as these.
 */
export type Question = { key: string; own: bigint; taken: bigint; low: number; high: number };
type Asked = Question & { nodes: number }; // between the bounds that are proved, in its next part

type Reach = (question: Question, target: number, nodes: number) => number;

export class Search {
  #waiting: Asked[] = []; // the most urgent first
  #reach: Promise<Reach>;
  #running: Promise<void> | null = null;

  constructor(kernel: Kernel, private onFound: (key: string, score: number) => void) {
    this.#reach = prepared(kernel);
  }

  /** Search these, instead of those asked for before; done when no question waits. */
  ask(questions: Question[]): Promise<void> {
    const before = new Map(this.#waiting.map((one) => [one.key, one]));
    this.#waiting = questions.map((one) => before.get(one.key) ?? { ...one, nodes: FIRST });
    return this.#running ??= this.#run();
  }

  async #run() {
    const reach = await this.#reach;
    while (this.#waiting.length) {
      const until = performance.now() + PAUSE;
      do this.#part(reach, this.#waiting[0]); while (
        this.#waiting.length && performance.now() < until
      );
      await new Promise((done) => setTimeout(done));
    }
    this.#running = null;
  }

  /** Run a part of the search for a question; the table keeps its results. */
  #part(reach: Reach, one: Asked) {
    const target = targetOf(one.low, one.high);
    const found = reach(one, target, one.nodes);
    one.nodes = found === STOPPED ? 2 * one.nodes : FIRST;
    if (found !== STOPPED && found >= target) one.low = Math.min(found, one.high);
    else if (found !== STOPPED) one.high = Math.max(found, one.low);
    if (one.low < one.high) return;
    this.#waiting.shift();
    this.onFound(one.key, one.low);
  }
}

/** Lay out the kernel's memory: the board's words, counters, stack and table. */
async function prepared({ module, words, stack }: Kernel): Promise<Reach> {
  const { instance } = await WebAssembly.instantiate(module);
  const { memory, reach: kernel, __heap_base: base } = instance.exports as any;
  const board = Math.ceil(base.value / 64) * 64;
  const counters = board + words.byteLength;
  const frames = counters + 64;
  const table = Math.ceil((frames + 8 * stack) / 64) * 64;
  const end = table + 64 * (2 ** BITS + 2 ** LATE_BITS);
  memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
  new Uint8Array(memory.buffer, board).set(new Uint8Array(words));
  const counted = new BigInt64Array(memory.buffer, counters, 3);
  return ({ own, taken }, target, nodes) => {
    counted.set([0n, BigInt(nodes), 0n]);
    const asked = [own, taken, BigInt(target), 0n];
    return Number(kernel(board, table, BigInt(BITS), frames, counters, ...asked));
  };
}

/** The score to ask for, between bounds: about the middle, but first whether the end is early. */
function targetOf(low: number, high: number) {
  const middle = Math.floor((low + high) / 2);
  return middle <= 0
    ? Math.min(middle, Math.ceil(low / 2)) + 1
    : Math.max(middle, Math.floor(high / 2)) + 1;
}
