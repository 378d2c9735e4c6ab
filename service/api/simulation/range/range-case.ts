import { heatShare } from '#engine/range/heat-share.ts';
import type { RangeCase } from '#engine/range/range-years.ts';
import { yearSpreads } from '#engine/range/year-spreads.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type {
  SimulationEconomy,
  SimulationModel,
  SimulationRangeInput,
} from '../../../../schemas/types.ts';
import { unavailable } from '../../../http/http-error.ts';
import { type LoadedYield, type SunYears, sunYears } from '../../sun-years.ts';
import { simulationCase } from '../simulation-case.ts';
import { marketParts } from './market-parts.ts';
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
    market: marketParts(request.prices, { prices: simulated.prices, zone: model.zone }, prices),
    sun: { low: sun.low, high: sun.high },
    heatShare: heatShare(prices.header.household, simulated.house.loadKwh, yearlyKwhOf(request)),
    economy,
    sunYears: sun,
    model,
    attribution: `${attribution} Years of sun by dataset ${sun.version}.`,
    input: { ...input, ...(economy ? { economy } : {}) },
  };
}

/** Use without the car; undefined where the hours are the caller's. */
function yearlyKwhOf({ consumption }: RangeHouse): number | undefined {
  return 'yearly_kwh' in consumption ? consumption.yearly_kwh : undefined;
}
