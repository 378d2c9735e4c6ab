/** Most numbers, by the bits of their indexes. */
const MOST = 1 << 15;
/** Parts of the range of the numbers: about one or a few of them in each. */
const PARTS = 1 << 12;
/** Finite where all numbers are 0 or equal. */
const MOST_PER_UNIT = 1e300;
/** Fewer numbers of a part are sorted by inserting one after the other. */
const FEW = 16;

const keys = new Float64Array(MOST);
const halves = new Int32Array(keys.buffer);
const begin = new Int32Array(PARTS + 1);

/**
 * Indexes of up to 32768 numbers in ascending order; equal to a part in 1e11 counts as equal. Each number has
 * its index in its last bits while they are sorted, by parts of their range, so that no function is called.
 */
export function ascending(numbers: Float64Array): Int32Array {
  const keyed = withIndexes(numbers);
  distribute(keyed);
  for (let part = 0; part < PARTS; part++) sortKeys(begin[part], begin[part + 1]);
  const indexes = new Int32Array(numbers.length);
  for (let at = 0; at < indexes.length; at++) indexes[at] = halves[2 * at] & (MOST - 1);
  return indexes;
}

function withIndexes(numbers: Float64Array): Float64Array {
  if (numbers.length > MOST) throw new Error(`${numbers.length} numbers, expected up to ${MOST}`);
  const keyed = numbers.slice();
  const low = new Int32Array(keyed.buffer);
  for (let i = 0; i < keyed.length; i++) low[2 * i] = (low[2 * i] & -MOST) | i;
  return keyed;
}

/** Puts the keys of each part together, at `begin[part]` to `begin[part + 1]`-1. */
function distribute(keyed: Float64Array): void {
  let least = Infinity;
  let greatest = -Infinity;
  for (const key of keyed) {
    if (key < least) least = key;
    if (key > greatest) greatest = key;
  }
  const perUnit = Math.min(MOST_PER_UNIT, (PARTS - 1) / (greatest - least));
  begin.fill(0);
  for (const key of keyed) begin[Math.floor((key - least) * perUnit)]++;
  for (let part = 1; part <= PARTS; part++) begin[part] += begin[part - 1];
  for (const key of keyed) keys[--begin[Math.floor((key - least) * perUnit)]] = key;
}

function sortKeys(from: number, to: number): void {
  if (to - from > FEW) {
    keys.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const key = keys[i];
    let at = i;
    for (; at > from && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
    keys[at] = key;
  }
}
