import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validator } from '../checks/validate.ts';
import type { EmbedPrefill, FromFrame, ToFrame } from '../types.ts';

const fromFrame = validator('embed/from-frame.schema.json');
const toFrame = validator('embed/to-frame.schema.json');

const HEAD = { source: 'sun-over-sweden', v: 1, id: 1 } as const;

const PREFILL: EmbedPrefill = {
  lat: 59.61,
  lng: 16.55,
  street: 'Stora gatan 1',
  postal_code: '72212',
  city: 'Västerås',
  use_kwh: 15000,
  faces: [{ tilt: 27, azimuth: 100, kwp: 5 }],
  email: 'anna@example.com',
};

const FROM_FRAME: FromFrame[] = [
  { ...HEAD, type: 'ready' },
  { ...HEAD, type: 'resize', payload: { height: 20_000 } },
  { ...HEAD, type: 'step', payload: { name: 'roof', index: 1, of: 5 } },
  {
    ...HEAD,
    type: 'calculated',
    payload: { kwp: 10, annual_kwh: 7281, saving_sek: 6369, battery_kwh: 0, price_sek: 120_000 },
  },
  { ...HEAD, type: 'submitted', payload: { reference: 'r1', link: 'https://sol.example/i/a.b' } },
  { ...HEAD, type: 'error', payload: { code: 'lead_not_delivered', message: 'Ring oss.' } },
];

const TO_FRAME: ToFrame[] = [
  { ...HEAD, type: 'init', payload: { locale: 'sv', theme: 'auto', prefill: PREFILL } },
  { ...HEAD, type: 'prefill', payload: PREFILL },
  { ...HEAD, type: 'destroy' },
];

test('every message fits its own direction and no other', () => {
  for (const message of FROM_FRAME) {
    assert.equal(fromFrame(message), message);
    assert.throws(() => toFrame(message), message.type);
  }
  for (const message of TO_FRAME) {
    assert.equal(toFrame(message), message);
    assert.throws(() => fromFrame(message), message.type);
  }
});

test('what is not of the messages is refused: source, version, count, type, payload', () => {
  const [ready, resize] = FROM_FRAME;
  const wrong: unknown[] = [
    { ...ready, source: 'sun' },
    { ...ready, v: 2 },
    { ...ready, id: 0 },
    { ...ready, type: 'scroll' },
    { ...ready, payload: {} },
    { ...resize, payload: { height: 20_001 } },
    { ...resize, payload: { height: '400' } },
    { ...HEAD, type: 'resize' },
    'ready',
    null,
  ];
  for (const message of wrong) assert.throws(() => fromFrame(message), JSON.stringify(message));
  const faces = [{ tilt: 27, azimuth: 100 }];
  assert.throws(() => toFrame({ ...HEAD, type: 'prefill', payload: { faces } }));
});
