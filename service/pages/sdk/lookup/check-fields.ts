/** The API's checks of a question and its words of a refusal, by its own schemas: pages may not let Ajv compile. */
import { firstFault } from '../../../../schemas/checks/first-fault.ts';
import type { JsonSchema } from '../../../../schemas/checks/problem.ts';
import { schemaFinder } from '../../../../schemas/checks/schema-finder.ts';
import common from '../../../../schemas/common.schema.json' with { type: 'json' };

/**
 * Checks that a value has the fields of a schema.
 * @param files the schemas that it refers to, apart from the common one, by their files' names
 * @throws InvalidValueError naming the first wrong field, in the schema's own order
 */
export function checkFields(
  value: unknown,
  schema: object,
  files: Record<string, object> = {},
): void {
  const all: Record<string, object> = { ...files, '': schema, 'common.schema.json': common };
  const find = schemaFinder((file) => all[file] as JsonSchema);
  const fault = firstFault(find(''), value, find);
  if (fault) throw fault;
}
