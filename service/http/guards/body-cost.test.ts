import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LARGEST_BODY } from '../../../schemas/checks/largest-body.ts';
import { HttpError } from '../http-error.ts';
import { refuseCostly } from './body-cost.ts';

const CONTAINERS = 10 * LARGEST_BODY.containers;
const TEXTS = 10 * LARGEST_BODY.texts;

function isRefused(text: string): boolean {
  try {
    refuseCostly(Buffer.from(text));
    return false;
  } catch (error) {
    assert.ok(error instanceof HttpError);
    assert.ok(error.code === 'invalid_parameter' || error.code === 'invalid_json');
    assert.equal(error.field, undefined);
    return true;
  }
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":0`).join(',');

test('as many objects, arrays and texts as ten of the largest bodies are let through, one more is not', () => {
  for (const bracket of ['[', '{', '{"a":[', ' [\n']) {
    const each = bracket.match(/[{[]/g)?.length ?? 0;
    assert.equal(isRefused(bracket.repeat(CONTAINERS / each)), false);
    assert.equal(isRefused(bracket.repeat(CONTAINERS / each + 1)), true);
  }
  assert.equal(isRefused(`{${names(TEXTS)}}`), false);
  assert.equal(isRefused(`{${names(TEXTS + 1)}}`), true);
  assert.equal(isRefused(`["x"${',"x"'.repeat(TEXTS)}]`), true);
});

test('the message tells the limit and what a request has', () => {
  assert.throws(
    () => refuseCostly(Buffer.from(`${'['.repeat(1e6)}]`)),
    new RegExp(
      `more than ${CONTAINERS} objects and arrays; no request has more than ${LARGEST_BODY.containers}\\.`,
    ),
  );
});

test('what does not begin and end as an object or an array is said to be no JSON', () => {
  const many = '[],'.repeat(CONTAINERS + 1);
  const codeOf = (text: string) => {
    try {
      refuseCostly(Buffer.from(text));
    } catch (error) {
      return error instanceof HttpError ? error.code : undefined;
    }
    return undefined;
  };
  for (const [text, code] of [
    [`[${many}0]`, 'invalid_parameter'],
    [` \r\n\t{"a":[${many}0]}\n `, 'invalid_parameter'],
    [`\uFEFF [${many}0]`, 'invalid_parameter'],
    [many, 'invalid_json'],
    [`[${many}`, 'invalid_json'],
    [`{${many}]`, 'invalid_json'],
    [`<p>[${many}]`, 'invalid_json'],
  ]) {
    assert.equal(codeOf(text), code, text.slice(0, 10));
  }
});

test('brackets and quotes within texts do not count, whatever is escaped before them', () => {
  for (const inner of ['{[', '\\"[{', '\\\\\\"[', '\\\\', '\\u0022[', 'å[', '💡{', '\\n[']) {
    assert.equal(isRefused(JSON.stringify([inner.repeat(20_000)])), false, inner);
    assert.equal(isRefused(`["${inner.repeat(20_000)}"]`), false, inner);
  }
});

test('long bodies are counted by their texts and brackets alike, wherever these stand', () => {
  const numbers = `[${'0.123456789,'.repeat(20_000)}0]`;
  const brackets = '[]'.repeat(CONTAINERS - 2);
  assert.equal(isRefused(`[${numbers},"${'[{'.repeat(CONTAINERS)}"]`), false);
  assert.equal(isRefused(`[${numbers}${brackets}]`), false);
  assert.equal(isRefused(`[${numbers}${brackets}[]]`), true);
  assert.equal(isRefused(`[${numbers}${brackets}{}]`), true);
  assert.equal(isRefused(`[${numbers},{${names(TEXTS)}}]`), false);
  assert.equal(isRefused(`[${numbers},{${names(TEXTS + 1)}}]`), true);
  assert.equal(isRefused(`[${numbers},"${'\\"'.repeat(3 * TEXTS)}"]`), false);
});

test('a byte order mark and blanks cost nothing', () => {
  assert.equal(isRefused(`\uFEFF${' \t\r\n'.repeat(250_000)}{}`), false);
});

test('four series of quarters are told as what they are, half a million numbers are refused', () => {
  assert.equal(isRefused(`[${'0,'.repeat(4 * 35_040)}0]`), false);
  assert.equal(isRefused(`[${'0,'.repeat(500_000)}0]`), true);
});

test('nothing is read beyond the first too many', () => {
  const bytes = Buffer.from('['.repeat(1e6));
  let read = 0;
  const counted = new Proxy(bytes, {
    get(target, key) {
      if (typeof key === 'string' && key !== 'length') read++;
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  assert.throws(() => refuseCostly(counted), HttpError);
  assert.ok(read < CONTAINERS + 10, `${read}`);
});

test('whatever JSON holds is counted as its parsed value has it', () => {
  const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
  const partsOf = (part: unknown): [number, number] => {
    if (typeof part === 'string') return [0, 1];
    if (typeof part !== 'object' || part === null) return [0, 0];
    const inner = Object.values(part).map(partsOf);
    const texts = Array.isArray(part) ? 0 : inner.length;
    return [
      1 + inner.reduce((sum, [containers]) => sum + containers, 0),
      texts + inner.reduce((sum, [, found]) => sum + found, 0),
    ];
  };
  fc.assert(
    fc.property(value, (one) => {
      const text = JSON.stringify(one);
      const [containers, texts] = partsOf(JSON.parse(text));
      if (containers + texts === 0) return;
      // Repeated to just below the limit it passes, once more it does not.
      const times = Math.floor(Math.min(CONTAINERS / containers, TEXTS / texts));
      assert.equal(isRefused(text.repeat(times)), false);
      assert.equal(isRefused(text.repeat(times + 1)), true);
    }),
    { numRuns: 300 },
  );
});
