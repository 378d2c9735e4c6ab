import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_TEMPERATURE, type PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { testPrices, testTemperature } from '../../../api/simulation/test/prices.ts';
import { placeTemperatures } from './place.ts';

const MONTHS = [...Array(12).keys()];
const DATASET = testPrices();

/** A dataset whose cells of these rows know no temperature. */
function unknownAt(...rows: number[]): PricesArtifact {
  const { grid, temperature, ...rest } = testPrices();
  const isUnknown = (at: number) => rows.includes(Math.floor(at / 12 / grid.cols));
  const changed = temperature.map((tenths, at) => (isUnknown(at) ? NO_TEMPERATURE : tenths));
  return { ...rest, grid, temperature: changed };
}

test('a point has the weighted temperatures of the cells around it', () => {
  for (const lat of [57, 61.5, 61.25, 63.9]) {
    const { temperatureC, place } = placeTemperatures(DATASET, { lat, lng: 17.3 }, 'SE3');
    for (const month of MONTHS) {
      const off = Math.abs(temperatureC[month] - testTemperature(lat, month));
      // The file has steps of 0.1 °C, the answer steps of 0.01.
      assert.ok(off <= 0.055 + 1e-9, `${lat} ${month}: ${temperatureC[month]}`);
    }
    assert.equal(place, 'the point');
  }
});

test('without a point it is the town of the area', () => {
  const { temperatureC, place } = placeTemperatures(DATASET, null, 'SE1');
  assert.equal(place, 'Norrås');
  assert.deepEqual(
    temperatureC,
    MONTHS.map((month) => testTemperature(66, month)),
  );
});

test('cells that do not know leave it to those that do; where none does, to the town', () => {
  const { temperatureC, place } = placeTemperatures(unknownAt(6), { lat: 61.5, lng: 17 }, 'SE3');
  assert.deepEqual(
    temperatureC,
    MONTHS.map((month) => testTemperature(62, month)),
  );
  assert.equal(place, 'the point');
  assert.equal(placeTemperatures(unknownAt(6, 7), { lat: 61.5, lng: 17 }, 'SE2').place, 'Mellanås');
});

test('a covered point beyond the cells has the town’s', () => {
  assert.equal(placeTemperatures(DATASET, { lat: 71, lng: 17 }, 'SE4').place, 'Sydås');
});
