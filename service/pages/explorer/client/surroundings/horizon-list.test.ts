import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHorizon } from './horizon-list.ts';

const RIDGE = [0, 0, 0, 0, 5, 15, 25, 15, 5, 0, 0, 0];
/** PVGIS' rows of a ridge in the south: azimuths from north (-180) by way of east (-90). */
const ROWS = [...RIDGE, 0].map((H_hor, i) => ({ A: -180 + 30 * i, H_hor }));

test('a horizon is read in the usual formats', () => {
  for (const text of [
    RIDGE.join(' '),
    RIDGE.join(','),
    RIDGE.join(', '),
    RIDGE.join('\n'),
    `\n${RIDGE.join(';')}\n`,
    RIDGE.map((height) => `${height},0`).join('; '),
    RIDGE.map((height) => `${height},0`).join(' '),
  ])
    assert.deepEqual(parseHorizon(text), RIDGE, text);
});

test('PVGIS files are read: rows from north by way of east, with north at both ends', () => {
  const json = JSON.stringify({ inputs: {}, outputs: { horizon_profile: ROWS } });
  assert.deepEqual(parseHorizon(json), RIDGE);
  const table = [
    'Latitude (decimal degrees):\t60.600',
    'Longitude (decimal degrees):\t15.600',
    '',
    'A\tH_hor\tA_sun(w)\tH_sun(w)\tA_sun(s)\tH_sun(s)',
    ...ROWS.map(({ A, H_hor }) => `${A.toFixed(1)}\t${H_hor.toFixed(1)}\t-180.0\t0.0\t-180.0\t0.0`),
    '',
    'A: Azimuth (0 = S, 90 = W, -90 = E) (degree)',
    'H_hor: Horizon height (degree)',
  ].join('\r\n');
  assert.deepEqual(parseHorizon(table), RIDGE);
});

test('a free horizon is valid, and other texts are not', () => {
  assert.deepEqual(parseHorizon('0 0 0 0 0 0 0 0'), Array(8).fill(0));
  for (const text of ['', '1 2 3', 'a b c d e f g h', '{"outputs":{}}', '{', '1 '.repeat(49)])
    assert.equal(parseHorizon(text), null, text);
});
