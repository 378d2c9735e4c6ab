/** The texts of answers are those that JSON.stringify gives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { evenly } from '../../../../schemas/test/evenly.ts';
import type { PvYieldInput } from '../../../../schemas/types.ts';
import { testArtifact } from '../../../test/artifact.ts';
import { type BatchItem, batchJson } from '../batch.ts';
import { type YieldDataset, yieldDataset } from '../dataset.ts';
import { planeAnswer } from '../plane-answer.ts';
import { pvYieldJson } from '../response.ts';
import {
  asciiJson,
  asciiText,
  fieldsWriter,
  jsonBytes,
  objectWriter,
  writeJson,
  writeNumber,
  writeNumbers,
} from './json-bytes.ts';

const NUMBERS = 1_000_000;

const numberText = (value: number) => asciiText(() => writeNumber(value));
const numbersText = (values: number[]) => asciiText(() => writeNumbers(values));

/** Random numbers of one seed, equal in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('a million numbers of two decimals are written as JSON.stringify writes them', () => {
  const next = random(1);
  for (let i = 0; i < NUMBERS; i++) {
    const value = Math.round(10 ** (9 * next())) / 100;
    if (numberText(value) !== JSON.stringify(value)) assert.fail(String(value));
  }
});

test('and so are numbers of any bits, whole ones, those of more decimals and what is no number', () => {
  const next = random(2);
  const bits = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < NUMBERS / 4; i++) {
    bits.setUint32(0, next() * 2 ** 32);
    bits.setUint32(4, next() * 2 ** 32);
    const value = bits.getFloat64(0);
    const short = (next() - 0.5) * 10 ** (8 * next());
    for (const number of [value, short, Math.round(short), Number(short.toFixed(4))]) {
      if (numberText(number) !== JSON.stringify(number)) assert.fail(String(number));
    }
  }
});

test('the ends of what is written from whole ten-thousandths', () => {
  const most = (2 ** 31 - 1) / 10_000;
  const ends = [0, -0, 0.01, 0.1, 0.99, 1, 99.99, 100, most - 1e-4, most, most + 1e-4, 2 ** 31];
  const further = [1e-4, 0.0999, 9.9999, 0.005, 0.00005, 0.12345, 1e21, 5e-324, Number.NaN];
  for (const value of [...ends, ...ends.map((end) => -end), ...further]) {
    assert.equal(numberText(value), JSON.stringify(value));
  }
  assert.equal(numbersText([]), '[]');
  assert.equal(numbersText(ends), JSON.stringify(ends));
});

test('a text longer than the reused buffer is whole', () => {
  const longest = Array.from({ length: 10_000 }, () => -0.0000012345678901234567);
  assert.equal(numbersText(longest), JSON.stringify(longest));
  const numbers = Array.from({ length: 100_000 }, (_, i) => i / 8);
  assert.equal(numbersText(numbers), JSON.stringify(numbers));
  const text = '\u2603'.repeat(300_000);
  assert.equal(jsonBytes(() => writeJson(text)).toString(), text);
});

test('fields that are undefined are left out, wherever they stand', () => {
  const writers = { a: writeNumber, 'b"': writeNumbers, c: writeNumber };
  const write = objectWriter<{ a?: number; 'b"'?: number[]; c?: number }>(writers);
  for (const value of [{}, { a: 1 }, { c: 2.5 }, { a: 1, 'b"': [1, 2], c: 3 }, { 'b"': [] }]) {
    assert.equal(
      asciiText(() => write(value)),
      JSON.stringify(value),
    );
  }
  const fields = fieldsWriter<{ a?: number }>({ a: writeNumber });
  assert.equal(
    asciiText(() => fields({})),
    '',
  );
});

/** The first cell has no elevation, the last place no cell. */
const DATA = yieldDataset(testArtifact([11]));

const anyInput: fc.Arbitrary<PvYieldInput> = fc.record(
  {
    lat: fc.double({ min: 59.01, max: 59.49, noNaN: true }),
    lng: fc.double({ min: 15.01, max: 15.73, noNaN: true }),
    tilt: fc.integer({ min: 0, max: 9000 }).map((tilt) => tilt / 100),
    azimuth: fc.integer({ min: 0, max: 35_999 }).map((azimuth) => azimuth / 100),
    system_loss: evenly(0, 0.6),
    shading: evenly(0, 1),
    kwp: fc.oneof(evenly(0, 10_000), fc.integer({ min: 0, max: 100 })),
  },
  { requiredKeys: ['lat', 'lng', 'tilt', 'azimuth', 'system_loss', 'shading'] },
);

/** All fields, those that every answer has as in its text. */
function whole(data: YieldDataset, input: PvYieldInput): object {
  return { ...planeAnswer(data, input), ...JSON.parse(`{${data.commonJson.subarray(1)}`) };
}

test('a lookup is the text of its answer', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      assert.equal(pvYieldJson(DATA, input), JSON.stringify(whole(DATA, input)));
    }),
    { numRuns: 2000 },
  );
});

test('a batch is the text of its items, with ids of any kind and failures among them', () => {
  const anyId = fc.oneof(
    fc.constant(undefined),
    fc.maxSafeInteger(),
    fc.string({ unit: 'binary' }),
  );
  const anyError = fc.record(
    { code: fc.constant('invalid_parameter'), message: fc.string({ unit: 'binary' }) },
    { requiredKeys: ['code', 'message'] },
  ) as fc.Arbitrary<{ code: 'invalid_parameter'; message: string }>;
  const anyItem: fc.Arbitrary<BatchItem> = fc.oneof(
    fc.record({ id: anyId, input: anyInput }),
    fc.record({ id: anyId, error: anyError }),
  );
  const shown = (item: BatchItem) =>
    'error' in item
      ? { id: item.id, ok: false, error: item.error }
      : { id: item.id, ok: true, ...whole(DATA, item.input) };
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 8 }), (items) => {
      const { dataset, attribution } = DATA;
      const expected = { results: items.map(shown), dataset, attribution };
      assert.equal(batchJson(DATA, items).toString(), JSON.stringify(expected));
    }),
    { numRuns: 500 },
  );
});

test('characters of a dataset beyond ASCII are sent as escapes', () => {
  const artifact = testArtifact();
  artifact.header.attribution = 'Källa: Énergie ☀ 𝄞';
  const input = { lat: 59.1, lng: 15.1, tilt: 40, azimuth: 180, system_loss: 0.14, shading: 1 };
  const text = pvYieldJson(yieldDataset(artifact), input);
  assert.match(text, /^[\x20-\x7e]+$/);
  assert.equal(JSON.parse(text).attribution, artifact.header.attribution);
  assert.equal(JSON.parse(asciiJson('\u007f\u2028')), '\u007f\u2028');
});
