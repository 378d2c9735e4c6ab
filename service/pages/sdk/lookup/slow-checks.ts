/** In place of the service's checks by Ajv, whose compiler pages may not run: it takes no `eval`. */
import { schemaFile, schemaOf } from '../../../../schemas/checks/all-schemas.ts';
import { InvalidValueError } from '../../../../schemas/checks/invalid-value.ts';
import type { SlowChecks } from '../../../../schemas/checks/slow-checks.ts';
import { checkFields, type Find, type Schema } from './check-fields.ts';

/** Checks that word what is wrong with a value that its ready check has refused. */
export function slowChecks(): SlowChecks {
  return (id, without) => {
    const file = id.slice(id.lastIndexOf('/') + 1);
    return (value) => {
      const all = Object.entries(partOf(file));
      const schema = Object.fromEntries(all.filter(([keyword]) => !without.includes(keyword)));
      checkFields(schema, value, { find: findFrom(file), word: schemaOf });
      throw new InvalidValueError('', 'is not as the documentation of the API says');
    };
  };
}

function findFrom(file: string): Find {
  return (ref) => {
    const [path, pointer] = ref.split('#');
    const own = path === '' ? file : path.slice(path.lastIndexOf('/') + 1);
    return { schema: partOf(own, pointer), find: findFrom(own) };
  };
}

function partOf(file: string, pointer = ''): Schema {
  const whole = schemaFile(file);
  if (!whole) throw new Error(`The schema ${file} is not here.`);
  const names = pointer.split('/').slice(1);
  const within = (node: unknown, name: string) => (node as Record<string, unknown>)[name];
  return names.reduce<unknown>(within, whole) as Schema;
}
