import { InvalidValueError, validator } from '../../schemas/validate.ts';
import { ApiError, checked } from '../http/api-error.ts';
import { roundTo } from '../round.ts';
import { comparedBattery, readBattery } from './battery-request.ts';
import { readComparison } from './comparison-request.ts';
import type {
  ComparisonHouse,
  ConsumptionRequest,
  HouseRequest,
  LocationRequest,
  PricesRequest,
  SimulationHouse,
} from './house-request.ts';
import { isObject, readSection, within } from './read-section.ts';
import { HOURLY_KWH, readHourly, readPrice, readProfile } from './read-series.ts';
import type { HourlySeries, ProfileSeries } from './series.ts';

// pv, which is required, is taken out like every section before the rest is checked.
const checkSimulation = validator('api/simulation-request.schema.json', ['required']);
const checkStrategies = validator('api/battery-strategies-request.schema.json', ['required']);
const checkLocation = validator('api/simulation-location.schema.json');
const checkConsumption = validator('api/simulation-consumption.schema.json');
// Which of the two is there is told below, in better words than those of a schema.
const checkPv = validator('api/simulation-pv.schema.json', ['oneOf']);
const checkPrices = validator('api/simulation-prices.schema.json');

/** Of the household model, in a request that does not say. */
const DEFAULT_YEARLY_KWH = 15_000;

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
    const battery = body.battery === undefined ? null : readBattery(body.battery);
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
    const battery = comparedBattery(body.battery);
    const prices = readPrices(orEmpty(body.prices));
    const compare = readComparison(orEmpty(body.compare));
    within('', withoutSections(body, [...SECTIONS, 'compare']), checkStrategies);
    return { ...house, ...battery, prices, compare };
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

function readLocation(value: unknown): LocationRequest {
  const { lat, lng, zone } = within('location', value, checkLocation);
  return { lat: roundTo(lat, 4), lng: roundTo(lng, 4), zone: zone ?? null };
}

function readConsumption(value: unknown): ConsumptionRequest {
  const { fields, read } = readSection(
    'consumption',
    value,
    ['yearly_kwh', 'ev_km_per_day', 'hourly_kwh'],
    checkConsumption,
    { hourly_kwh: (given, field) => readHourly(given, field, HOURLY_KWH) },
  );
  const { yearly_kwh, ev_km_per_day } = fields;
  if (!read.hourly_kwh) {
    const yearlyKwh = yearly_kwh ?? DEFAULT_YEARLY_KWH;
    return { form: 'model', yearlyKwh, evKmPerDay: ev_km_per_day ?? 0 };
  }
  const other = yearly_kwh !== undefined ? 'yearly_kwh' : 'ev_km_per_day';
  if (fields[other] === undefined) return { form: 'hourly', hourlyKwh: read.hourly_kwh.values };
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
  const { read } = readSection('pv', value, ['hourly_kwh', 'monthly_profile'], checkPv, {
    hourly_kwh: (given: unknown, field: string): HourlySeries | ProfileSeries =>
      readHourly(given, field, HOURLY_KWH),
    monthly_profile: (given, field) => readProfile(given, field, HOURLY_KWH),
  });
  const pv = read.hourly_kwh ?? read.monthly_profile;
  if (pv && !(read.hourly_kwh && read.monthly_profile)) return pv;
  const found = pv
    ? 'both hourly_kwh and monthly_profile'
    : 'neither hourly_kwh nor monthly_profile';
  throw new InvalidValueError('pv', `has ${found}, expected exactly one of them`);
}

function readPrices(value: unknown): PricesRequest {
  const { fields, read } = readSection(
    'prices',
    value,
    [
      'preset',
      'import_sek_per_kwh',
      'export_sek_per_kwh',
      'monthly_fee_sek',
      'peak_charge_sek_per_kw_month',
    ],
    checkPrices,
    { import_sek_per_kwh: readPrice, export_sek_per_kwh: readPrice },
  );
  return {
    importPrice: read.import_sek_per_kwh ?? null,
    exportPrice: read.export_sek_per_kwh ?? null,
    monthlyFeeSek: fields.monthly_fee_sek ?? null,
    peakChargeSekPerKw: fields.peak_charge_sek_per_kw_month ?? null,
  };
}
