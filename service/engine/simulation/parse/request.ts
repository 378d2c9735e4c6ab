/**
 * The bodies of simulations, comparisons and ranges: each checked by its schema in one pass, then by the rules between
 * its fields, and read into one plain value.
 */

import { schemaOf } from '../../../../schemas/checks/all-schemas.ts';
import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import { checkGridTariff } from '../../../../schemas/codec/check-grid-tariff.ts';
import type {
  BatteryStrategiesRequest,
  Schemas,
  SimulationEconomy,
  SimulationLocation,
  SimulationRequest,
  SimulationVerdictRequest,
} from '../../../../schemas/types.ts';
import { defaultPowerKw } from '../../battery/battery.ts';
import { VERDICT_STRATEGIES } from '../../economy/battery-choice.ts';
import type { EconomyRequest } from '../../economy/read-economy.ts';
import { given } from '../../given.ts';
import { checked, RequestError } from '../../refusal.ts';
import { roundTo } from '../../round.ts';
import { swedishDay } from '../../swedish-day.ts';
import { gridRequest } from '../grid-limits.ts';
import type {
  BatteryRequest,
  ComparisonHouse,
  HouseholdModel,
  HouseRequest,
  PricesRequest,
  RangeHouse,
  SimulationHouse,
  VerdictHouse,
} from '../house-request.ts';
import { comparisonRequest } from './comparison.ts';
import { pricesRequest } from './prices.ts';

const checkSimulation = validator('api/simulation-request.schema.json');
const checkStrategies = validator('api/battery-strategies-request.schema.json');
const checkRange = validator('api/simulation-range-request.schema.json');
const checkVerdict = validator('api/simulation-verdict-request.schema.json');

/**
 * The body of a simulation request.
 * @throws RequestError invalid_parameter naming the field. not_supported for pv.faces
 */
export function parseSimulationRequest(json: unknown): SimulationHouse {
  return read(json, checkSimulation, (body) => {
    const { detail } = body;
    return { ...houseOf(body), ...given({ detail }) };
  });
}

/**
 * The body of a range: that of a simulation, and the economy.
 * @throws RequestError as `parseSimulationRequest`
 */
export function parseRangeRequest(json: unknown): RangeHouse {
  return read(json, checkRange, ({ economy, ...body }) => {
    const filled = economy && withDefaults('api/simulation-economy.schema.json', economy);
    return { ...houseOf(body), economy: (filled as Required<SimulationEconomy>) ?? null };
  });
}

/**
 * The body of a battery-strategies request, whose capacity and strategy of the battery are not used.
 * @throws RequestError as `parseSimulationRequest`
 */
export function parseStrategiesRequest(json: unknown): ComparisonHouse {
  return read(json, checkStrategies, ({ battery = { capacity_kwh: 0 }, compare, ...body }) => ({
    ...placeAndHours(body),
    battery: batteryRequest(battery),
    ...pricesAndGrid(body),
    compare: comparisonRequest(compare),
  }));
}

/**
 * The body of a verdict: that of a comparison, whose sizes are the batteries of its economy.
 * @throws RequestError as `parseSimulationRequest`
 */
export function parseVerdictRequest(json: unknown): VerdictHouse {
  return read(json, checkVerdict, ({ battery = { capacity_kwh: 0 }, economy, ...body }) => {
    const checkedEconomy = economyRequest(economy);
    const sizes_kwh = checkedEconomy.batteries.map(({ kwh }) => kwh);
    return {
      ...placeAndHours(body),
      battery: batteryRequest(battery),
      ...pricesAndGrid(body),
      compare: { strategies: [...VERDICT_STRATEGIES], sizes_kwh },
      economy: checkedEconomy,
    };
  });
}

/** An economy with its defaults. It is paid today in Sweden where it says no day. */
function economyRequest(given: SimulationVerdictRequest['economy']): EconomyRequest {
  const filled = withDefaults('api/verdict-economy.schema.json', given);
  const economy = { paid_on: swedishDay(), ...filled } as EconomyRequest;
  const { batteries, battery_kwh = 0 } = economy;
  for (const [at, { kwh }] of batteries.entries()) {
    const first = batteries.findIndex((one) => one.kwh === kwh);
    if (first < at)
      throw new InvalidValueError(
        `economy.batteries.${at}.kwh`,
        `is ${kwh}, which economy.batteries.${first} has already, expected another size`,
      );
  }
  if (battery_kwh === 0 || batteries.some(({ kwh }) => kwh === battery_kwh)) return economy;
  const sizes = [0, ...batteries.map(({ kwh }) => kwh)];
  throw new InvalidValueError(
    'economy.battery_kwh',
    `is ${battery_kwh}, expected one of ${sizes.join(', ')}`,
  );
}

function read<Body, House>(
  json: unknown,
  check: (value: unknown) => Body,
  readBody: (body: Body) => House,
): House {
  refuseFaces(json);
  return checked((value) => readBody(check(value)), json);
}

/** @throws RequestError not_supported, whatever else the body holds */
function refuseFaces(json: unknown): void {
  if (Object(Object(json).pv).faces === undefined) return;
  const message =
    '"pv.faces" is not supported yet. POST them to /api/v1/pv-yield/series and give its hourly_kwh as pv.hourly_kwh.';
  throw new RequestError('not_supported', message, 'pv.faces');
}

function houseOf(body: SimulationRequest): SimulationHouse {
  const { battery } = body;
  return {
    ...placeAndHours(body),
    battery: battery ? withPower(batteryRequest(battery)) : null,
    ...pricesAndGrid(body),
  };
}

/** The household model counts without hourly values. */
function placeAndHours({
  location,
  consumption = {},
  pv: { hourly_kwh, monthly_profile = [] },
}: SimulationRequest): Pick<HouseRequest, 'location' | 'consumption' | 'pv'> {
  const { hourly_kwh: load, ...household } = consumption;
  return {
    location: location ? roundedPlace(location) : null,
    consumption: load
      ? { hourly_kwh: new Float64Array(load) }
      : (withDefaults('api/simulation-consumption.schema.json', household) as HouseholdModel),
    pv: hourly_kwh ? { hourly_kwh: new Float64Array(hourly_kwh) } : { monthly_profile },
  };
}

/** A point to some 10 m. */
function roundedPlace({ lat, lng, ...zone }: SimulationLocation): SimulationLocation {
  return { lat: roundTo(lat, 4), lng: roundTo(lng, 4), ...zone };
}

/** A battery with its defaults, but for the power. A null is as good as none. */
function batteryRequest(given: BatteryStrategiesRequest['battery'] & object): BatteryRequest {
  const filled = Object.entries(withDefaults('api/simulation-battery.schema.json', given));
  const battery = Object.fromEntries(
    filled.filter(([, value]) => value !== null),
  ) as BatteryRequest;
  const { soc_min, soc_max, reserve_share } = battery;
  const reserve = Math.max(...[reserve_share].flat());
  if (reserve > 0 && reserve >= soc_max)
    throw new InvalidValueError(
      'battery.reserve_share',
      `is ${reserve}, which leaves no room up to soc_max (${soc_max}), expected less than soc_max`,
    );
  if (soc_min < soc_max) return battery;
  const problem = `leaves no room: soc_min is ${soc_min} and soc_max ${soc_max}, expected soc_min below soc_max`;
  const field = given.soc_min === undefined ? 'battery.soc_max' : 'battery.soc_min';
  throw new InvalidValueError(field, problem);
}

/** A battery of one run has half its capacity as power. */
function withPower({ capacity_kwh, power_kw, ...battery }: BatteryRequest): BatteryRequest {
  const powerKw = power_kw ?? defaultPowerKw(capacity_kwh);
  // A power of 0 is none that could be sent.
  return { capacity_kwh, ...(powerKw > 0 ? { power_kw: powerKw } : {}), ...battery };
}

function pricesAndGrid(
  body: Pick<SimulationRequest, 'grid' | 'prices'>,
): Pick<HouseRequest, 'grid' | 'prices'> {
  const prices = checkedPrices(body.prices);
  return { prices, ...gridRequest(body, prices) };
}

/** Prices whose custom price list has its defaults, and is the only power charge. */
function checkedPrices(given: SimulationRequest['prices']): PricesRequest {
  const prices = pricesRequest(given);
  const { grid, peak_charge_sek_per_kw_month, export_fee_sek_per_kwh } = prices;
  if (prices.export_sek_per_kwh !== undefined && export_fee_sek_per_kwh !== undefined)
    throw new InvalidValueError(
      'prices.export_fee_sek_per_kwh',
      "is given together with export_sek_per_kwh, expected one of them: take the supplier's fee off your export price",
    );
  if (!grid) return prices;
  if (peak_charge_sek_per_kw_month !== undefined)
    throw new InvalidValueError(
      'prices.peak_charge_sek_per_kw_month',
      'is given together with grid_tariff, expected one of them: a price list has its own power charge, if any',
    );
  const { grid_tariff } = grid;
  if (typeof grid_tariff === 'string') return prices;
  const list = { ...grid_tariff, ...withDefaults('api/own-grid-tariff.schema.json', grid_tariff) };
  checkGridTariff(list, 'prices.grid_tariff.');
  return { ...prices, grid: { ...grid, grid_tariff: list } };
}

/** The fields of a checked section in its schema's order, with its defaults. */
function withDefaults(id: keyof Schemas, given: object): object {
  const fields = new Map<string, unknown>(Object.entries(given));
  const filled = Object.entries(schemaOf(id).properties ?? {}).map(([name, part]) => {
    return [name, fields.has(name) ? fields.get(name) : part.default];
  });
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}
