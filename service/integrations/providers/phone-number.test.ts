import assert from 'node:assert/strict';
import { test } from 'node:test';
import { internationalNumber } from './scrive-shapes.ts';

test('numbers are those of ITU-T E.164, Swedish ones where no country is written', () => {
  // PTS's numbers for fiction: 070-174 06 05 to 99, 08-465 004 00 to 99.
  for (const phone of [
    '070-174 06 05',
    '+46 70 174 06 05',
    '0046701740605',
    '+46 (0)70-174 06 05',
  ]) {
    assert.equal(internationalNumber(phone), '+46701740605', phone);
  }
  assert.equal(internationalNumber('08-465 004 00'), '+46846500400');
  assert.equal(internationalNumber('+47 22 12 34 56'), '+4722123456');
  for (const phone of ['', '070', 'ring mig', '701740605', '+46 70 174 06 05 ankn 12']) {
    assert.equal(internationalNumber(phone), null, phone);
  }
});
