/** The API's checks of a question and its words of a refusal, by its own schemas: pages may not let Ajv compile. */
import { firstFault } from '../../../../schemas/checks/first-fault.ts';
import type { JsonSchema } from '../../../../schemas/checks/problem.ts';
import { schemaFinder } from '../../../../schemas/checks/schema-finder.ts';
import common from '../../../../schemas/common.schema.json' with { type: 'json' };

/** A schema's whole file, of which TypeScript knows no more. */
interface SchemaFile {
  $id: string;
}

/**
 * Checks that a value has the fields of a schema.
 * @param schemas the schema, and those that it refers to beside the common one
 * @throws InvalidValueError naming the first wrong field, in the schema's own order
 */
export function checkFields(value: unknown, ...schemas: [SchemaFile, ...SchemaFile[]]): void {
  const files = new Map([common, ...schemas].map((schema) => [fileOf(schema), schema]));
  const find = schemaFinder((file) => files.get(file) as JsonSchema);
  const fault = firstFault(find(fileOf(schemas[0])), value, find);
  if (fault) throw fault;
}

function fileOf({ $id }: SchemaFile): string {
  return $id.slice($id.lastIndexOf('/') + 1);
}
