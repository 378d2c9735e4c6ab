import { InvalidValueError } from '../../schemas/validate.ts';

/** Reads one field of a section. */
export type Reader<T> = (value: unknown, field: string) => T;

/**
 * Checks one object of a request body: fields with a reader by that (long arrays, alternatives),
 * all others by the schema, which does not see the former.
 * @param names the section's fields in the order of the interface document
 * @returns the section without the fields that were read, and those
 * @throws InvalidValueError for the first wrong field in that order
 */
export function readSection<Fields, Name extends string, T>(
  section: string,
  value: unknown,
  names: readonly string[],
  check: (value: unknown) => Fields,
  readers: Record<Name, Reader<T>>,
): { fields: Fields; read: Partial<Record<Name, T>> } {
  const rest = isObject(value) ? { ...value } : value;
  const read: Partial<Record<Name, T>> = {};
  const faults: InvalidValueError[] = [];
  const attempt = <R>(step: () => R): R | undefined => {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      faults.push(error);
      return undefined;
    }
  };
  if (isObject(rest)) {
    for (const name of Object.keys(readers) as Name[]) {
      const given = rest[name];
      delete rest[name];
      if (given === undefined) continue;
      const result = attempt(() => readers[name](given, `${section}.${name}`));
      if (result !== undefined) read[name] = result;
    }
  }
  const fields = attempt(() => within(section, rest, check));
  if (fields !== undefined && faults.length === 0) return { fields, read };
  throw firstOf(faults, section, names);
}

/** Checks a part of the body and names its faults from the body's top. */
export function within<T>(parent: string, value: unknown, check: (value: unknown) => T): T {
  try {
    refuseLong(value, '', OBJECT_LEVELS);
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
function refuseLong(value: unknown, field: string, levels: number): void {
  if (Array.isArray(value) && value.length > MOST_ITEMS) {
    const problem = `has ${value.length} values, expected at most ${MOST_ITEMS}`;
    throw new InvalidValueError(field, problem);
  }
  if (!isObject(value) || levels === 0) return;
  for (const [name, part] of Object.entries(value)) {
    refuseLong(part, field ? `${field}.${name}` : name, levels - 1);
  }
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstOf(faults: InvalidValueError[], section: string, names: readonly string[]) {
  const rank = ({ field }: InvalidValueError) => {
    const [name] = field.slice(section.length + 1).split(/[.[]/);
    const index = names.indexOf(name);
    return index < 0 ? names.length : index;
  };
  return faults.toSorted((a, b) => rank(a) - rank(b))[0];
}
