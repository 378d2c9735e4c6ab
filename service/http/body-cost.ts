import { type JsonParts, largestBody } from '../../schemas/largest-body.ts';
import { ApiError } from './api-error.ts';

/**
 * Times the largest legal body. A mistaken one, such as a field too many in each item, is still
 * parsed and told by name; one that only costs time is not.
 */
const SPARE = 10;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BLANKS = [0x20, 0x09, 0x0a, 0x0d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Worked out at the first body: a start need not wait for it. */
let largest: JsonParts | undefined;

/**
 * Refuses a body whose parsing would hold up the service: a million brackets or names in 2 MB cost
 * 60 to 250 ms. Counts in one pass over the bytes and stops at the first too many. Bytes of UTF-8
 * beyond ASCII are none of those looked for, and an escape hides one byte.
 * @param bytes JSON as UTF-8, not yet checked
 * @throws ApiError invalid_parameter, or invalid_json where the ends alone show that it is none
 */
export function refuseCostly(bytes: ArrayLike<number>): void {
  largest ??= largestBody();
  let containersLeft = SPARE * largest.containers;
  let textsLeft = SPARE * largest.texts;
  let commasLeft = SPARE * (largest.numbers + largest.texts);
  let inText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (inText) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) {
      inText = true;
      if (--textsLeft < 0) throw costly(bytes, largest.texts, 'names and texts');
    } else if (byte === COMMA) {
      if (--commasLeft < 0) throw costly(bytes, largest.numbers + largest.texts, 'values');
    } else if (byte === BRACE || byte === BRACKET) {
      if (--containersLeft < 0) throw costly(bytes, largest.containers, 'objects and arrays');
    }
  }
}

function costly(bytes: ArrayLike<number>, most: number, what: string): ApiError {
  if (!isEnclosed(bytes)) {
    const message =
      'The body is not valid JSON: it does not begin and end as an object or an array.';
    return new ApiError('invalid_json', message);
  }
  const message = `The body has more than ${SPARE * most} ${what}; no request has more than ${most}.`;
  return new ApiError('invalid_parameter', message);
}

/** Whether it begins with a brace or bracket and ends with its counterpart, blanks aside. */
function isEnclosed(bytes: ArrayLike<number>): boolean {
  let first = bytes[0] === BYTE_ORDER_MARK[0] ? BYTE_ORDER_MARK.length : 0;
  let last = bytes.length - 1;
  while (BLANKS.includes(bytes[first])) first++;
  while (BLANKS.includes(bytes[last])) last--;
  // In ASCII each counterpart stands two places further.
  const opening = bytes[first];
  return (opening === BRACE || opening === BRACKET) && bytes[last] === opening + 2;
}
