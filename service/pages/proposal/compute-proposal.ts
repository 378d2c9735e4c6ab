import { series, strategiesCase } from '#engine/answers.ts';
import { addedWholeSek } from '#engine/economy/battery-choice.ts';
import { USUAL_ASSUMPTIONS } from '#engine/economy/cash-flow.ts';
import { meanOre } from '#engine/money.ts';
import { answerStrategies } from '#engine/simulation/compute.ts';
import type { YieldDataset } from '#engine/yield/dataset.ts';
import { priceAreaOf } from '../../../schemas/codec/price-area.ts';
import { finestResolution, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { LinkInputs, SignedState } from '../../../schemas/types.ts';
import { wholeMonths } from './signed-state.ts';

const DAY_S = 86_400;

/**
 * Computes a proposal by what answers the API's calls, ready to be signed.
 * @throws RequestError as those calls do
 */
export function computeProposal(
  data: YieldDataset,
  prices: PricesArtifact,
  inputs: LinkInputs,
  now: Date,
): SignedState {
  const { lat, lng, faces, inverter_kw, use, batteries, days, ...rest } = inputs;
  const loaded = { pvYield: data, prices };
  const roof = series(loaded, { lat, lng, faces, ...(inverter_kw ? { inverter_kw } : {}) });
  const sizes = batteries.map(({ kwh }) => kwh);
  const resolution = finestResolution(prices);
  const compared = strategiesCase(loaded, {
    location: { lat, lng },
    consumption: use,
    pv: { hourly_kwh: roof.hourly_kwh },
    battery: { capacity_kwh: 0, standby_w: USUAL_ASSUMPTIONS.standby_w },
    prices: { resolution },
    // A comparison is never of nothing.
    compare: { sizes_kwh: sizes.length > 0 ? sizes : [10], strategies: ['combined'] },
  });
  const { importSekPerKwh, exportSekPerKwh } = compared.prices;
  const { matrix, no_battery } = answerStrategies(compared);
  const solarSek = no_battery.savings_sek;
  const savingSek = (size: number) =>
    matrix.find(({ size_kwh }) => size_kwh === size)?.savings_sek ?? solarSek;
  return {
    v: 1,
    exp: Math.floor(now.getTime() / 1000) + days * DAY_S,
    ...rest,
    lat,
    lng,
    faces,
    use,
    batteries: batteries.map(({ kwh, sek }) => ({
      kwh,
      sek,
      saving_sek: addedWholeSek(savingSek(kwh), solarSek),
    })),
    ...USUAL_ASSUMPTIONS,
    dataset: data.dataset.version,
    result: {
      monthly_kwh: wholeMonths(roof.monthly_kwh),
      solar_saving_sek: Math.round(solarSek),
      zone: priceAreaOf(prices.header.price_areas.boundaries, lat, lng),
      import_ore: meanOre(importSekPerKwh),
      export_ore: meanOre(exportSekPerKwh),
      ...(resolution === 'hourly' ? { hours_of: prices.header.spot.year } : {}),
    },
  };
}
