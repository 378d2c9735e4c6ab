import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemOffers } from '#engine/economy/system.ts';
import embeds from '../../../../fixtures/embeds.json' with { type: 'json' };
import { wordsOf } from '../../shared/words.ts';
import { explainChange, priceOf } from './price.ts';
import { type Chosen, chooseDefaults, selectInputs } from './state.ts';

const { demo } = embeds;
const { explorer, configurator } = wordsOf('en');
const data = {
  ...demo,
  slug: 'demo',
  deduction: '2026-11',
  language: 'en' as const,
  steps: [],
  consent: { version: '', text: '', privacyUrl: '' },
  phone: '',
  isTrial: true,
  map: null,
  hours: 'none' as const,
  places: { search: '', list: '' },
  data: { cells: null, prices: null },
  localUrl: '',
  words: { ...configurator, ...explorer, ...configurator },
};
const house: Chosen = { ...chooseDefaults(), lat: 59.61, lng: 16.55 };
const priceIn = (part: Partial<Chosen>) => {
  const price = priceOf(data, { ...house, ...part });
  assert.ok(price);
  return price;
};
const told = (before: Partial<Chosen>, now: Partial<Chosen>) =>
  explainChange(data, priceIn(before), priceIn(now));

test('nobody is offered a battery before asking for one', () => {
  assert.equal(house.system, 'solar');
  // 45 000 + 20 x 2 400 + 19 000, less 15 % of 97 %.
  const { netSek, batteryKwh } = priceIn({});
  assert.deepEqual([netSek, batteryKwh], [112_000 - 16_296, 0]);
});

test('the price is that of the offer, whatever the batteries turn out to save', () => {
  for (const system of ['solar', 'battery', 'charger'] as const) {
    for (const battery_kwh of [5, 10, 15]) {
      const chosen = { ...house, system, battery_kwh };
      const inputs = selectInputs(chosen);
      assert.ok(inputs);
      for (const savedSek of [-100, 0, 9000]) {
        const savings = { solarSek: savedSek, batterySek: savedSek, batteryKwh: battery_kwh };
        const offers = systemOffers(data, inputs, savings, '2026-11-01');
        const offered = offers.filter(({ kind }) => kind === system).map(({ netSek }) => netSek);
        assert.deepEqual(offered, [priceOf(data, chosen)?.netSek]);
      }
    }
  }
});

test('a price that is another says by how much and why; one that stays says nothing', () => {
  const faces = (count: number) => ({ faces: [{ tilt: 27, azimuth: 180, panel_count: count }] });
  assert.equal(told({}, { yearly_kwh: 9000, adults: 1, chargers: 3 }), '');
  // A panel at 2 400 kr, less 15 % of 97 %.
  assert.match(
    told({}, faces(21)),
    /SEK 2,05[01] higher than at the beginning of this step: panels: 21 instead of 20\.$/,
  );
  assert.match(told(faces(21), {}), /lower .*: panels: 20 instead of 21\.$/);
  assert.match(
    told({}, { system: 'battery', battery_kwh: 10 }),
    /SEK 36,050 higher .*: Solar panels and battery, Battery 10 kWh\.$/,
  );
  // Two adults get 16 296 + 33 950, one 50 000 of them.
  const both = { system: 'battery', battery_kwh: 10 } as const;
  assert.match(
    told(both, { ...both, adults: 1 }),
    /SEK 246 higher .*: adults who share the deduction: 1 instead of 2\.$/,
  );
  assert.match(
    told({ ...both, system: 'charger' }, { ...both, system: 'charger', chargers: 2 }),
    /Charging points: 2\.$/,
  );
  assert.match(told({}, { panel: 1 }), /: Panel 500 W\.$/);
});

test('without a place there is no price', () => {
  assert.equal(priceOf(data, chooseDefaults()), null);
});
