import type {
  RangeDriver,
  RangeDriverName,
  RangePayback,
  RangeSums,
  RangeYear,
  SimulationEconomy,
  SimulationRange,
} from '../../../../schemas/types.ts';
import { programYear } from '../../battery/battery-program.ts';
import type { YearSavings } from '../../cash-flow.ts';
import { readOutlook } from '../../economy/read-economy.ts';
import type { HouseRange } from '../../range/house-range.ts';
import { paybackRange } from '../../range/payback-range.ts';
import type { Driver, DriverYears } from '../../range/range-years.ts';
import { HEAT_YEARS, PRICE_YEARS } from '../../range/year-spreads.ts';
import { roundTo2 } from '../../round.ts';
import type { RangeJobCase } from '../house-case.ts';
import { rangeInput } from './input.ts';
import { modelOf } from './model.ts';
import { unitNotes } from './notes.ts';

const NAMES: Record<Driver, RangeDriverName> = {
  sun: 'sun',
  load: 'load',
  priceLevel: 'price_level',
  priceSpread: 'price_spread',
};

/** The answer to a range. */
export function rangeBody(rangeCase: RangeJobCase, range: HouseRange): SimulationRange {
  const { request, inputs, sunYears, battery } = rangeCase;
  const { economy } = request;
  return {
    savings_sek: sumsBody(range.savingsSek),
    battery_savings_sek: sumsBody(range.batterySavingsSek),
    ...(economy ? { payback: paybackBody(rangeCase, range, economy) } : {}),
    middle: yearBody(range.middle),
    drivers: range.drivers.map((one) => driverBody(one, sunYears)),
    ...unitNotes(rangeCase),
    model: modelOf(request.prices, inputs, battery.capacityKwh > 0 ? battery.fadePctPerYear : 0),
    attribution: `${inputs.attribution} Years of sun by dataset ${sunYears.version}.`,
    input: rangeInput(rangeCase),
  };
}

function sumsBody({ p90, p50, p10 }: RangeSums): RangeSums {
  return { p90: roundTo2(p90), p50: roundTo2(p50), p10: roundTo2(p10) };
}

function yearBody({ solarSek, batterySek }: YearSavings): RangeYear {
  return {
    savings_sek: roundTo2(solarSek + batterySek),
    battery_savings_sek: roundTo2(batterySek),
  };
}

function driverBody(
  { driver, factors, low, high }: DriverYears,
  sun: RangeJobCase['sunYears'],
): RangeDriver {
  const [min, max] = [yearBody(low), yearBody(high)];
  return {
    driver: NAMES[driver],
    low_pct: roundTo2(100 * (factors.low - 1)),
    high_pct: roundTo2(100 * (factors.high - 1)),
    savings_sek: { low: min.savings_sek, high: max.savings_sek },
    battery_savings_sek: { low: min.battery_savings_sek, high: max.battery_savings_sek },
    ...originOf(driver, sun),
  };
}

function originOf(
  driver: Driver,
  { years, source }: RangeJobCase['sunYears'],
): Pick<RangeDriver, 'years' | 'source'> {
  if (driver === 'sun') return { years: `${years} years`, source };
  const { text, source: from } = driver === 'load' ? HEAT_YEARS : PRICE_YEARS;
  return { years: text, source: from };
}

function paybackBody(
  { program, battery }: RangeJobCase,
  range: HouseRange,
  economy: Required<SimulationEconomy>,
): RangePayback {
  const incomeSek = program
    ? programYear(program, battery.capacityKwh, battery.powerKw).incomeSek
    : 0;
  const outlook = readOutlook(economy, battery.fadePctPerYear);
  const { years, netPresentSek } = paybackRange(range, incomeSek, economy.cost_sek, outlook);
  const rounded = (value: number | null) => (value === null ? null : roundTo2(value));
  return {
    years: { p90: rounded(years.p90), p50: rounded(years.p50), p10: rounded(years.p10) },
    net_present_sek: sumsBody(netPresentSek),
  };
}
