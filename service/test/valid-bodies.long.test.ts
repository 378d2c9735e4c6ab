/** The service answers every body that the served schema allows, but for what a schema cannot say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ApiError } from '../../schemas/types.ts';
import { testPricesWithHours } from '../api/simulation/test/prices.ts';
import { arbitraryBody, mendText } from './arbitrary.ts';
import { startTestService, testLoaded } from './service.ts';

const RUNS = 100;

const service = await startTestService({
  loaded: { ...testLoaded(), prices: testPricesWithHours() },
});

/** Refusals of bodies that are valid by the schema, and why the schema cannot say so. By default `invalid_parameter`. */
const BEYOND_SCHEMAS: [field: RegExp, message: RegExp, code?: ApiError['code']][] = [
  // A comparison of two fields, either of which may be a default.
  [/^battery\.soc_(min|max)$/, /expected soc_min below soc_max/],
  [/^battery\.reserve_share$/, /expected less than soc_max/],
  // A product of two lengths: sizes times strategies.
  [/^(compare|economy\.batteries)$/, /asks for \d+ cells/],
  // A value, or a key, that another field decides.
  [
    /^compare\.cost_sek_by_size\./,
    /is no size of this comparison|is a size that has a cost already/,
  ],
  [/^economy\.battery_kwh$/, /expected one of/],
  [/^economy\.batteries\.\d+\.kwh$/, /has already, expected another size/],
  // A polygon.
  [/^location$/, /outside the dataset's coverage/, 'outside_coverage'],
  // A value that data decide.
  [/^prices\.grid_tariff$/, /no price list of the loaded dataset/],
  // Sums over the rules of a price list of its own: each hour has a fee, and each fee has an hour.
  [
    /^prices\.grid_tariff\./,
    /has no fee at|never counts|without spot_share|with spot_share|the hour of its beginning|before valid_from|expected its own|one factor for each hour/,
  ],
  // A field that another forbids.
  [/^prices\.peak_charge_sek_per_kw_month$/, /is given together with grid_tariff/],
  [/^prices\.export_fee_sek_per_kwh$/, /is given together with export_sek_per_kwh/],
  // A sum over a list.
  [
    /^(pv|consumption)\.(hourly_kwh|monthly_profile)$/,
    /comes to \d+ kWh a year, expected at most 1000000/,
  ],
  // In the contract so that it can be told apart from a misspelt field.
  [/^pv\.faces$/, /is not supported yet/, 'not_supported'],
];

for (const path of [
  '/api/v1/simulation',
  '/api/v1/simulation/battery-strategies',
  '/api/v1/simulation/range',
  '/api/v1/simulation/verdict',
]) {
  test(`bodies that the schema of ${path} allows are answered, or refused with a listed reason`, async () => {
    let answered = 0;
    const body = fc.tuple(arbitraryBody(path), fc.boolean());
    await fc.assert(
      fc.asyncProperty(body, async ([text, isMended]) => {
        const sent = isMended ? mendText(text, path) : text;
        const answer = await service.call(path, { method: 'POST', body: sent });
        if (answer.status === 200) {
          answered++;
          return;
        }
        assert.equal(answer.status, 422, answer.text);
        const { code, field = '', message } = JSON.parse(answer.text).error;
        const isListed = BEYOND_SCHEMAS.some(
          ([ofField, text, ofCode = 'invalid_parameter']) =>
            ofCode === code && ofField.test(field) && text.test(message),
        );
        assert.ok(isListed, answer.text);
      }),
      { numRuns: RUNS, includeErrorInReport: true },
    );
    assert.ok(answered > RUNS / 3, `only ${answered} of ${RUNS} bodies were answered`);
  });
}

test('batches that the schema allows are answered, and so is each item but for its coverage', async () => {
  const path = '/api/v1/pv-yield/batch';
  await fc.assert(
    fc.asyncProperty(arbitraryBody(path), async (body) => {
      const answer = await service.call(path, { method: 'POST', body });
      assert.equal(answer.status, 200, answer.text);
      for (const { error } of JSON.parse(answer.text).results) {
        if (error) assert.equal(error.code, 'outside_coverage');
      }
    }),
    { numRuns: RUNS, includeErrorInReport: true },
  );
});

test('series that the schema allows are answered, except for places outside', async () => {
  const path = '/api/v1/pv-yield/series';
  const point = fc.record({
    lat: fc.double({ min: 59, max: 59.49, noNaN: true }),
    lng: fc.double({ min: 15, max: 15.74, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(arbitraryBody(path), point, async (text, covered) => {
      const outside = await service.call(path, { method: 'POST', body: text });
      if (outside.status !== 200) {
        assert.equal(JSON.parse(outside.text).error.code, 'outside_coverage');
      }
      const body = JSON.stringify({ ...JSON.parse(text), ...covered });
      const answer = await service.call(path, { method: 'POST', body });
      assert.equal(answer.status, 200, answer.text);
    }),
    { numRuns: RUNS, includeErrorInReport: true },
  );
});
