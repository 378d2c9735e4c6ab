import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';

/**
 * Checks a part of the body and names its faults from the body's top.
 * @param mostItems of any array in it
 */
export function within<T>(
  parent: string,
  value: unknown,
  check: (value: unknown) => T,
  mostItems = MOST_ITEMS,
): T {
  try {
    refuseLong(value, '', mostItems, OBJECT_LEVELS);
    return check(value);
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    const { field, problem } = error;
    throw new InvalidValueError([parent, field].filter((part) => part !== '').join('.'), problem);
  }
}

/** Far more items than any array of a request has, long ones aside. */
const MOST_ITEMS = 100;

/** Objects within objects of a section: frequency_reserve, terms. */
const OBJECT_LEVELS = 3;

/** The schema check lists every fault: a million wrong items would hold up the service for seconds. */
function refuseLong(value: unknown, field: string, mostItems: number, levels: number): void {
  if (Array.isArray(value) && value.length > mostItems) {
    const problem = `has ${value.length} values, expected at most ${mostItems}`;
    throw new InvalidValueError(field, problem);
  }
  if (!isObject(value) || levels === 0) return;
  for (const [name, part] of Object.entries(value)) {
    refuseLong(part, field ? `${field}.${name}` : name, mostItems, levels - 1);
  }
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
