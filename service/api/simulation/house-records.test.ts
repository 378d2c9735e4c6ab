/** A service without prices.bin next to one on the prices of the same build, made by the pipeline. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { roundTemperatures } from '../../../schemas/codec/prices-artifact.ts';
import { testArtifact } from '../../test/artifact.ts';
import { refusal } from '../../test/contract.ts';
import { startTestService, type TestService, testLoaded } from '../../test/service.ts';
import { builtPrices } from './test/built-prices.ts';
import { noonProfile, ownDataBody } from './test/requests.ts';

/** A yield dataset in which each cell has a climate of its own, and one knows none. */
function climateArtifact() {
  const artifact = testArtifact();
  artifact.temperature.forEach((_, at) => {
    artifact.temperature[at] = 7.04 - 0.73 * Math.floor(at / 12) - 2.6 * Math.abs((at % 12) - 6);
  });
  artifact.temperature[12 + 5] = Number.NaN;
  return artifact;
}

const artifact = climateArtifact();
const { dataset_version } = artifact.header;
const cells = { ...artifact, temperature: roundTemperatures(artifact.temperature) };
const prices = await builtPrices(cells, { dataset_version });
const loaded = { ...testLoaded(), pvYield: yieldDataset(artifact) };
const withPrices = await startTestService({ loaded: { ...loaded, prices } });
const without = await startTestService({ loaded });

const PLACE = { lat: 59.31, lng: 15.37 };
const PV = { monthly_profile: noonProfile(3) };
const OWN = { import_sek_per_kwh: 1.5, export_sek_per_kwh: 0.5 };
const LIST = {
  energy_ore_per_kwh: null,
  power: [
    {
      name: 'effekt',
      sek_per_kw_month: 40,
      statistic: { interval: 'PT1H', reduce: 'mean', highest: 3, distinct_days: true },
    },
  ],
};
const battery = { capacity_kwh: 10, strategy: 'combined' };

const post = ({ call }: TestService, path: string, body: object) =>
  call(`/api/v1/simulation${path}`, { method: 'POST', body: JSON.stringify(body) });

const CAR = {
  location: { ...PLACE, zone: 'SE1' },
  consumption: { yearly_kwh: 22_000, ev_km_per_day: 40 },
  pv: PV,
  prices: { ...OWN, resolution: 'hourly', peak_charge_sek_per_kw_month: 50 },
  detail: 'hourly',
};
const PROGRAM = { ...battery, frequency_reserve: { program: 'varberg_flex_plus' } };
const COMPARED = { location: PLACE, compare: { sizes_kwh: [0, 10] } };

const ANSWERED: [name: string, body: object, path?: string][] = [
  ["the caller's own data", ownDataBody({ battery })],
  ['a place', ownDataBody({ location: PLACE, battery })],
  ['a place outside of Sweden', ownDataBody({ location: { lat: 48.9, lng: 2.3 } })],
  ['the household of a town', { pv: PV, prices: OWN, battery }],
  ['the household of a point', { pv: PV, prices: OWN, location: PLACE }],
  ['a car, hours and a price area', CAR],
  ["the caller's own price list", { pv: PV, prices: { ...OWN, grid_tariff: LIST }, battery }],
  ['a named battery program', { pv: PV, prices: OWN, battery: PROGRAM }],
  ['a comparison', { pv: PV, prices: OWN, ...COMPARED }, '/battery-strategies'],
];

for (const [name, body, path = ''] of ANSWERED) {
  test(`without prices.bin the bytes are the same: ${name}`, async () => {
    const [there, here] = [await post(withPrices, path, body), await post(without, path, body)];
    assert.equal(here.status, name.includes('outside') ? 422 : 200);
    assert.equal(here.text, there.text);
  });
}

const REFUSED: [name: string, body: object, path?: string][] = [
  ['no prices', { pv: PV }],
  ['only an import price', { pv: PV, prices: { import_sek_per_kwh: 1.5 } }],
  ['a list of the dataset', { pv: PV, prices: { ...OWN, grid_tariff: 'ellevio-2025' } }],
  ['a range, which moves with the market', { pv: PV, prices: OWN }, '/range'],
];

for (const [name, body, path = ''] of REFUSED) {
  test(`what needs prices.bin is refused without it: ${name}`, async () => {
    assert.equal((await post(withPrices, path, body)).status, 200);
    refusal(await post(without, path, body), 503, 'prices_unavailable');
  });
}

test('a dataset of another area than Sweden has no records of its houses', async () => {
  const elsewhere = climateArtifact();
  elsewhere.header.coverage = 'wherever the rasters have data';
  const abroad = { ...testLoaded(), pvYield: yieldDataset(elsewhere) };
  const answer = await post(await startTestService({ loaded: abroad }), '', ownDataBody());
  refusal(answer, 503, 'prices_unavailable');
});
