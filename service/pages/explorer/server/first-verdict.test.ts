import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerStrategies } from '../../../api/simulation/compute.ts';
import { compared } from '../../../api/simulation/test/answers.ts';
import { testPrices, testPricesWithHours } from '../../../api/simulation/test/prices.ts';
import { type LoadedData, yieldDataset } from '../../../api/yield/dataset.ts';
import { parseSeries } from '../../../api/yield/query.ts';
import { seriesJson } from '../../../api/yield/series.ts';
import { testArtifact } from '../../../test/artifact.ts';
import { formatNumber } from '../../messages/format.ts';
import type { Language } from '../../messages/messages.ts';
import type { ExplorerState } from '../state.ts';
import { readState, writeState } from '../url-state.ts';
import { type Compare, computeMoney, computeYearKwh, writeFirst } from './first-verdict.ts';

const pvYield = yieldDataset(testArtifact());
const PLACE = { lat: 59.2, lng: 15.3 };
const LOCATION = 'lat=59.2&lng=15.3';
const stateOf = (query: string, lang: Language = 'en') => readState(query, lang);

const compare: Compare = async (houseCase) => answerStrategies(houseCase);

async function formatVerdict(loaded: LoadedData, state: ExplorerState) {
  const kwh = await computeYearKwh(loaded, state);
  return writeFirst(state, kwh, await computeMoney(loaded, state, compare));
}

test('the year is written in both languages, with the address of its roof', () => {
  for (const lang of ['sv', 'en'] as const) {
    const state = stateOf(`${LOCATION}&f=27_100_5~40_280_7.5`, lang);
    const first = writeFirst(state, 11_234.4, null);
    assert.equal(first?.yields.replace(/\D/g, ''), '11234');
    assert.equal(first?.query, writeState(state));
    assert.equal(first?.earns, null);
  }
});

test('the sun’s saving is that of the API’s battery-strategies, by the hours that may be listed', async () => {
  const asked = parseSeries({ ...PLACE, faces: [{ tilt: 27, azimuth: 180, kwp: 10 }] });
  const { hourly_kwh } = JSON.parse(seriesJson(pvYield, null, asked));
  for (const [prices, resolution] of [
    [testPrices(), undefined],
    [testPricesWithHours(), 'hourly'],
    // The page does not get what may not be listed.
    [testPricesWithHours(false), undefined],
  ] as const) {
    const body = {
      location: PLACE,
      consumption: { yearly_kwh: 15_000 },
      pv: { hourly_kwh },
      ...(resolution ? { prices: { resolution } } : {}),
      compare: { strategies: ['combined'], sizes_kwh: [5] },
    };
    const month = resolution ? prices : testPrices();
    const { savings_sek } = compared(body, month).no_battery;
    const first = await formatVerdict({ pvYield, prices }, stateOf(LOCATION));
    const sek = formatNumber(100 * Math.round(savings_sek / 100), 'en');
    assert.ok(first?.earns);
    const { decision, options, battery } = first.earns;
    assert.ok(decision.includes(` ${sek} SEK`), `${decision} of ${sek}`);
    assert.deepEqual(
      options.map(({ isChosen }) => isChosen),
      [true, false],
    );
    assert.ok(options[0].saves.includes(` ${sek} SEK`), options[0].saves);
    assert.match(battery, /^The battery (is paid off in .* warranty|does not pay off)/);
  }
});

test('nothing is said outside, nor without a dataset, nor of money without prices', async () => {
  const prices = testPrices();
  assert.equal(await formatVerdict({ pvYield, prices }, stateOf('')), null);
  assert.equal(await formatVerdict({ pvYield: null, prices }, stateOf(LOCATION)), null);
  const first = await formatVerdict({ pvYield, prices: null }, stateOf(LOCATION));
  assert.match(first?.yields ?? '', /kWh/);
  assert.equal(first?.earns, null);
});
