import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt } from './answer-fields.ts';

test('a code is a word that cannot be about people', () => {
  for (const code of ['invalid_token', 'EXTERNAL-409', 'InvalidRow', 'E1003', 'invoice.booked']) {
    assert.deepEqual(codeAt({ code }, 'code'), { code });
  }
  const others = [
    ...['', 'Anna Ek', 'anna@example.se', '191212121212', '121212-1212', '0701740605'],
    ...['a'.repeat(61), 'Åsa', 409, null, ['x']],
  ];
  for (const code of others) assert.deepEqual(codeAt({ code }, 'code'), {});
});
