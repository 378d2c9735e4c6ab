/**
 * PackBits (TIFF 6.0, section 9): runs of literal bytes and repeated ones. geotiff.js' own decoder
 * has no bound on what it makes.
 * @throws Error when the bytes end inside a run, or hold more than `mostBytes`
 */
export function packBitsDecoded(packed: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(mostBytes);
  let end = 0;
  for (let at = 0; at < packed.length; ) {
    const head = packed[at++];
    if (head === 128) continue;
    const isRun = head > 128;
    const count = isRun ? 257 - head : head + 1;
    const used = isRun ? 1 : count;
    if (end + count > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    if (at + used > packed.length) throw new Error('ends inside a run');
    if (isRun) out.fill(packed[at], end, end + count);
    else out.set(packed.subarray(at, at + count), end);
    at += used;
    end += count;
  }
  return out.slice(0, end);
}
