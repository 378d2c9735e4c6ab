import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validator } from '../../../../schemas/checks/validate.ts';
import { BOUNDS } from '../../ui/bounds.ts';
import { applyPrefill, chooseDefaults, MOST_LETTERS, selectInputs } from './state.ts';

const WATT = 440;
const checkLead = validator('data/lead-request.schema.json');
const checkPrefill = validator('embed/embed-prefill.schema.json');

const long = (name: keyof typeof MOST_LETTERS) => 'x'.repeat(MOST_LETTERS[name]);

const LARGEST = {
  lat: BOUNDS.lat.max,
  lng: BOUNDS.lng.max,
  use_kwh: BOUNDS.yearlyKwh.max,
  faces: [{ tilt: 90, azimuth: 360, kwp: BOUNDS.kwp.max }],
  first_name: long('first_name'),
  last_name: long('last_name'),
  street: long('street'),
  city: long('city'),
  email: `${'x'.repeat(64)}@${'y'.repeat(60)}.example`,
  phone: '0'.repeat(MOST_LETTERS.phone),
  postal_code: '72212',
};

test('the largest values of a host page are taken, and a lead with them is accepted', () => {
  const { contact, ...chosen } = applyPrefill(chooseDefaults(), checkPrefill(LARGEST), WATT);
  const { lat, lng, use_kwh, faces, ...texts } = LARGEST;
  assert.deepEqual(contact, texts);
  const inputs = selectInputs({ ...chosen, contact });
  assert.deepEqual(inputs?.faces, [{ tilt: 90, azimuth: 360, panel_count: 1000 }]);
  assert.equal(inputs?.yearly_kwh, use_kwh);
  const request = { token: 't', inputs, system: 'solar', contact, consent: '1' };
  assert.doesNotThrow(() => checkLead(request));
});

test('values of a host page that no lead may have are left out', () => {
  const { first_name, street, phone, city } = LARGEST;
  const texts = { first_name, street, phone, city };
  const tooLong = Object.entries(texts).map(([name, text]) => [name, `${text}0`]);
  const roof = [{ tilt: 91, azimuth: 0, kwp: 5 }, { tilt: 9 }, null];
  const wrong = { ...Object.fromEntries(tooLong), lat: 91, lng: 18, use_kwh: '9000', faces: roof };
  assert.deepEqual(applyPrefill(chooseDefaults(), wrong, WATT), chooseDefaults());
});
