import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tenThousandthsJson } from './decimals-json.ts';

const textOf = (values: number[]) => tenThousandthsJson(Float64Array.from(values));

test('ten-thousandths are written as JSON.stringify writes the numbers', () => {
  assert.equal(
    textOf([0, 1, 10, 100, 1000, 10_000, 10_001, 123_456, 1e9]),
    '[0,0.0001,0.001,0.01,0.1,1,1.0001,12.3456,100000]',
  );
  const tenThousandths = fc.oneof(fc.nat(20_000), fc.nat(2 ** 30 - 1));
  fc.assert(
    fc.property(fc.array(tenThousandths), (values) => {
      assert.equal(textOf(values), JSON.stringify(values.map((value) => value / 10_000)));
    }),
  );
});

test('a number beyond them is written, too', () => {
  assert.equal(textOf([1, 2 ** 30, 1e12 + 1]), '[0.0001,107374.1824,100000000.0001]');
});
