import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  STOCKHOLM_GHI_KWH_M2 as GHI,
  STOCKHOLM_TEMPERATURE_C as TEMPERATURE,
} from '#solar/stockholm.ts';
import { MONTH_NAMES } from '../dataset-figures.ts';
import { checkDiffuseOrder, checkMonthOrder } from './month-order.ts';

const bands = (means: readonly number[]) =>
  means.map((mean, month) => ({ name: `file_${month + 1}.tif`, mean }));
const halfAYearLater = (means: readonly number[]) => [...means.slice(6), ...means.slice(0, 6)];

test('months in their order pass, in each hemisphere, as does what is near the equator', () => {
  checkMonthOrder('ghi', bands(GHI), 59.3);
  checkMonthOrder('temperature', bands(TEMPERATURE), 59.3);
  checkMonthOrder('ghi', bands(halfAYearLater(GHI)), -45);
  checkMonthOrder('temperature', bands(halfAYearLater(TEMPERATURE)), -45);
  checkMonthOrder('ghi', bands(halfAYearLater(GHI)), 10);
  checkMonthOrder('temperature', [], 59.3);
});

test('months that begin elsewhere, run backwards or by the alphabet are named', () => {
  const alphabet = MONTH_NAMES.toSorted();
  const byAlphabet = (means: readonly number[]) =>
    alphabet.map((name) => means[MONTH_NAMES.indexOf(name)]);
  for (const [variable, means] of [
    ['ghi', GHI],
    ['temperature', TEMPERATURE],
  ] as const) {
    for (const wrong of [
      halfAYearLater(means),
      byAlphabet(means),
      [...means.slice(2), ...means.slice(0, 2)],
    ]) {
      assert.throws(
        () => checkMonthOrder(variable, bands(wrong), 59.3),
        /^Error: file_\d+\.tif: month \d+ is the (brightest|darkest|warmest|coldest) of the twelve, expected one of [\d, ]+\. .*accept_range/,
      );
    }
  }
  assert.throws(
    () => checkMonthOrder('ghi', bands(halfAYearLater(GHI)), 59.3),
    /look like Jul\w* to Jun/,
  );
  const water = [...TEMPERATURE.slice(9), ...TEMPERATURE.slice(0, 9)];
  assert.throws(
    () => checkMonthOrder('temperature', bands(water), 59.3),
    /look like Oct\w* to Sep/,
  );
  assert.throws(
    () => checkMonthOrder('ghi', bands(GHI), -45),
    /file_6\.tif: month 6 is the brightest of the twelve, expected one of 11, 12, 1\./,
  );
});

/** PVGIS 5.2 at Stockholm. */
const DIFFUSE = [0.67, 0.58, 0.5, 0.46, 0.45, 0.45, 0.47, 0.49, 0.52, 0.59, 0.68, 0.73];

test('diffuse fractions that do not follow the clearness of their months are refused with the order found', () => {
  const ghi = bands(GHI);
  checkDiffuseOrder(bands(DIFFUSE), ghi, 59.3);
  checkDiffuseOrder([], ghi, 59.3);
  checkDiffuseOrder(bands(GHI.map(() => 0.5)), ghi, 59.3);
  checkDiffuseOrder(bands(halfAYearLater(DIFFUSE)), bands(halfAYearLater(GHI)), -59.3);
  assert.throws(
    () => checkDiffuseOrder(bands(halfAYearLater(DIFFUSE)), ghi, 59.3),
    /^Error: file_6\.tif: month 6 has the largest .* dullest in month 12\. .*order January to December \(they look like Jul\w* to Jun\w*\)/,
  );
  const water = [...DIFFUSE.slice(9), ...DIFFUSE.slice(0, 9)];
  assert.throws(() => checkDiffuseOrder(bands(water), ghi, 59.3), /look like Oct\w* to Sep/);
});

test('diffuse fractions in southern Sweden that are a month off are refused', () => {
  const ghi = bands(GHI);
  checkDiffuseOrder(bands(DIFFUSE), ghi, 59.3, true);
  for (const [means, order] of [
    [[DIFFUSE[11], ...DIFFUSE.slice(0, 11)], 'Dec to Nov'],
    [[...DIFFUSE.slice(1), DIFFUSE[0]], 'Feb to Jan'],
  ] as const) {
    checkDiffuseOrder(bands(means), ghi, 59.3);
    const message = new RegExp(`look like ${order}`);
    assert.throws(() => checkDiffuseOrder(bands(means), ghi, 59.3, true), message);
  }
});

/** SMHI's normals of 1991 to 2020 at Visby, and PVGIS 5.2 near Kiruna, °C. */
const VISBY = [0.3, -0.2, 1.4, 5.2, 10, 14.4, 17.8, 17.4, 13.6, 8.8, 4.9, 1.9];
const KIRUNA = [-13.9, -12.5, -8.7, -3.2, 3.4, 9.6, 12.8, 10.5, 5.1, -1.5, -8.3, -11.6];

test('months in Sweden that are one off are refused, as dates a month late where the file has dates', () => {
  const late = (means: readonly number[]) => [means[11], ...means.slice(0, 11)];
  const early = (means: readonly number[]) => [...means.slice(1), means[0]];
  for (const [variable, means] of [
    ['ghi', GHI],
    ['temperature', TEMPERATURE],
    ['temperature', VISBY],
    ['temperature', KIRUNA],
  ] as const) {
    checkMonthOrder(variable, bands(means), 60, true);
    const timed = bands(late(means)).map((band) => ({ ...band, isTimed: true }));
    assert.throws(
      () => checkMonthOrder(variable, timed, 60, true),
      /time of the year is a month later than in Sweden\. Its dates look a month late.*cdo shifttime,-1month in\.nc out\.nc/,
    );
    for (const [months, word] of [
      [bands(late(means)), 'later'],
      [bands(early(means)), 'earlier'],
    ] as const) {
      const message = new RegExp(`a month ${word} than in Sweden.*order January to December`);
      assert.throws(() => checkMonthOrder(variable, months, 60, true), message);
    }
  }
  checkMonthOrder('temperature', bands(late(TEMPERATURE)), 60, false);
});
