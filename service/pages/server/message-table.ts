import { schemaOf } from '../../../schemas/checks/all-schemas.ts';
import fromFrame from '../../../schemas/embed/from-frame.schema.json' with { type: 'json' };
import toFrame from '../../../schemas/embed/to-frame.schema.json' with { type: 'json' };
import type { MessageRow } from '../views/contract.ts';

type MessageSchema = (typeof fromFrame.oneOf)[number] | (typeof toFrame.oneOf)[number];

/** All messages in the order of their schemas. */
export function messageTable(): MessageRow[] {
  return [
    ...fromFrame.oneOf.map((schema) => rowOf('frame', schema)),
    ...toFrame.oneOf.map((schema) => rowOf('page', schema)),
  ];
}

function rowOf(from: MessageRow['from'], { description, properties }: MessageSchema): MessageRow {
  const payload = 'payload' in properties ? resolved(properties.payload ?? {}) : {};
  const { properties: fields = {}, required = [] } = payload;
  return {
    from,
    type: properties.type.const,
    meaning: description,
    fields: Object.entries(fields).map(([name, field]) => ({
      name,
      isRequired: required.includes(name),
      meaning: resolved(field).description ?? '',
    })),
  };
}

function resolved(schema: object & { $ref?: string }): ReturnType<typeof schemaOf> {
  return schema.$ref ? schemaOf(schema.$ref) : schema;
}
