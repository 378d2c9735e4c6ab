import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyMask } from '../../../../schemas/codec/coverage-mask.ts';
import { simulated } from '../../../api/simulation/test/answers.ts';
import { builtPrices } from '../../../api/simulation/test/built-prices.ts';
import { testPrices } from '../../../api/simulation/test/prices.ts';
import { noonProfile } from '../../../api/simulation/test/requests.ts';
import { energyTaxArea } from './place.ts';

/** The default recipe's prices on a mask of all of Sweden. */
const mask = emptyMask({ west: 10, south: 55, lngStepDeg: 1, latStepDeg: 1, cols: 15, rows: 15 });
mask.bits.fill(255);
const prices = await builtPrices({ ...testPrices(), mask });

/** Towns and villages with their true municipality. Of the villages marked * no place is known. */
const PLACES: [name: string, lat: number, lng: number, municipality: string, ore: number][] = [
  ['Östersund', 63.179, 14.636, 'Östersunds kommun', 26.4],
  ['Umeå', 63.826, 20.263, 'Umeå kommun', 26.4],
  ['Kiruna', 67.856, 20.225, 'Kiruna kommun', 26.4],
  ['Sveg', 62.034, 14.366, 'Härjedalens kommun', 26.4],
  ['Örnsköldsvik', 63.291, 18.715, 'Örnsköldsviks kommun', 26.4],
  ['Sollefteå', 63.167, 17.267, 'Sollefteå kommun', 26.4],
  ['Alby *', 62.5, 15.47, 'Ånge kommun', 26.4],
  ['Järvsö', 61.716, 16.172, 'Ljusdals kommun', 26.4],
  ['Mora', 61.007, 14.543, 'Mora kommun', 26.4],
  ['Orsa', 61.12, 14.616, 'Orsa kommun', 26.4],
  ['Älvdalen', 61.228, 14.039, 'Älvdalens kommun', 26.4],
  ['Lima *', 60.93, 13.36, 'Malung-Sälens kommun', 26.4],
  ['Östmark *', 60.28, 12.76, 'Torsby kommun', 26.4],
  ['Sundsvall', 62.391, 17.306, 'Sundsvalls kommun', 36],
  ['Stöde', 62.416, 16.573, 'Sundsvalls kommun', 36],
  ['Härnösand', 62.632, 17.938, 'Härnösands kommun', 36],
  ['Nyland *', 63.006, 17.76, 'Kramfors kommun', 36],
  ['Docksta', 63.049, 18.33, 'Kramfors kommun', 36],
  ['Bollnäs', 61.348, 16.394, 'Bollnäs kommun', 36],
  ['Delsbo', 61.8, 16.55, 'Hudiksvalls kommun', 36],
  ['Friggesund *', 61.9, 16.55, 'Hudiksvalls kommun', 36],
  ['Rättvik', 60.886, 15.118, 'Rättviks kommun', 36],
  ['Vansbro', 60.51, 14.22, 'Vansbro kommun', 36],
  ['Ekshärad', 60.172, 13.497, 'Hagfors kommun', 36],
  ['Sunne', 59.838, 13.143, 'Sunne kommun', 36],
  ['Malmö', 55.605, 13.004, 'Malmö', 36],
];

const answerTo = (body: object) =>
  simulated({ pv: { monthly_profile: noonProfile(2) }, ...body }, prices);

test('an answer has the energy tax of the municipality, on both sides of the border', () => {
  for (const [name, lat, lng, municipality, ore] of PLACES) {
    const { tariff } = answerTo({ location: { lat, lng } }).model;
    assert.equal(tariff?.energy_tax?.value, ore, name);
    assert.equal(tariff?.energy_tax_area?.municipality, municipality, name);
    assert.equal(tariff?.energy_tax_area?.reduced, ore === 26.4, name);
  }
});

test('the answer has the reason, and credits the places when one decides', () => {
  const location = { lat: 63.18, lng: 14.7 };
  const placed = answerTo({ location });
  assert.equal(
    placed.model.tariff?.energy_tax_area?.why,
    'The nearest place known is Östersund, 3 km away; its municipality (Östersunds kommun) has the reduced tax.',
  );
  assert.match(placed.attribution, /GeoNames \(geonames\.org\), CC BY 4\.0/);
  const nowhere = answerTo({});
  assert.deepEqual(nowhere.model.tariff?.energy_tax_area, {
    reduced: false,
    municipality: null,
    why: 'No location is given; without one the reduced tax counts in SE1 only.',
  });
  assert.doesNotMatch(nowhere.attribution, /GeoNames/);
  const ownPrices = { import_sek_per_kwh: 1, export_sek_per_kwh: 0.5 };
  assert.doesNotMatch(answerTo({ location, prices: ownPrices }).attribution, /GeoNames/);
});

test('without a point SE1 has the reduced tax, the others the full one', () => {
  const reduced = (['SE1', 'SE2', 'SE3', 'SE4'] as const).map(
    (zone) => energyTaxArea(prices, null, zone).reduced,
  );
  assert.deepEqual(reduced, [true, false, false, false]);
});

test('counties count as a whole, other municipalities by their code', () => {
  const dataset = testPrices();
  const reduced = (lat: number, lng: number) => energyTaxArea(dataset, { lat, lng }, 'SE3').reduced;
  assert.deepEqual([reduced(57, 15), reduced(62, 17.5), reduced(66, 15)], [false, true, true]);
});

test('leaving each place out, its nearest neighbour has the same tax for 99 of 100', () => {
  const { place_point, place_municipality, header } = prices;
  const codeOf = (place: number) => header.places.municipalities[place_municipality[place]].code;
  const tax = header.tariffs.reduced_energy_tax;
  const isReduced = (code: string) =>
    tax.counties.includes(code.slice(0, 2)) || tax.municipalities.includes(code);
  let right = 0;
  const count = place_municipality.length;
  for (let place = 0; place < count; place++) {
    const point = place_point.slice();
    const [lat, lng] = point.subarray(2 * place, 2 * place + 2);
    point.set([-90, 0], 2 * place);
    const area = energyTaxArea({ ...prices, place_point: point }, { lat, lng }, 'SE3');
    if (area.reduced === isReduced(codeOf(place))) right++;
  }
  assert.ok(right / count >= 0.99, `${right} of ${count}`);
});
