/** Most numbers. */
const MOST = 1 << 15;
/** Most parts of a range, about one or a few numbers in each. */
const PARTS = 1 << 12;
/** Fewer numbers are sorted by inserting one after the other. */
const FEW = 16;
/** Numbers closer than this count as equal. */
const NEAR = 1e-12;

/** The numbers in the order so far; these and their indexes as they came, with the part of each. */
const keys = new Float64Array(MOST);
const cameKeys = new Float64Array(MOST);
const cameIndexes = new Int32Array(MOST);
const partOf = new Int32Array(MOST);
/** Where the parts begin, one range's after the other's that it is a part of. */
const begin = new Int32Array(32 * (PARTS + 1));

/**
 * Puts the indexes of up to 32768 numbers into ascending order of these, numbers closer than 1e-12 in any order:
 * by parts of their range, a part with many numbers again by parts of its own, so that bunched numbers take
 * little longer and no function compares.
 * @param indexes gets them; as long as `numbers`, which lie within 1e9 of each other
 */
export function ascending(numbers: Float64Array, indexes: Int32Array): void {
  const count = numbers.length;
  if (count > MOST) throw new Error(`${count} numbers, expected up to ${MOST}`);
  keys.set(numbers);
  for (let i = 0; i < count; i++) indexes[i] = i;
  distribute(indexes, 0, count, 0);
  for (let i = 1; i < count; i++) {
    const key = keys[i];
    const index = indexes[i];
    let at = i;
    for (; at > 0 && keys[at - 1] > key; at--) {
      keys[at] = keys[at - 1];
      indexes[at] = indexes[at - 1];
    }
    keys[at] = key;
    indexes[at] = index;
  }
}

/**
 * Puts the numbers at `from` to `to`-1 into order but within parts that have few of them.
 * @param first index in `begin` of the first part
 */
function distribute(indexes: Int32Array, from: number, to: number, first: number): void {
  let least = Infinity;
  let greatest = -Infinity;
  for (let i = from; i < to; i++) {
    if (keys[i] < least) least = keys[i];
    if (keys[i] > greatest) greatest = keys[i];
  }
  if (greatest - least < NEAR) {
    keys.fill(least, from, to);
    return;
  }
  const parts = Math.min(to - from, PARTS);
  const end = first + parts;
  const perUnit = (parts - 1) / (greatest - least);
  begin.fill(0, first, end);
  for (let i = from; i < to; i++) {
    const key = keys[i];
    const part = first + Math.floor((key - least) * perUnit);
    cameKeys[i] = key;
    cameIndexes[i] = indexes[i];
    partOf[i] = part;
    begin[part]++;
  }
  begin[end] = to;
  for (let part = first, sum = from; part < end; part++) begin[part] = sum += begin[part];
  for (let i = to - 1; i >= from; i--) {
    const at = --begin[partOf[i]];
    keys[at] = cameKeys[i];
    indexes[at] = cameIndexes[i];
  }
  for (let part = first; part < end; part++) {
    if (begin[part + 1] - begin[part] > FEW) {
      distribute(indexes, begin[part], begin[part + 1], end + 1);
    }
  }
}
