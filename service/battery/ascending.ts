/** Most numbers, by the bits of their indexes. */
const MOST = 1 << 15;
/** Parts of the range of the numbers: about one or a few of them in each. */
const PARTS = 1 << 12;
/** Finite where all numbers are 0 or equal. */
const MOST_PER_UNIT = 1e300;
/** Fewer numbers of a part are sorted by inserting one after the other. */
const FEW = 16;

/** The numbers with their indexes, as they came and by parts. */
const keyed = new Float64Array(MOST);
const keyedHalves = new Int32Array(keyed.buffer);
const keys = new Float64Array(MOST);
const halves = new Int32Array(keys.buffer);
const begin = new Int32Array(PARTS + 1);

/**
 * Puts the indexes of up to 32768 numbers into ascending order of these; equal to a part in 1e11 or to 1e-300 counts as
 * equal. Each number has its index in its last bits while they are sorted, by parts of their range, so that no
 * function is called.
 * @param indexes gets them; as long as `numbers`
 */
export function ascending(numbers: Float64Array, indexes: Int32Array): void {
  const count = numbers.length;
  if (count > MOST) throw new Error(`${count} numbers, expected up to ${MOST}`);
  keyed.set(numbers);
  for (let i = 0; i < count; i++) keyedHalves[2 * i] = (keyedHalves[2 * i] & -MOST) | i;
  distribute(count);
  for (let part = 0; part < PARTS; part++) sortKeys(begin[part], begin[part + 1]);
  for (let at = 0; at < count; at++) indexes[at] = halves[2 * at] & (MOST - 1);
}

/** Puts the keys of each part together, at `begin[part]` to `begin[part + 1]`-1. */
function distribute(count: number): void {
  let least = Infinity;
  let greatest = -Infinity;
  for (let i = 0; i < count; i++) {
    if (keyed[i] < least) least = keyed[i];
    if (keyed[i] > greatest) greatest = keyed[i];
  }
  const perUnit = Math.min(MOST_PER_UNIT, (PARTS - 1) / (greatest - least));
  begin.fill(0);
  for (let i = 0; i < count; i++) begin[Math.floor((keyed[i] - least) * perUnit)]++;
  for (let part = 1; part <= PARTS; part++) begin[part] += begin[part - 1];
  for (let i = 0; i < count; i++) {
    keys[--begin[Math.floor((keyed[i] - least) * perUnit)]] = keyed[i];
  }
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
