/**
 * The keys and values of Home Assistant's integrations that the page uses, as documented: rest at
 * https://www.home-assistant.io/integrations/rest/ and .../sensor.rest/, template at .../template/. What is
 * documented and not used is left out, and so would be refused.
 */
const TEXT = { type: 'string', minLength: 1 };
const TEMPLATE = { type: 'string', pattern: '\\{\\{.*\\}\\}' };
const UNITS_OF_ENERGY = ['Wh', 'kWh', 'MWh'];

/** Options that any entity has. */
const ENTITY = { name: TEXT, unique_id: TEXT };
/** Options that a sensor has, too; a class has units of its own. */
const SENSOR = {
  ...ENTITY,
  device_class: { const: 'energy' },
  unit_of_measurement: { enum: UNITS_OF_ENERGY },
};

const object = (properties: object, required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const list = (items: object) => ({ type: 'array', minItems: 1, items });

const REST_SENSOR = {
  ...object({ ...SENSOR, value_template: TEMPLATE }, ['name', 'unique_id', 'value_template']),
  dependentRequired: { device_class: ['unit_of_measurement'] },
};

const REST = object(
  {
    resource: { type: 'string', pattern: '^https?://[^\\s{}]+$' },
    method: { enum: ['GET', 'POST'] },
    // Its braces are no template's.
    payload: { type: 'string', not: { pattern: '\\{\\{|\\{%|\\{#' } },
    scan_interval: { type: 'integer', minimum: 1 },
    timeout: { type: 'integer', minimum: 1 },
    sensor: list(REST_SENSOR),
  },
  ['resource', 'sensor'],
);

const ATTRIBUTES = { type: 'object', additionalProperties: TEMPLATE };
const TEMPLATE_SENSOR = object(
  { ...SENSOR, state: TEMPLATE, availability: TEMPLATE, attributes: ATTRIBUTES },
  ['name', 'state'],
);
const TEMPLATE_BINARY_SENSOR = object({ ...ENTITY, state: TEMPLATE, availability: TEMPLATE }, [
  'name',
  'state',
]);

/** Part of configuration.yaml. */
export const CONFIGURATION = object(
  {
    rest: list(REST),
    template: list(
      object({ sensor: list(TEMPLATE_SENSOR), binary_sensor: list(TEMPLATE_BINARY_SENSOR) }, []),
    ),
  },
  ['rest', 'template'],
);
