import type {
  BatteryStrategiesInput,
  HourlySummary,
  InputConsumption,
  InputPrices,
  InputPv,
  SimulationInput,
  SimulationRangeInput,
  SimulationVerdictInput,
} from '../../../../schemas/types.ts';
import { given } from '../../given.ts';
import { roundTo } from '../../round.ts';
import { sum } from '../../statistics.ts';
import { plainChargeSek } from '../../tariff/power-component.ts';
import type {
  ComparisonCase,
  RangeJobCase,
  ResolvedInputs,
  SimulationCase,
  VerdictCase,
} from '../house-case.ts';
import type { HouseRequest } from '../house-request.ts';
import type { Series } from '../series.ts';

/** The `input` of a simulation answer. It can be sent back, but for summed-up series. */
export function simulationInput({
  request,
  inputs,
}: Pick<SimulationCase, 'request' | 'inputs'>): SimulationInput {
  const { battery, grid, detail } = request;
  const { location, consumption, pv, prices } = houseInput(request, inputs);
  return {
    ...location,
    consumption,
    pv,
    ...given({ battery }),
    prices,
    ...given({ grid, detail }),
  };
}

/** The `input` of a battery-strategies answer. It can be sent back, but for summed-up series. */
export function comparisonInput({ request, inputs }: ComparisonCase): BatteryStrategiesInput {
  const { battery, grid, compare } = request;
  const { location, consumption, pv, prices } = houseInput(request, inputs);
  return { ...location, consumption, pv, battery, prices, ...given({ grid }), compare };
}

/** The `input` of a range. It can be sent back, but for summed-up series. */
export function rangeInput({ request, inputs }: RangeJobCase): SimulationRangeInput {
  return { ...simulationInput({ request, inputs }), ...given({ economy: request.economy }) };
}

/** The `input` of a verdict. It can be sent back, but for summed-up series. */
export function verdictInput(verdictCase: VerdictCase): SimulationVerdictInput {
  const { compare, ...house } = comparisonInput(verdictCase);
  return { ...house, economy: verdictCase.request.economy };
}

function houseInput({ location, consumption, pv, prices }: HouseRequest, inputs: ResolvedInputs) {
  return {
    location: given({ location: location && { ...location, zone: inputs.zone } }),
    consumption: 'hourly_kwh' in consumption ? summarize(consumption) : consumption,
    pv: 'hourly_kwh' in pv ? summarize(pv) : pv,
    prices: pricesInput(prices, inputs),
  } satisfies { consumption: InputConsumption; pv: InputPv; prices: InputPrices; location: object };
}

function pricesInput(request: HouseRequest['prices'], inputs: ResolvedInputs): InputPrices {
  const { preset, resolution, export_fee_sek_per_kwh } = request;
  const prices = given({
    preset,
    resolution,
    import_sek_per_kwh: priceInput(request.import_sek_per_kwh),
    export_sek_per_kwh: priceInput(request.export_sek_per_kwh),
    export_fee_sek_per_kwh,
  });
  return { ...prices, ...feesInput(request, inputs) };
}

/** Charges apart from energy: by a price list, or in two numbers. */
function feesInput(
  { grid, monthly_fee_sek = 0 }: HouseRequest['prices'],
  { prices }: ResolvedInputs,
) {
  if (grid) return { ...grid, monthly_fee_sek };
  return {
    monthly_fee_sek: prices.monthlyFeeSek,
    peak_charge_sek_per_kw_month: plainChargeSek(prices.power),
  };
}

function priceInput(price?: Series): number | number[][] | HourlySummary | undefined {
  return price instanceof Float64Array ? summarizeValues(price) : price;
}

function summarize({ hourly_kwh }: { hourly_kwh: Float64Array }): { hourly_kwh: HourlySummary } {
  return { hourly_kwh: summarizeValues(hourly_kwh) };
}

function summarizeValues(values: Float64Array): HourlySummary {
  return { length: values.length, sum: roundTo(sum(values), 2) };
}
