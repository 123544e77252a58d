/**
 * The search below a book of first plies, in a worker of its own. It asks the compiled kernel until
 * scores are known.
 *
 * The first message to it is `{ module, words, stack }`: the kernel as a WebAssembly module, the
 * words that describe the board, and the number of words of its stack. Each later one is `{
 * questions }`, the most urgent first, which replace those before. A question asks for a position's
 * score, given the stones of the side to move and all stones; scores beyond `most` count as `most`.
 * It answers `{ key, score }` for each.
 */

// of the number of the table's buckets of 64 bytes: the least that the kernel takes
const BITS = 20;
const LATE_BITS = 17; // of the number of those of late positions behind them
const STOPPED = 127;
const FIRST = 1 << 17; // nodes of a question's first part; between parts new messages are read
const PAUSE = 30; // milliseconds after which they are read in any case

export type Question = { key: string; own: bigint; taken: bigint; most: number };
// with the bounds that are proved, and the nodes of its next part
type Asked = Question & { low: number; high: number; nodes: number };

let waiting: Asked[] = [];
let reach: ((question: Question, target: number, nodes: number) => number) | null = null;
let running = false;

/** Lay out the kernel's memory: the board's words, counters, stack and table. */
async function prepare(
  { module, words, stack }: { module: ArrayBuffer; words: ArrayBuffer; stack: number },
) {
  const { instance } = await WebAssembly.instantiate(module);
  const { memory, reach: kernel, __heap_base: base } = instance.exports as any;
  const board = Math.ceil(base.value / 64) * 64;
  const counters = board + words.byteLength;
  const frames = counters + 64;
  const table = Math.ceil((frames + 8 * stack) / 64) * 64;
  memory.grow(
    Math.ceil((table + 64 * (2 ** BITS + 2 ** LATE_BITS) - memory.buffer.byteLength) / 65536),
  );
  new Uint8Array(memory.buffer, board).set(new Uint8Array(words));
  const counted = new BigInt64Array(memory.buffer, counters, 3);
  reach = (question, target, nodes) => {
    counted.set([0n, BigInt(nodes), 0n]);
    return Number(
      kernel(
        board,
        table,
        BigInt(BITS),
        frames,
        counters,
        question.own,
        question.taken,
        BigInt(target),
        0n,
      ),
    );
  };
}

/**
 * The score to ask for, between bounds: about the middle, but first whether a win or a loss is an
 * early one.
 */
function targetOf(low: number, high: number) {
  const middle = Math.floor((low + high) / 2);
  return middle <= 0
    ? Math.min(middle, Math.ceil(low / 2)) + 1
    : Math.max(middle, Math.floor(high / 2)) + 1;
}

async function run() {
  running = true;
  while (waiting.length) {
    const until = performance.now() + PAUSE;
    do part(waiting[0]); while (waiting.length && performance.now() < until);
    await new Promise((done) => setTimeout(done));
  }
  running = false;
}

/** Run a part of the search for a question; the table keeps its results. */
function part(one: Asked) {
  const target = targetOf(one.low, one.high);
  const found = reach!(one, target, one.nodes);
  one.nodes = found === STOPPED ? 2 * one.nodes : FIRST;
  if (found !== STOPPED && found >= target) one.low = Math.min(found, one.high);
  else if (found !== STOPPED) one.high = Math.max(found, one.low);
  if (one.low < one.high) return;
  waiting.shift();
  postMessage({ key: one.key, score: one.low });
}

addEventListener("message", async ({ data }) => {
  if (data.module) await prepare(data);
  else {
    const before = new Map(waiting.map((one) => [one.key, one]));
    waiting = data.questions.map((one: Question) =>
      before.get(one.key) ?? { ...one, low: -one.most, high: one.most, nodes: FIRST }
    );
  }
  if (reach && !running) run();
});
