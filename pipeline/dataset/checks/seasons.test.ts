import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  STOCKHOLM_GHI_KWH_M2 as GHI,
  STOCKHOLM_TEMPERATURE_C as TEMPERATURE,
} from '#solar/stockholm.ts';
import type { Grid } from '../../../schemas/codec/grid.ts';
import { isInSweden, seasonNotes } from './seasons.ts';

const two: Grid = { stepDeg: 0.25, firstRow: 237, firstCol: 72, rows: 1, cols: 2 };
const cells = { grid: two, needed: Uint8Array.of(1, 1) };
/** Rasters of two cells, each with its year. */
const months = (...years: (readonly number[])[]) =>
  Array.from({ length: 12 }, (_, month) => {
    const values = Float64Array.from(years, (year) => year[month]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return { name: `t2m_${month + 1}.tif`, mean, values };
  });

test('usual seasons have no note', () => {
  assert.deepEqual(seasonNotes(months(GHI, GHI), months(TEMPERATURE, TEMPERATURE), cells), []);
  assert.deepEqual(seasonNotes(months(GHI, GHI), [], cells), []);
});

test('a place whose coldest or warmest month is odd in Sweden is named, and counted', () => {
  const odd = TEMPERATURE.with(2, -5);
  const [note, ...more] = seasonNotes(months(GHI, GHI), months(TEMPERATURE, odd), cells);
  assert.match(
    note,
    /^warning: t2m_1\.tif: at 1 cell .* first at 59\.25 N 18\.25 E \(coldest 3, warmest 7\)/,
  );
  assert.deepEqual(more, []);
  const elsewhere = { ...cells, grid: { ...two, firstRow: 160 } };
  assert.deepEqual(seasonNotes(months(GHI, GHI), months(TEMPERATURE, odd), elsewhere), []);
});

test('a warmest month far from the brightest is named anywhere', () => {
  const september = [...TEMPERATURE.slice(10), ...TEMPERATURE.slice(0, 10)];
  const elsewhere = { ...cells, grid: { ...two, firstRow: 160 } };
  const [note] = seasonNotes(months(GHI, GHI), months(september, september), elsewhere);
  assert.match(note, /t2m_9\.tif: the warmest month is 9 and the brightest 6, expected at most 2/);
});

test('cells count as in Sweden when all that are needed are', () => {
  assert.ok(isInSweden(cells));
  const wide = { ...two, cols: 60 };
  assert.ok(!isInSweden({ grid: wide, needed: new Uint8Array(60).fill(1) }));
  assert.ok(isInSweden({ grid: wide, needed: new Uint8Array(60).fill(1, 0, 2) }));
});
