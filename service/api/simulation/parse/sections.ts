/** The sections of a simulation's body, each checked by its schema and its defaults filled in. */
import { roundTo } from '#engine/round.ts';
import { fillingValidator } from '../../../../schemas/checks/fill-defaults.ts';
import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import { formatValue } from '../../../../schemas/checks/problem.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import { checkGridTariff } from '../../../../schemas/codec/check-grid-tariff.ts';
import type { OwnGridTariff, SimulationLocation } from '../../../../schemas/types.ts';
import { isObject, within } from '../../../http/body-part.ts';
import { HttpError } from '../../../http/http-error.ts';
import { readProfile } from '../../read-profile.ts';
import { boundsOf } from '../../schema-bounds.ts';
import type { BatteryRequest, HouseRequest, ProgramRequest } from '../house-request.ts';
import { sectionReader } from './read-section.ts';
import { hourlyReader, readPrice } from './read-series.ts';

const CONSUMPTION = 'api/simulation-consumption.schema.json';
const PV = 'api/simulation-pv.schema.json';

const checkLocation = validator('api/simulation-location.schema.json');
const checkNamed = validator('api/named-battery-program.schema.json');
const checkDescribed = validator('api/provider-battery-program.schema.json');
const checkOwnList = fillingValidator('api/own-grid-tariff.schema.json');

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

const readPricesFields = sectionReader('prices', 'api/simulation-prices.schema.json', {
  import_sek_per_kwh: readPrice,
  export_sek_per_kwh: readPrice,
  grid_tariff: readGridTariff,
});

const readBatteryFields = sectionReader('battery', 'api/simulation-battery.schema.json', {
  frequency_reserve: readProgram,
});

/** A place, rounded to some 10 m. @throws InvalidValueError as all of these, naming the field */
export function readLocation(value: unknown): SimulationLocation {
  const { lat, lng, ...zone } = within('location', value, checkLocation);
  return { lat: roundTo(lat, 4), lng: roundTo(lng, 4), ...zone };
}

/** The whole load, or what the household model makes one of. */
export function readConsumption(value: unknown) {
  const consumption = readConsumptionFields(value);
  const given = isObject(value) ? value : {};
  const other = ['yearly_kwh', 'ev_km_per_day'].find((name) => given[name] !== undefined);
  if (!consumption.hourly_kwh || other === undefined) return consumption;
  throw new InvalidValueError(
    'consumption.hourly_kwh',
    `is given together with ${other}, expected the whole load in hourly_kwh or the household model, not both`,
  );
}

/** Production in one of its two forms. @throws HttpError not_supported for faces */
export function readPv(value: unknown): HouseRequest['pv'] {
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

/** A battery with its defaults, but for the power. */
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

/** Prices with one power charge at most. */
export function readPrices(value: unknown) {
  const prices = readPricesFields(value);
  const { grid_tariff, peak_charge_sek_per_kw_month } = prices;
  if (grid_tariff === undefined || peak_charge_sek_per_kw_month === undefined) return prices;
  throw new InvalidValueError(
    'prices.peak_charge_sek_per_kw_month',
    'is given together with grid_tariff, expected one of them: a price list has its own power charge, if any',
  );
}

/** The id of a price list, or an own list with its defaults. */
function readGridTariff(value: unknown, field: string): string | OwnGridTariff {
  if (typeof value === 'string') return value;
  if (isObject(value)) return within(field, { ...value }, checkedList);
  const problem = `is ${formatValue(value)}, expected the id of a price list, or a price list of your own`;
  throw new InvalidValueError(field, problem);
}

function checkedList(value: unknown): OwnGridTariff {
  const list = checkOwnList(value);
  checkGridTariff(list, '');
  return list;
}
