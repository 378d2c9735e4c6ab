import type {
  BatteryStrategy,
  ProviderBatteryProgram,
  SimulationBattery,
} from '../../schemas/types.ts';
import { InvalidValueError, validator } from '../../schemas/validate.ts';
import { defaultPowerKw } from '../battery/home-battery.ts';
import type {
  BatteryRequest,
  ComparisonHouse,
  ProgramRequest,
  TraitsRequest,
} from './house-request.ts';
import { isObject, readSection, within } from './read-section.ts';

const checkBattery = validator('api/simulation-battery.schema.json');
const checkNamed = validator('api/named-battery-program.schema.json');
const checkDescribed = validator('api/provider-battery-program.schema.json');

const DEFAULT_STRATEGY: BatteryStrategy = 'self_consumption';

/** The fields of a battery, in the interface document's order. */
const NAMES = [
  'capacity_kwh',
  'power_kw',
  'strategy',
  'soc_min',
  'soc_max',
  'round_trip_efficiency',
  'peak_target_kw',
  'arbitrage_min_spread_sek_per_kwh',
  'priority',
  'frequency_reserve',
];

/**
 * Checks a battery and fills in its defaults.
 * @throws InvalidValueError naming the field
 */
export function readBattery(value: unknown): BatteryRequest {
  const { fields, traits } = readTraits(value);
  return {
    ...traits,
    capacityKwh: fields.capacity_kwh,
    powerKw: fields.power_kw ?? defaultPowerKw(fields.capacity_kwh),
    strategy: fields.strategy ?? DEFAULT_STRATEGY,
  };
}

/**
 * Checks the battery of a comparison, which may be left out; its capacity and strategy are not used.
 * @throws InvalidValueError naming the field
 */
export function comparedBattery(
  value: unknown,
): Pick<ComparisonHouse, 'battery' | 'powerKw' | 'unused'> {
  const { fields, traits } = readTraits(value === undefined ? { capacity_kwh: 0 } : value);
  const { capacity_kwh, strategy = DEFAULT_STRATEGY } = fields;
  return {
    battery: traits,
    powerKw: fields.power_kw ?? null,
    unused: { capacityKwh: capacity_kwh, strategy },
  };
}

function readTraits(value: unknown): { fields: SimulationBattery; traits: TraitsRequest } {
  const { fields, read } = readSection('battery', value, NAMES, checkBattery, {
    frequency_reserve: readProgram,
  });
  const socMin = fields.soc_min ?? 0.1;
  const socMax = fields.soc_max ?? 1;
  if (socMin >= socMax) {
    const field = fields.soc_min === undefined ? 'battery.soc_max' : 'battery.soc_min';
    const problem = `leaves no room: soc_min is ${socMin} and soc_max ${socMax}, expected soc_min below soc_max`;
    throw new InvalidValueError(field, problem);
  }
  const traits: TraitsRequest = {
    socMin,
    socMax,
    roundTripEfficiency: fields.round_trip_efficiency ?? 0.9,
    peakTargetKw: fields.peak_target_kw ?? null,
    minSpreadSekPerKwh: fields.arbitrage_min_spread_sek_per_kwh ?? 0.2,
    priority: fields.priority ?? ['peak_shaving', 'self_consumption', 'arbitrage'],
    program: read.frequency_reserve ?? null,
  };
  return { fields, traits };
}

function readProgram(value: unknown, field: string): ProgramRequest | null {
  if (value === null) return null;
  if (isObject(value) && value.program !== undefined) {
    return { form: 'named', name: within(field, value, checkNamed).program };
  }
  return describedProgram(within(field, value, checkDescribed));
}

function describedProgram(given: ProviderBatteryProgram): ProgramRequest {
  const { provider, source_url, as_of, terms } = given;
  const assumptions: Record<string, string> = {};
  const termOf = (name: Exclude<keyof typeof terms, 'basis'>): number => {
    if (terms[name] === undefined) assumptions[name] = 'Not given: taken as 0.';
    return terms[name] ?? 0;
  };
  return {
    form: 'described',
    provider,
    sourceUrl: source_url ?? null,
    asOf: as_of ?? null,
    terms: {
      basis: terms.basis,
      capacityShare: termOf('reserved_capacity_share'),
      powerShare: termOf('reserved_power_share'),
      sekPerMonth: termOf('fixed_sek_per_month'),
      sekPerKwhYear: termOf('sek_per_kwh_capacity_per_year'),
      sekPerKwYear: termOf('sek_per_kw_per_year'),
    },
    assumptions,
  };
}
