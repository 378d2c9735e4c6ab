import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemOffers } from '#engine/economy/system.ts';
import embeds from '../../../../fixtures/embeds.json' with { type: 'json' };
import { wordsOf } from '../../messages/messages.ts';
import { formatPayback } from './offer-text.ts';
import { priceOf } from './price.ts';
import { type Chosen, chooseDefaults, selectInputs } from './state.ts';

const { demo } = embeds;
const { explorer, earnings, configurator } = wordsOf('en');
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
  placesUrl: '',
  data: { yields: null, prices: null },
  localUrl: '',
  words: { ...explorer, ...earnings, ...configurator },
};
const house: Chosen = { ...chooseDefaults(), lat: 59.61, lng: 16.55 };
const priceIn = (part: Partial<Chosen>) => {
  const price = priceOf(data, { ...house, ...part });
  assert.ok(price);
  return price;
};

test('no battery is selected by default', () => {
  assert.equal(house.system, 'solar');
  // 45 000 + 20 x 2 400 + 19 000, less 15 % of 97 %.
  const { netSek, batteryKwh } = priceIn({});
  assert.deepEqual([netSek, batteryKwh], [112_000 - 16_296, 0]);
});

test("the price equals the offer's, whatever the batteries save", () => {
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

test('a system is paid back in the years that the calculator and the proposal say', () => {
  assert.equal(formatPayback(data, 19.1), 'paid off in about 19 years');
  assert.equal(formatPayback(data, 9.5), 'paid off in about 10 years');
});

test('without a place there is no price', () => {
  assert.equal(priceOf(data, chooseDefaults()), null);
});
