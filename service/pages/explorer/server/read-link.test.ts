import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { parseSeries } from '#engine/yield/parse.ts';
import { seriesJson } from '#engine/yield/series.ts';
import { testArtifact } from '../../../test/artifact.ts';
import { readState, writeState } from '../url-state.ts';
import { buildSeriesRequest } from '../worker/requests.ts';
import { findFaults } from './link-faults.ts';
import { readLink } from './read-link.ts';

const pvYield = yieldDataset(testArtifact());
const loaded = { pvYield, prices: null };
const link = (query: string) => readLink(query, 'en', loaded);

test("the yield equals the API's hours, with snow, shade and horizon", async () => {
  const snow = 's=50_40_20_5_0_0_0_0_0_0_10_30';
  const shade = 'sh=30_20_10_0_0_0_0_0_0_10_20_30';
  const ridge = 'hz=0_0_0_0_5_15_25_15_5_0_0_0';
  const more = ['', snow, shade, `${snow}&${shade}`, ridge, `${ridge}&${snow}&${shade}`, 'loss=7'];
  const years: number[] = [];
  for (const part of more) {
    const query = `?lat=59.3&lng=15.4&f=27_100_5~40_280_7.5&${part}`;
    const { roof } = await link(query);
    const yearKwh = roof?.left.yearKwh;
    const requested = parseSeries(buildSeriesRequest(readState(query, 'en')));
    const { annual_kwh }: { annual_kwh: number } = JSON.parse(seriesJson(pvYield, null, requested));
    // Shown in whole kWh. The page's own figure adds months that are rounded.
    assert.ok(Math.abs((yearKwh ?? 0) - annual_kwh) < 0.2, `${part}: ${yearKwh}, ${annual_kwh}`);
    years.push(annual_kwh);
  }
  const [free, ...less] = years.slice(0, -1);
  for (const year of less) assert.ok(year < free);
});

test('a link names its values that are malformed or out of bounds, as they stand in it', () => {
  for (const query of [
    'f=27_180_99999',
    'use=-5',
    'lat=67',
    'lat=99, lng=18',
    'f=27_100',
    'f=95_180_5',
    'f=27_400_5',
    'fee=x',
    's=1_2_3',
    'sh=200_0_0_0_0_0_0_0_0_0_0_0',
    'hz=1_2',
    'fuse=63',
    'net="',
    'latest=yes',
    'life=0',
    'f=',
    'lat=1e3, lng=18.07',
    'lat=59.33, lng=180.5',
    'lat=, lng=',
    'use=, s=',
    'ev=1e9',
    'v=1',
  ]) {
    const values = findFaults(`?l=sv&o=2&${query.replaceAll(', ', '&')}`);
    assert.deepEqual(values, { values: query, names: '' }, query);
  }
  const { values } = findFaults(`f=${Array(14).fill('27_180_5').join('~')}`);
  assert.match(values, /^f=27_180_5~.{90,120} …$/);
});

test('valid values, rounded ones and marks of other sites are no faults, unknown names are', () => {
  for (const query of [
    '',
    'lat=59.33&lng=18.07&f=27_180_10&use=15000&o=2&fuse=25&net=ellevio&fee=40.5&loss=7.25&v=2',
    'lat=59.333333333&lng=18.0700001&f=27.04_360_9.999',
    's=0_0_0_0_0_0_0_0_0_0_0_0&sh=1_2_3_4_5_6_7_8_9_10_11_12&hz=0_0_0_0_5_15.25_0_0',
    'utm_source=x&fbclid=y&lat=-90&lng=180',
  ])
    assert.deepEqual(findFaults(`?${query}`), { values: '', names: '' }, query);
  const { values, names } = findFaults('?latitude=59&use=x&kWp=8&latitude=60&constructor=1');
  assert.deepEqual([values, names], ['use=x', 'latitude, kWp, constructor']);
});

test('any query gives a valid state that its address restores', async () => {
  const names = 'lat lng f s sh hz use ev o loss fee net fuse'.split(' ');
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.float().map(String),
    fc.constant('1~2_3'),
  );
  const pairs = fc.array(fc.tuple(fc.constantFrom(...names), values));
  const queries = fc.oneof(
    pairs.map((pairs) => String(new URLSearchParams(pairs))),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const { state } = await link(query);
      assert.deepEqual(readState(writeState(state), 'en'), state);
      assert.ok(Math.abs(state.lat) <= 90 && Math.abs(state.lng) <= 180);
      assert.ok(state.faces.length >= 1 && state.faces.length <= 10);
    }),
  );
});
