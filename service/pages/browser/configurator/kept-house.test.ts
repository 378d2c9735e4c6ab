import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import embeds from '../../../../fixtures/embeds.json' with { type: 'json' };
import { readHouse, writeHouse } from './kept-house.ts';
import { chooseDefaults, FUSES_A } from './state.ts';

const { demo } = embeds;

const whole = (min: number, max: number) => fc.integer({ min, max });
const houses = fc.record(
  {
    lat: whole(55_000, 69_000).map((thousandths) => thousandths / 1000),
    lng: whole(11_000, 24_000).map((thousandths) => thousandths / 1000),
    faces: fc.array(
      fc.record(
        { tilt: whole(0, 90), azimuth: whole(0, 359), panel_count: whole(1, 1000) },
        { noNullPrototype: true },
      ),
      { minLength: 1, maxLength: 10 },
    ),
    panel: whole(0, demo.panels.length - 1),
    yearly_kwh: whole(0, 1_000_000),
    ev_km_per_day: whole(0, 300),
    chargers: whole(0, 10),
    adults: whole(1, 20),
    main_fuse_a: fc.constantFrom(...FUSES_A),
    system: fc.constantFrom('battery' as const, 'charger' as const),
    battery_kwh: fc.constantFrom(...demo.batteries.map(({ kwh }) => kwh)),
  },
  { noNullPrototype: true },
);

test('any roof, house and choice comes back as it was', () => {
  fc.assert(
    fc.property(houses, (house) => {
      assert.deepEqual(readHouse(writeHouse({ ...chooseDefaults(), ...house }), demo), house);
    }),
  );
});

test('what nobody has changed has no text, and no text changes nothing', () => {
  assert.equal(writeHouse(chooseDefaults()), '');
  assert.deepEqual(readHouse('', demo), {});
});

test('nothing of the person is kept, nor the name of the place, nor coordinates finer than 100 m', () => {
  const contact = {
    first_name: 'Åsa',
    last_name: 'Ek',
    email: 'asa@example.com',
    phone: '0705556677',
    street: 'Hemliga gatan 7',
    postal_code: '72212',
    city: 'Staden',
  };
  const chosen = { ...chooseDefaults(), lat: 59.612345, lng: 16.557891, place: 'Byn', contact };
  const typed = { ...chosen, website: 'bot', consent: true };
  const text = decodeURIComponent(writeHouse(typed));
  for (const secret of [...Object.values(contact), 'Byn', 'bot', '59.6123', '16.5578', 'true'])
    assert.ok(!text.includes(secret), secret);
  assert.match(text, /^lat=59\.612&lng=16\.558&f=27_180_20&/);
});

test('what cannot be is left out, whoever wrote it', () => {
  const wrong = [
    'lat=91&lng=16',
    'lat=59',
    'lat=&lng=',
    'f=27_180',
    'f=27_180_0',
    'f=27_180_1001',
    'f=91_180_5',
    'f=27_180_5.5',
    'f=27_180_5_1',
    `f=${Array(11).fill('27_180_5').join('~')}`,
    'panel=2',
    'panel=-1',
    'panel=0.5',
    'use=-5',
    'use=1e9',
    'adults=0',
    'chargers=11',
    'fuse=21',
    'system=wind',
    // A system with a battery, and no battery of the installer's.
    'system=battery',
    'system=battery&battery=99',
    'first_name=X&email=a@b.c&place=Ring+0900',
    'use=%',
    '__proto__=1',
  ];
  for (const text of wrong) assert.deepEqual(readHouse(text, demo), {}, text);
});
