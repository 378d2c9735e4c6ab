import type { SimulationLocation } from '../../schemas/types.ts';
import { InvalidValueError, validator } from '../../schemas/validate.ts';
import { defaultPowerKw } from '../battery/home-battery.ts';
import { ApiError, checked } from '../http/api-error.ts';
import { roundTo } from '../round.ts';
import { readBattery } from './battery-request.ts';
import { readComparison } from './comparison-request.ts';
import type {
  BatteryRequest,
  ComparisonHouse,
  HouseholdModel,
  HouseRequest,
  PricesRequest,
  SimulationHouse,
} from './house-request.ts';
import { isObject, sectionReader, within } from './read-section.ts';
import { boundsOf, hourlyReader, readPrice, readProfile } from './read-series.ts';

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

// Which of the two is there is told below, in better words than those of a schema.
const readPvFields = sectionReader(
  'pv',
  PV,
  {
    hourly_kwh: hourlyReader(`${PV}#/properties/hourly_kwh/items`),
    monthly_profile: (value, field) => readProfile(value, field, dayBounds),
  },
  ['oneOf'],
);

const readPriceFields = sectionReader('prices', 'api/simulation-prices.schema.json', {
  import_sek_per_kwh: readPrice,
  export_sek_per_kwh: readPrice,
});

type Body = Record<string, unknown>;

/**
 * Checks and normalises the body of a simulation request. Of several faults the first in the order
 * of the interface document's tables is told.
 * @throws ApiError invalid_parameter naming the field; not_supported for pv.faces
 */
export function parseSimulationRequest(json: unknown): SimulationHouse {
  return checked((value) => {
    const body = asBody(value);
    const house = beforeBattery(body);
    const battery = body.battery === undefined ? null : withPower(readBattery(body.battery));
    const prices = readPrices(orEmpty(body.prices));
    within('', withoutSections(body, SECTIONS), checkSimulation);
    return { ...house, battery, prices };
  }, json);
}

/**
 * Checks and normalises the body of a battery-strategies request.
 * @throws ApiError as `parseSimulationRequest`
 */
export function parseStrategiesRequest(json: unknown): ComparisonHouse {
  return checked((value) => {
    const body = asBody(value);
    const house = beforeBattery(body);
    // Its capacity and strategy are not used.
    const battery = readBattery(body.battery === undefined ? { capacity_kwh: 0 } : body.battery);
    const prices = readPrices(orEmpty(body.prices));
    const compare = readComparison(orEmpty(body.compare));
    within('', withoutSections(body, [...SECTIONS, 'compare']), checkStrategies);
    return { ...house, battery, prices, compare };
  }, json);
}

const SECTIONS = ['location', 'consumption', 'pv', 'battery', 'prices'];

function asBody(json: unknown): Body {
  if (isObject(json)) return json;
  throw new InvalidValueError('', 'is not an object, expected the request as a JSON object');
}

/** A section that is left out has its defaults; null is no section. */
function orEmpty(section: unknown): unknown {
  return section === undefined ? {} : section;
}

/** What is left when the sections, each checked by itself, are taken out: unknown fields. */
function withoutSections(body: Body, sections: readonly string[]): Body {
  const rest: Body = { ...body };
  for (const section of sections) delete rest[section];
  return rest;
}

function beforeBattery(body: Body): Pick<HouseRequest, 'location' | 'consumption' | 'pv'> {
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

function readConsumption(value: unknown): HouseRequest['consumption'] {
  const { yearly_kwh, ev_km_per_day, hourly_kwh } = readConsumptionFields(value);
  if (!hourly_kwh) return { yearly_kwh, ev_km_per_day } as HouseholdModel;
  const given = isObject(value) ? value : {};
  const other = ['yearly_kwh', 'ev_km_per_day'].find((name) => given[name] !== undefined);
  if (other === undefined) return { hourly_kwh };
  throw new InvalidValueError(
    'consumption.hourly_kwh',
    `is given together with ${other}, expected the whole load in hourly_kwh or the household model, not both`,
  );
}

function readPv(value: unknown): HouseRequest['pv'] {
  if (value === undefined) throw new InvalidValueError('pv', 'is missing, expected an object');
  if (isObject(value) && value.faces !== undefined) {
    const message = '"pv.faces" is not supported yet. Give pv.hourly_kwh or pv.monthly_profile.';
    throw new ApiError('not_supported', message, 'pv.faces');
  }
  const { hourly_kwh, monthly_profile } = readPvFields(value);
  if (hourly_kwh && !monthly_profile) return { hourly_kwh };
  if (monthly_profile && !hourly_kwh) return { monthly_profile };
  const found = hourly_kwh
    ? 'both hourly_kwh and monthly_profile'
    : 'neither hourly_kwh nor monthly_profile';
  throw new InvalidValueError('pv', `has ${found}, expected exactly one of them`);
}

/** The preset stays only where it prices a side. */
function readPrices(value: unknown): PricesRequest {
  const fields = readPriceFields(value);
  const { preset, ...own } = fields;
  const { import_sek_per_kwh, export_sek_per_kwh } = own;
  const areBothOwn = import_sek_per_kwh !== undefined && export_sek_per_kwh !== undefined;
  return areBothOwn ? own : fields;
}

/** A battery of one run has its own power: half the capacity where none is given. */
function withPower({ capacity_kwh, power_kw, ...battery }: BatteryRequest): BatteryRequest {
  const powerKw = power_kw ?? defaultPowerKw(capacity_kwh);
  // A power of 0 is none that could be sent.
  return { capacity_kwh, ...(powerKw > 0 ? { power_kw: powerKw } : {}), ...battery };
}
