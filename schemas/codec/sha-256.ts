/** SHA-256 (FIPS 180-4), for pages that are neither on https nor localhost: there browsers have none of their own. */

const BLOCK = 64;
const ROUNDS = 64;
const WORDS = 8;
/** Bytes of the message's length at its end. */
const LENGTH = 8;

const PRIMES = firstPrimes(ROUNDS);
/** Section 4.2.2: first 32 bits of the fractional parts of the primes' cube roots, and section 5.3.3, of their square roots. */
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, WORDS), (prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return primes;
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

/** The digest of some bytes, one part after the other. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const message = padded(parts);
  const hash = START.slice();
  const schedule = new Int32Array(ROUNDS);
  for (let at = 0; at < message.byteLength; at += BLOCK) addBlock(hash, message, at, schedule);
  const digest = new DataView(new ArrayBuffer(4 * WORDS));
  for (const [i, word] of hash.entries()) digest.setInt32(4 * i, word);
  return new Uint8Array(digest.buffer);
}

/** Section 5.1.1: a one bit, zeros, and the length in bits fill the last block. */
function padded(parts: readonly Uint8Array[]): DataView {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(Math.ceil((length + 1 + LENGTH) / BLOCK) * BLOCK);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - LENGTH, 8n * BigInt(length));
  return view;
}

/** Section 6.2.2, with its names. */
function addBlock(hash: Int32Array, message: DataView, at: number, w: Int32Array): void {
  for (let t = 0; t < 16; t++) w[t] = message.getInt32(at + 4 * t);
  for (let t = 16; t < ROUNDS; t++) {
    const [x, y] = [w[t - 15], w[t - 2]];
    const sigma0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const sigma1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[t] = sigma1 + w[t - 7] + sigma0 + w[t - 16];
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let t = 0; t < ROUNDS; t++) {
    const chosen = (e & f) ^ (~e & g);
    const t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + CONSTANTS[t] + w[t];
    const most = (a & b) ^ (a & c) ^ (b & c);
    const t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] += word;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
