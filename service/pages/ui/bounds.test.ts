import assert from 'node:assert/strict';
import { test } from 'node:test';
import consumption from '../../../schemas/api/simulation-consumption.schema.json' with {
  type: 'json',
};
import common from '../../../schemas/common.schema.json' with { type: 'json' };
import lead from '../../../schemas/data/lead-request.schema.json' with { type: 'json' };
import signed from '../../../schemas/data/signed-state.schema.json' with { type: 'json' };
import prefill from '../../../schemas/embed/embed-prefill.schema.json' with { type: 'json' };
import { BOUNDS } from './bounds.ts';

const { faces, panelCount, yearlyKwh, evKmPerDay } = BOUNDS;
const { inputs, face } = lead.$defs;
const { properties: use } = signed.$defs.use;

/** Bounds of a form, and each schema that has them. */
const ROWS = [
  [BOUNDS.lat, common.$defs.latitude],
  [BOUNDS.lng, common.$defs.longitude],
  [BOUNDS.tilt, common.$defs.tilt],
  [BOUNDS.azimuth, common.$defs.azimuth],
  [BOUNDS.kwp, common.$defs.kwp],
  [BOUNDS.chargers, inputs.properties.chargers],
  [BOUNDS.adults, inputs.properties.adults],
  [panelCount, face.properties.panel_count],
  [yearlyKwh, prefill.properties.use_kwh],
  ...[use, inputs.properties, consumption.properties].flatMap(
    ({ yearly_kwh, ev_km_per_day }) =>
      [
        [yearlyKwh, yearly_kwh],
        [evKmPerDay, ev_km_per_day],
      ] as const,
  ),
] as const;

test('forms, links and host pages have the bounds of the schemas', () => {
  for (const [{ min, max }, { minimum, maximum }] of ROWS)
    assert.deepEqual([min, max], [minimum, maximum]);
  for (const { minItems, maxItems } of [
    prefill.properties.faces,
    signed.properties.faces,
    inputs.properties.faces,
  ])
    assert.deepEqual([faces.min, faces.max], [minItems, maxItems]);
});
