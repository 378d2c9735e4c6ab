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

const { lat, lng, faces, tilt, azimuth, kwp, panelCount, yearlyKwh, ...rest } = BOUNDS;
const { evKmPerDay, chargers, adults } = rest;

/** Bounds of a form, and each schema that has them. */
const ROWS = [
  [lat, common.$defs.latitude],
  [lng, common.$defs.longitude],
  [tilt, common.$defs.tilt],
  [azimuth, common.$defs.azimuth],
  [kwp, common.$defs.kwp],
  [yearlyKwh, consumption.properties.yearly_kwh],
  [yearlyKwh, prefill.properties.use_kwh],
  [yearlyKwh, signed.$defs.use.properties.yearly_kwh],
  [yearlyKwh, lead.$defs.inputs.properties.yearly_kwh],
  [evKmPerDay, consumption.properties.ev_km_per_day],
  [evKmPerDay, signed.$defs.use.properties.ev_km_per_day],
  [evKmPerDay, lead.$defs.inputs.properties.ev_km_per_day],
  [panelCount, lead.$defs.face.properties.panel_count],
  [chargers, lead.$defs.inputs.properties.chargers],
  [adults, lead.$defs.inputs.properties.adults],
] as const;

test('forms, links and host pages have the bounds of the schemas', () => {
  for (const [{ min, max }, { minimum, maximum }] of ROWS)
    assert.deepEqual([min, max], [minimum, maximum]);
  for (const { minItems, maxItems } of [
    prefill.properties.faces,
    signed.properties.faces,
    lead.$defs.inputs.properties.faces,
  ])
    assert.deepEqual([faces.min, faces.max], [minItems, maxItems]);
});
