import type { _ as code } from 'ajv';
import type { CodeKeywordDefinition } from 'ajv/dist/2020.js';

/**
 * The keyword `items` that ends with the first wrong one. All errors of an array of a body's size take a second.
 * @param _ Ajv's tag of code
 */
export function firstWrongItem(_: typeof code): CodeKeywordDefinition {
  return {
    keyword: 'items',
    type: 'array',
    schemaType: ['object', 'boolean'],
    before: 'uniqueItems',
    code(cxt) {
      const { gen, data, it } = cxt;
      it.items = true;
      const valid = gen.var('valid', true);
      const length = gen.const('length', _`${data}.length`);
      gen.forRange('i', 0, length, (dataProp) => {
        cxt.subschema({ keyword: 'items', dataProp, dataPropType: 0 }, valid);
        gen.if(_`!${valid}`, () => gen.break());
      });
    },
  };
}
