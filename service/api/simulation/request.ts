import { defaultPowerKw } from '#engine/battery/home-battery.ts';
import { roundTo } from '#engine/round.ts';
import { InvalidValueError } from '../../../schemas/checks/invalid-value.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { SimulationLocation } from '../../../schemas/types.ts';
import { isObject, within } from '../../http/body-part.ts';
import { checked, HttpError } from '../../http/http-error.ts';
import { readProfile } from '../read-profile.ts';
import { boundsOf } from '../schema-bounds.ts';
import { readComparison } from './comparison-request.ts';
import type {
  BatteryRequest,
  ComparisonHouse,
  HouseholdModel,
  HouseRequest,
  PricesRequest,
  ProgramRequest,
  SimulationHouse,
} from './house-request.ts';
import { readGridTariff } from './read-grid-tariff.ts';
import { sectionReader } from './read-section.ts';
import { hourlyReader, readPrice } from './read-series.ts';

// pv, which is required, is taken out like every section before the rest is checked.
const checkSimulation = validator('api/simulation-request.schema.json', ['required']);
const checkStrategies = validator('api/battery-strategies-request.schema.json', ['required']);
const checkLocation = validator('api/simulation-location.schema.json');

const CONSUMPTION = 'api/simulation-consumption.schema.json';
const PV = 'api/simulation-pv.schema.json';

const readConsumptionFields = sectionReader('consumption', CONSUMPTION, {
  hourly_kwh: hourlyReader(`${CONSUMPTION}#/properties/hourly_kwh/items`),
});

const dayBounds = boundsOf(`${PV}#/properties/monthly_profile/items/items`);

// A check below names which of the two is there, in better words than those of a schema.
const readPvFields = sectionReader(
  'pv',
  PV,
  {
    hourly_kwh: hourlyReader(`${PV}#/properties/hourly_kwh/items`),
    monthly_profile: (value, field) => readProfile(value, field, dayBounds),
  },
  ['oneOf'],
);

const readPrices = sectionReader('prices', 'api/simulation-prices.schema.json', {
  import_sek_per_kwh: readPrice,
  export_sek_per_kwh: readPrice,
  grid_tariff: readGridTariff,
});

const checkNamed = validator('api/named-battery-program.schema.json');
const checkDescribed = validator('api/provider-battery-program.schema.json');

const readBatteryFields = sectionReader('battery', 'api/simulation-battery.schema.json', {
  frequency_reserve: readProgram,
});

type Body = Record<string, unknown>;

/**
 * Checks and normalises the body of a simulation request. Of several faults it reports the first in
 * the order of the interface document's tables.
 * @throws HttpError invalid_parameter naming the field; not_supported for pv.faces
 */
export function parseSimulationRequest(json: unknown): SimulationHouse {
  return checked((value) => {
    const body = asBody(value);
    const beforeBattery = readBeforeBattery(body);
    const battery = body.battery === undefined ? null : readBattery(body.battery);
    const prices = readOneCharge(orEmpty(body.prices));
    const { detail } = within('', withoutSections(body, SECTIONS), checkSimulation);
    const house = withDependentDefaults({ ...beforeBattery, battery, prices });
    return { ...house, ...(detail ? { detail } : {}) };
  }, json);
}

/**
 * Checks and normalises the body of a battery-strategies request.
 * @throws HttpError as `parseSimulationRequest`
 */
export function parseStrategiesRequest(json: unknown): ComparisonHouse {
  return checked((value) => {
    const body = asBody(value);
    const beforeBattery = readBeforeBattery(body);
    // Its capacity and strategy are not used.
    const battery = readBattery(body.battery === undefined ? { capacity_kwh: 0 } : body.battery);
    const prices = readOneCharge(orEmpty(body.prices));
    const compare = readComparison(orEmpty(body.compare));
    if (body.detail !== undefined) throw new InvalidValueError('detail', NO_DETAIL);
    within('', withoutSections(body, [...SECTIONS, 'compare']), checkStrategies);
    const house = withDependentDefaults({ ...beforeBattery, battery: null, prices });
    return { ...house, battery, compare };
  }, json);
}

/** The sections of a body, each checked by itself, with the defaults that its schema has. */
type Sections = Pick<SimulationHouse, 'location' | 'pv' | 'battery'> & {
  consumption: ReturnType<typeof readConsumption>;
  prices: ReturnType<typeof readOneCharge>;
};

/**
 * Fills in what depends on other fields; the schemas fill in the rest. The household model counts without
 * hourly values, the preset where it prices a side, and a battery of one run has half its capacity as
 * power. The price area, which the dataset decides, is `placeOf`'s in market.ts.
 */
function withDependentDefaults({
  consumption,
  prices,
  battery,
  ...rest
}: Sections): SimulationHouse {
  const { hourly_kwh, ...household } = consumption;
  const { preset, resolution, grid_tariff, fuse_a = 20, ...given } = prices;
  const own: PricesRequest = {
    ...(resolution === 'hourly' ? { resolution } : {}),
    ...given,
    ...(grid_tariff === undefined ? {} : { grid: { grid_tariff, fuse_a } }),
  };
  const isEachOwn = own.import_sek_per_kwh !== undefined && own.export_sek_per_kwh !== undefined;
  return {
    ...rest,
    consumption: hourly_kwh ? { hourly_kwh } : (household as HouseholdModel),
    battery: battery && withPower(battery),
    prices: isEachOwn || !preset ? own : { preset, ...own },
  };
}

function withPower({ capacity_kwh, power_kw, ...battery }: BatteryRequest): BatteryRequest {
  const powerKw = power_kw ?? defaultPowerKw(capacity_kwh);
  // A power of 0 is none that could be sent.
  return { capacity_kwh, ...(powerKw > 0 ? { power_kw: powerKw } : {}), ...battery };
}

const NO_DETAIL =
  'is not a known field here: POST /api/v1/simulation has it, for one battery at a time. Leave it out, or ask there for the size and strategy of a cell';

/** The sections of a simulation's body. */
export const SECTIONS = ['location', 'consumption', 'pv', 'battery', 'prices'];

function asBody(json: unknown): Body {
  if (isObject(json)) return json;
  throw new InvalidValueError('', 'is not an object, expected the request as a JSON object');
}

/** A section that is left out has its defaults; null is no section. */
function orEmpty(section: unknown): unknown {
  return section === undefined ? {} : section;
}

/** Takes out the sections, each checked by itself: the rest are unknown fields. */
export function withoutSections(body: Body, sections: readonly string[]): Body {
  const rest: Body = { ...body };
  for (const section of sections) delete rest[section];
  return rest;
}

function readBeforeBattery(body: Body) {
  return {
    location: body.location === undefined ? null : readLocation(body.location),
    consumption: readConsumption(orEmpty(body.consumption)),
    pv: readPv(body.pv),
  };
}

function readLocation(value: unknown): SimulationLocation {
  const { lat, lng, ...zone } = within('location', value, checkLocation);
  return { lat: roundTo(lat, 4), lng: roundTo(lng, 4), ...zone };
}

function readConsumption(value: unknown) {
  const consumption = readConsumptionFields(value);
  const given = isObject(value) ? value : {};
  const other = ['yearly_kwh', 'ev_km_per_day'].find((name) => given[name] !== undefined);
  if (!consumption.hourly_kwh || other === undefined) return consumption;
  throw new InvalidValueError(
    'consumption.hourly_kwh',
    `is given together with ${other}, expected the whole load in hourly_kwh or the household model, not both`,
  );
}

/** Prices with one power charge at most. */
function readOneCharge(value: unknown) {
  const prices = readPrices(value);
  const { grid_tariff, peak_charge_sek_per_kw_month } = prices;
  if (grid_tariff === undefined || peak_charge_sek_per_kw_month === undefined) return prices;
  throw new InvalidValueError(
    'prices.peak_charge_sek_per_kw_month',
    'is given together with grid_tariff, expected one of them: a price list has its own power charge, if any',
  );
}

function readPv(value: unknown): HouseRequest['pv'] {
  if (value === undefined) throw new InvalidValueError('pv', 'is missing, expected an object');
  if (isObject(value) && value.faces !== undefined) {
    const message =
      '"pv.faces" is not supported yet. POST them to /api/v1/pv-yield/series and give its hourly_kwh as pv.hourly_kwh.';
    throw new HttpError('not_supported', message, 'pv.faces');
  }
  const { hourly_kwh, monthly_profile } = readPvFields(value);
  if (hourly_kwh && !monthly_profile) return { hourly_kwh };
  if (monthly_profile && !hourly_kwh) return { monthly_profile };
  const found = hourly_kwh
    ? 'both hourly_kwh and monthly_profile'
    : 'neither hourly_kwh nor monthly_profile';
  throw new InvalidValueError('pv', `has ${found}, expected exactly one of them`);
}

/**
 * Checks a battery and fills in its defaults, but for the power.
 * @throws InvalidValueError naming the field
 */
export function readBattery(value: unknown): BatteryRequest {
  // The check has filled in what the schema has a default for.
  const battery = readBatteryFields(value) as BatteryRequest;
  const { soc_min, soc_max } = battery;
  if (soc_min < soc_max) return battery;
  const isMinGiven = isObject(value) && value.soc_min !== undefined;
  const problem = `leaves no room: soc_min is ${soc_min} and soc_max ${soc_max}, expected soc_min below soc_max`;
  throw new InvalidValueError(isMinGiven ? 'battery.soc_min' : 'battery.soc_max', problem);
}

/** Terms that are left out stay out: the answer's assumptions name them. */
function readProgram(value: unknown, field: string): ProgramRequest | null {
  if (value === null) return null;
  const isNamed = isObject(value) && value.program !== undefined;
  return within<ProgramRequest>(field, value, isNamed ? checkNamed : checkDescribed);
}
