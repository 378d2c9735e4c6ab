/** The page's range beside the API's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generatedSpot } from '#engine/battery/test/houses.ts';
import { houseRange } from '#engine/range/house-range.ts';
import { yearSpreads } from '#engine/range/year-spreads.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { SimulationRange } from '../../../../schemas/types.ts';
import { testPricesWithHours } from '../../../api/simulation/test/prices.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';
import { DEFAULT_STATE } from '../../shared/state.ts';
import { createApi } from '../api.ts';
import { drawRangeBars } from './charts/range-bars.ts';
import { computeRange } from './range-engine.ts';
import { buildComparisonRequest, buildSeriesRequest } from './requests.ts';

const service = await startTestService({ loaded: { ...testLoaded(), prices: livelyPrices() } });
const api = createApi(service.base);

/** The test dataset with hours of which no two days are alike. */
function livelyPrices(): PricesArtifact {
  const prices = testPricesWithHours();
  for (let area = 0; area < 4; area++) prices.spot_hours?.set(generatedSpot(area + 1), area * 8760);
  return prices;
}

test('the page and the API agree within 1 SEK, with hours and without, a power charge or a meter', async () => {
  const state = { ...DEFAULT_STATE, lang: 'sv' as const, lat: 59.2, lng: 15.3 };
  const { hourly_kwh: pvKwh = [] } = (await api.series(buildSeriesRequest(state))).body;
  const meter = {
    importKwh: Float64Array.from({ length: 8760 }, (_, t) => 1 + Math.sin(t / 3.7)),
    exportKwh: null,
    notes: [],
  };
  const { annual_kwh_kwp: mean, variability } = (await api.southRoof(59.2, 15.3)).body;
  assert.ok(variability);
  const sun = {
    low: variability.p90_annual_kwh_kwp / mean,
    high: variability.p10_annual_kwh_kwp / mean,
  };
  for (const [hours, own, sizeKwh] of [
    ['listed', {}, 10],
    ['none', {}, 5],
    ['listed', { powerChargeSek: 50 }, 10],
    ['listed', { meter }, 10],
    ['listed', {}, 0],
  ] as const) {
    const market = (await api.market(59.2, 15.3, hours === 'listed')).body;
    const house = { pvKwh, meter: null, market, hours, ...own };
    const { compare, ...request } = buildComparisonRequest({ ...state, ...own }, house);
    assert.ok(compare);
    const battery = { sizeKwh, strategy: 'combined' } as const;
    const ends = { sun, spreads: yearSpreads(market.model.zone) };
    const here = houseRange(computeRange(request, market, battery, ends), 25);
    const body = { ...request, battery: { capacity_kwh: sizeKwh, strategy: 'combined' } };
    const answer = await service.call('/api/v1/simulation/range', {
      method: 'POST',
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, answer.text);
    const there: SimulationRange = JSON.parse(answer.text);
    for (const [found, wanted] of [
      [here.savingsSek, there.savings_sek],
      [here.batterySavingsSek, there.battery_savings_sek],
    ])
      for (const p of ['p90', 'p50', 'p10'] as const)
        assert.ok(Math.abs(found[p] - wanted[p]) < 1, `${p}: ${found[p]}, API ${wanted[p]}`);
  }
});

test('the band is drawn on one scale, from end to end', () => {
  const picture = drawRangeBars(
    [
      { name: 'all', ends: [1000, 3000], kind: 'bar-all' },
      { name: 'less', ends: [2500, 1500], kind: 'bar-driver' },
    ],
    2000,
    String,
    'a "band"',
  );
  const rects = [...picture.matchAll(/<rect x="([\d.]+)" y="\d+" width="([\d.]+)"/g)];
  const [[, x, width], [, lessX, lessWidth]] = rects.map((match) => match.map(Number));
  assert.deepEqual([x, width], [4, 432]);
  assert.deepEqual([lessX, lessWidth], [4 + 432 / 4, 432 / 2]);
  assert.match(picture, /aria-label="a &quot;band&quot;"/);
  assert.match(picture, />1500 – 2500</);
});
