import { vatFactor } from '#engine/money.ts';
import { heatShare } from '#engine/range/heat-share.ts';
import { type MarketParts, ownMarketPart } from '#engine/range/market-move.ts';
import type { RangeCase } from '#engine/range/range-years.ts';
import { yearSpreads } from '#engine/range/year-spreads.ts';
import { type PricesArtifact, spotHours } from '../../../../schemas/codec/prices-artifact.ts';
import type {
  SimulationEconomy,
  SimulationModel,
  SimulationRangeInput,
} from '../../../../schemas/types.ts';
import { unavailable } from '../../../http/http-error.ts';
import { type LoadedYield, type SunYears, sunYears } from '../../sun-years.ts';
import type { PricesRequest } from '../house-request.ts';
import { repeatProfile } from '../series.ts';
import { type SimulationCase, simulationCase } from '../simulation-case.ts';
import { spotYear } from '../spot-hours.ts';
import { newestTariff, spotProfile } from '../spot-preset.ts';
import type { RangeHouse } from './range-request.ts';

/** A request for a range with all that the datasets add to it: plain data and typed arrays, fit for a worker. */
export interface RangeJobCase extends RangeCase {
  economy: Required<SimulationEconomy> | null;
  sunYears: SunYears;
  model: SimulationModel;
  attribution: string;
  input: SimulationRangeInput;
}

/** The datasets; null is not loaded. */
interface Datasets {
  prices: PricesArtifact | null;
  pvYield: LoadedYield;
}

/**
 * Resolves a request for a range against both datasets.
 * @throws HttpError as `simulationCase` and `sunYears`
 */
export function rangeCase(request: RangeHouse, { prices, pvYield }: Datasets): RangeJobCase {
  if (!prices) throw unavailable('prices_unavailable');
  const { economy, ...house } = request;
  const simulated = simulationCase(house, prices);
  const { battery, program, model, attribution, input } = simulated;
  const sun = sunYears(pvYield, request.location);
  return {
    house: simulated.house,
    prices: simulated.prices,
    battery,
    program,
    spreads: yearSpreads(model.zone),
    market: marketParts(request.prices, simulated, prices),
    sun: { low: sun.low, high: sun.high },
    heatShare: heatShare(prices.header.household, simulated.house.loadKwh, yearlyKwhOf(request)),
    economy,
    sunYears: sun,
    model,
    attribution: `${attribution} Years of sun by dataset ${sun.version}.`,
    input: { ...input, ...(economy ? { economy } : {}) },
  };
}

/** The spot price where the preset prices a side; of an own price what can be told from its hours. */
function marketParts(
  { import_sek_per_kwh, export_sek_per_kwh, resolution }: PricesRequest,
  { prices, model }: SimulationCase,
  dataset: PricesArtifact,
): MarketParts {
  const withVat = vatFactor(newestTariff(dataset).vat.value);
  const hasHours = resolution === 'hourly' && spotHours(dataset, model.zone) !== null;
  const spot = hasHours
    ? spotYear(dataset, model.zone)
    : repeatProfile(spotProfile(dataset, model.zone));
  return {
    importSekPerKwh:
      import_sek_per_kwh === undefined
        ? spot.map((sek) => sek * withVat)
        : ownMarketPart(prices.importSekPerKwh, withVat * meanOf(spot)),
    exportSekPerKwh: export_sek_per_kwh === undefined ? spot : prices.exportSekPerKwh,
  };
}

/** Use without the car; undefined where the hours are the caller's. */
function yearlyKwhOf({ consumption }: RangeHouse): number | undefined {
  return 'yearly_kwh' in consumption ? consumption.yearly_kwh : undefined;
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
