import { schemaOf } from '../../../../schemas/checks/all-schemas.ts';
import { fillingValidator } from '../../../../schemas/checks/fill-defaults.ts';
import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import type { Schemas } from '../../../../schemas/types.ts';
import { isObject, within } from '../../../http/body-part.ts';

/** Reads one field of a section. */
type Reader<T> = (value: unknown, field: string) => T;

type Readers = Record<string, Reader<unknown>>;

/** A section as its schema has it, with what the readers made of their fields. */
type ReadSection<Fields, R extends Readers> = Omit<Fields, keyof R> & {
  [Name in keyof R]?: ReturnType<R[Name]>;
};

/**
 * Reads one object of a request body: fields with a reader by that (long arrays, alternatives), all
 * others by the schema, which does not see the former and fills in their defaults. A null that the
 * schema allows is left out.
 * @param without keywords at the schema's top that the caller sees to
 * @returns a reader of the section, which throws an InvalidValueError for the first wrong field in the
 * schema's order; its fields are in that order too
 */
export function sectionReader<Id extends keyof Schemas, R extends Readers>(
  section: string,
  id: Id,
  readers: R,
  without: readonly string[] = [],
): (value: unknown) => ReadSection<NonNullable<Schemas[Id]>, R> {
  const check = fillingValidator(id, without);
  return (value) => {
    const rest = isObject(value) ? { ...value } : value;
    const read: Record<string, unknown> = {};
    const faults: InvalidValueError[] = [];
    const attempt = <T>(step: () => T): T | undefined => {
      try {
        return step();
      } catch (error) {
        if (!(error instanceof InvalidValueError)) throw error;
        faults.push(error);
        return undefined;
      }
    };
    if (isObject(rest)) {
      for (const [name, reader] of Object.entries(readers)) {
        const given = rest[name];
        delete rest[name];
        if (given !== undefined) read[name] = attempt(() => reader(given, `${section}.${name}`));
      }
    }
    const fields = attempt(() => within(section, rest, check));
    const names = Object.keys(schemaOf(id).properties ?? {});
    if (faults.length > 0) throw firstOf(faults, section, names);
    return inOrder({ ...fields, ...read }, names) as ReadSection<NonNullable<Schemas[Id]>, R>;
  };
}

/** The fields that are there, in the given order. */
function inOrder(fields: Record<string, unknown>, names: readonly string[]) {
  const present = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  return Object.fromEntries(present.map((name) => [name, fields[name]]));
}

function firstOf(
  faults: InvalidValueError[],
  section: string,
  names: readonly string[],
): InvalidValueError {
  const rank = ({ field }: InvalidValueError) => {
    const [name] = field.slice(section.length + 1).split(/[.[]/);
    const index = names.indexOf(name);
    return index < 0 ? names.length : index;
  };
  return faults.toSorted((a, b) => rank(a) - rank(b))[0];
}
