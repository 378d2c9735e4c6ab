import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareFields } from './differences.ts';

test('a field that is there otherwise is told with both values, however deep', () => {
  const sent = { Rows: [{ Unit: 'st', Price: 100 }, { Unit: 'h' }], City: 'Västerås' };
  const read = { Rows: [{ Unit: 'st', Price: 100 }, { Unit: 'tim' }], City: 'Västerås', More: 1 };
  assert.deepEqual(compareFields(sent, read), {
    compared: 4,
    differences: [{ field: 'Rows.1.Unit', sent: 'h', read: 'tim' }],
  });
  const gone = compareFields(sent, undefined);
  assert.deepEqual(
    gone.differences.map(({ field }) => field),
    ['Rows.0.Unit', 'Rows.0.Price', 'Rows.1.Unit', 'City'],
  );
});

test('forms of one value are alike: numbers, what is empty, e-mails in whatever case', () => {
  const sent = {
    DeliveredQuantity: '1',
    Price: 1000,
    DeliveryName: null,
    Email: 'Anna@Example.se',
    a: '',
  };
  const read = { DeliveredQuantity: '1.00', Price: '1000.0', Email: 'anna@example.se', a: null };
  assert.deepEqual(compareFields(sent, read).differences, []);
});

test('what merely looks alike differs', () => {
  for (const [sent, read] of [
    ['19121212-1212', '121212-1212'],
    ['0', ''],
    ['', '0'],
    [false, undefined],
    ['Anna', 'anna'],
  ]) {
    assert.equal(compareFields({ a: sent }, { a: read }).differences.length, 1, `${sent} ${read}`);
  }
});
