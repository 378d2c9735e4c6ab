import { LARGEST_BODY } from '../../../schemas/checks/largest-body.ts';
import { HttpError } from '../http-error.ts';

/**
 * Times the largest legal body. A mistaken one, such as a field too many in each item, is still
 * parsed and reported by name; one that only costs time is not.
 */
const SPARE = 10;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
/** Size from which on searching pays. */
const LONG_BYTES = 16_384;

const BLANKS = [0x20, 0x09, 0x0a, 0x0d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Refuses a body whose parsing would hold up the service: a million brackets or names in 2 MB cost
 * 60 to 250 ms.
 * @param bytes JSON as UTF-8, not yet checked
 * @throws HttpError invalid_parameter, or invalid_json where the ends alone show that it is none
 */
export function refuseCostly(bytes: Buffer): void {
  if (bytes.length < LONG_BYTES || !isPlainlyCheap(bytes)) count(bytes);
}

/**
 * Whether a body cannot have too many parts, whatever its texts are, by searches that take a fiftieth
 * of a pass over the bytes: that of long arrays of numbers, which would cost a third of their parsing.
 */
function isPlainlyCheap(bytes: Buffer): boolean {
  const { containers, texts, numbers } = LARGEST_BODY;
  // A value has a byte next to its comma, or the parser stops at it.
  if (bytes.length > 2 * SPARE * (numbers + texts)) return false;
  const mostContainers = SPARE * containers;
  const found = countUpTo(bytes, BRACKET, mostContainers) + countUpTo(bytes, BRACE, mostContainers);
  const mostQuotes = 2 * SPARE * texts;
  return found <= mostContainers && countUpTo(bytes, QUOTE, mostQuotes) <= mostQuotes;
}

/** How often a byte occurs; not counted beyond one too many. */
function countUpTo(bytes: Buffer, byte: number, most: number): number {
  let found = 0;
  for (let at = bytes.indexOf(byte); at >= 0 && found <= most; at = bytes.indexOf(byte, at + 1)) {
    found++;
  }
  return found;
}

/**
 * Counts in one pass over the bytes and stops at the first too many. Bytes of UTF-8 beyond ASCII are
 * none of those looked for, and an escape hides one byte.
 */
function count(bytes: Buffer): void {
  const { containers, texts, numbers } = LARGEST_BODY;
  let containersLeft = SPARE * containers;
  let textsLeft = SPARE * texts;
  let commasLeft = SPARE * (numbers + texts);
  let inText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) {
      inText = true;
      if (--textsLeft < 0) throw costly(bytes, texts, 'names and texts');
    } else if (byte === COMMA) {
      if (--commasLeft < 0) throw costly(bytes, numbers + texts, 'values');
    } else if (byte === BRACE || byte === BRACKET) {
      if (--containersLeft < 0) throw costly(bytes, containers, 'objects and arrays');
    }
  }
}

function costly(bytes: Buffer, most: number, what: string): HttpError {
  if (!isEnclosed(bytes)) {
    const message =
      'The body is not valid JSON: it does not begin and end as an object or an array.';
    return new HttpError('invalid_json', message);
  }
  const message = `The body has more than ${SPARE * most} ${what}; no request has more than ${most}.`;
  return new HttpError('invalid_parameter', message);
}

/** Whether it begins with a brace or bracket and ends with its counterpart, blanks aside. */
function isEnclosed(bytes: Buffer): boolean {
  let first = bytes[0] === BYTE_ORDER_MARK[0] ? BYTE_ORDER_MARK.length : 0;
  let last = bytes.length - 1;
  while (BLANKS.includes(bytes[first])) first++;
  while (BLANKS.includes(bytes[last])) last--;
  // In ASCII each counterpart stands two places further.
  const opening = bytes[first];
  return (opening === BRACE || opening === BRACKET) && bytes[last] === opening + 2;
}
