import { series, strategiesCase } from '#engine/answers.ts';
import { USUAL_ASSUMPTIONS } from '#engine/cash-flow.ts';
import { VERDICT_STRATEGIES } from '#engine/economy/battery-choice.ts';
import { houseSavings } from '#engine/economy/house-savings.ts';
import { wholeSavings } from '#engine/economy/verdict.ts';
import { meanOre } from '#engine/money.ts';
import type { YieldDataset } from '#engine/yield/dataset.ts';
import { priceAreaOf } from '../../../schemas/codec/price-area.ts';
import { finestResolution, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { LinkInputs, SignedState } from '../../../schemas/types.ts';
import { proposedBatteries, roundPlace, wholeMonths } from './signed-state.ts';

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
  const { faces, inverter_kw, use, batteries, days, ...rest } = inputs;
  const { lat, lng } = roundPlace(inputs);
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
    compare: { sizes_kwh: sizes.length > 0 ? sizes : [10], strategies: [...VERDICT_STRATEGIES] },
  });
  const { importSekPerKwh, exportSekPerKwh } = compared.prices;
  const savings = wholeSavings(houseSavings(compared));
  return {
    v: 1,
    exp: Math.floor(now.getTime() / 1000) + days * DAY_S,
    ...rest,
    lat,
    lng,
    faces,
    use,
    batteries: proposedBatteries(batteries, savings),
    ...USUAL_ASSUMPTIONS,
    ...(inverter_kw ? { inverter_kw } : {}),
    dataset: data.dataset.version,
    result: {
      monthly_kwh: wholeMonths(roof.monthly_kwh),
      solar_saving_sek: savings.solarSek,
      zone: priceAreaOf(prices.header.price_areas.boundaries, lat, lng),
      import_ore: meanOre(importSekPerKwh),
      export_ore: meanOre(exportSekPerKwh),
      ...(resolution === 'hourly' ? { hours_of: prices.header.spot.year } : {}),
    },
  };
}
