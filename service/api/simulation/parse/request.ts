/**
 * The bodies of simulations, comparisons and ranges, checked and normalised. Of several faults the first in the order
 * of the interface document's tables is reported.
 */
import { defaultPowerKw } from '#engine/battery/battery.ts';
import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import type { SimulationEconomy } from '../../../../schemas/types.ts';
import { isObject, within } from '../../../http/body-part.ts';
import { checked } from '../../../http/http-error.ts';
import type {
  BatteryRequest,
  ComparisonHouse,
  HouseholdModel,
  HouseRequest,
  PricesRequest,
  RangeHouse,
  SimulationHouse,
} from '../house-request.ts';
import { readComparison } from './comparison.ts';
import { sectionReader } from './read-section.ts';
import { readBattery, readConsumption, readLocation, readPrices, readPv } from './sections.ts';

// pv, which is required, is taken out like every section before the rest is checked.
const checkSimulation = validator('api/simulation-request.schema.json', ['required']);
const checkStrategies = validator('api/battery-strategies-request.schema.json', ['required']);
const checkRange = validator('api/simulation-range-request.schema.json', ['required']);

const readEconomy = sectionReader('economy', 'api/simulation-economy.schema.json', {});

type Body = Record<string, unknown>;

/** The sections of every body. */
const SECTIONS = ['location', 'consumption', 'pv', 'battery', 'prices'];

const NO_DETAIL = 'is not a known field here: POST /api/v1/simulation has it, for one';

/**
 * The body of a simulation request.
 * @throws HttpError invalid_parameter naming the field; not_supported for pv.faces
 */
export function parseSimulationRequest(json: unknown): SimulationHouse {
  return checked((value) => {
    const body = asBody(value);
    const house = readHouse(body);
    const { detail } = within('', withoutSections(body, SECTIONS), checkSimulation);
    return { ...house, ...(detail ? { detail } : {}) };
  }, json);
}

/**
 * The body of a range: that of a simulation, and the economy after it.
 * @throws HttpError as `parseSimulationRequest`
 */
export function parseRangeRequest(json: unknown): RangeHouse {
  return checked((value) => {
    const body = asBody(value);
    const house = readHouse(body);
    const economy = body.economy === undefined ? null : readEconomy(body.economy);
    if (body.detail !== undefined)
      throw new InvalidValueError('detail', `${NO_DETAIL} year. Leave it out`);
    within('', withoutSections(body, [...SECTIONS, 'economy']), checkRange);
    // The check has filled in what the schema has a default for.
    return { ...house, economy: economy as Required<SimulationEconomy> | null };
  }, json);
}

/**
 * The body of a battery-strategies request.
 * @throws HttpError as `parseSimulationRequest`
 */
export function parseStrategiesRequest(json: unknown): ComparisonHouse {
  return checked((value) => {
    const body = asBody(value);
    const sections = readBeforeBattery(body);
    // Its capacity and strategy are not used.
    const battery = readBattery(body.battery === undefined ? { capacity_kwh: 0 } : body.battery);
    const prices = pricesRequest(body.prices);
    const compare = readComparison(orEmpty(body.compare));
    if (body.detail !== undefined)
      throw new InvalidValueError('detail', `${NO_DETAIL} battery at a time. ${ASK_THERE}`);
    within('', withoutSections(body, [...SECTIONS, 'compare']), checkStrategies);
    return { ...sections, prices, battery, compare };
  }, json);
}

const ASK_THERE = 'Leave it out, or ask there for the size and strategy of a cell';

function asBody(json: unknown): Body {
  if (isObject(json)) return json;
  throw new InvalidValueError('', 'is not an object, expected the request as a JSON object');
}

/** A section that is left out has its defaults; null is no section. */
function orEmpty(section: unknown): unknown {
  return section === undefined ? {} : section;
}

/** Takes out the sections, each checked by itself: the rest are unknown fields. */
function withoutSections(body: Body, sections: readonly string[]): Body {
  const rest: Body = { ...body };
  for (const section of sections) delete rest[section];
  return rest;
}

function readHouse(body: Body): SimulationHouse {
  const sections = readBeforeBattery(body);
  const battery = body.battery === undefined ? null : withPower(readBattery(body.battery));
  return { ...sections, battery, prices: pricesRequest(body.prices) };
}

/** The household model counts without hourly values. */
function readBeforeBattery(body: Body): Pick<HouseRequest, 'location' | 'consumption' | 'pv'> {
  const location = body.location === undefined ? null : readLocation(body.location);
  const { hourly_kwh, ...household } = readConsumption(orEmpty(body.consumption));
  return {
    location,
    consumption: hourly_kwh ? { hourly_kwh } : (household as HouseholdModel),
    pv: readPv(body.pv),
  };
}

/** A battery of one run has half its capacity as power. */
function withPower({ capacity_kwh, power_kw, ...battery }: BatteryRequest): BatteryRequest {
  const powerKw = power_kw ?? defaultPowerKw(capacity_kwh);
  // A power of 0 is none that could be sent.
  return { capacity_kwh, ...(powerKw > 0 ? { power_kw: powerKw } : {}), ...battery };
}

/** The preset counts where it prices a side. */
function pricesRequest(section: unknown): PricesRequest {
  const { preset, resolution, grid_tariff, fuse_a = 20, ...given } = readPrices(orEmpty(section));
  const own: PricesRequest = {
    ...(resolution === 'hourly' ? { resolution } : {}),
    ...given,
    ...(grid_tariff === undefined ? {} : { grid: { grid_tariff, fuse_a } }),
  };
  const isEachOwn = own.import_sek_per_kwh !== undefined && own.export_sek_per_kwh !== undefined;
  return isEachOwn || !preset ? own : { preset, ...own };
}
