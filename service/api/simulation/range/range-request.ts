import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import type { SimulationEconomy } from '../../../../schemas/types.ts';
import { isObject, within } from '../../../http/body-part.ts';
import { checked } from '../../../http/http-error.ts';
import type { SimulationHouse } from '../house-request.ts';
import { sectionReader } from '../read-section.ts';
import { parseSimulationRequest, SECTIONS, withoutSections } from '../request.ts';

/** A request for a range. */
export interface RangeHouse extends Omit<SimulationHouse, 'detail'> {
  /** Null if none is given. */
  economy: Required<SimulationEconomy> | null;
}

// pv, which is required, is taken out like every section before the rest is checked.
const checkRange = validator('api/simulation-range-request.schema.json', ['required']);

const readEconomy = sectionReader('economy', 'api/simulation-economy.schema.json', {});

const NO_DETAIL =
  'is not a known field here: POST /api/v1/simulation has it, for one year. Leave it out';

/**
 * Checks and normalises the body of a range: that of a simulation, and the economy after it.
 * @throws HttpError as `parseSimulationRequest`
 */
export function parseRangeRequest(json: unknown): RangeHouse {
  const body = isObject(json) ? json : {};
  const given = SECTIONS.filter((section) => section in body);
  const sections = Object.fromEntries(given.map((section) => [section, body[section]]));
  const simulated = parseSimulationRequest(isObject(json) ? sections : json);
  return checked(() => {
    const economy = body.economy === undefined ? null : readEconomy(body.economy);
    if (body.detail !== undefined) throw new InvalidValueError('detail', NO_DETAIL);
    within('', withoutSections(body, [...SECTIONS, 'economy']), checkRange);
    // The check has filled in what the schema has a default for.
    return { ...simulated, economy: economy as Required<SimulationEconomy> | null };
  }, json);
}
