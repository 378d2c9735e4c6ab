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

/** Refusals of bodies that are valid by the schema, and why the schema cannot say so. */
const BEYOND_SCHEMAS: { why: string; code: ApiError['code']; field: RegExp; message: RegExp }[] = [
  {
    why: 'soc_min is below soc_max: a comparison of two fields, either of which may be a default',
    code: 'invalid_parameter',
    field: /^battery\.soc_(min|max)$/,
    message: /expected soc_min below soc_max/,
  },
  {
    why: 'reserve_share is below soc_max, likewise',
    code: 'invalid_parameter',
    field: /^battery\.reserve_share$/,
    message: /expected less than soc_max/,
  },
  {
    why: 'sizes times strategies are at most 25: a product of two lengths',
    code: 'invalid_parameter',
    field: /^(compare|economy\.batteries)$/,
    message: /asks for \d+ cells/,
  },
  {
    why: 'a cost is that of one of the sizes: a key that another field must have as a value',
    code: 'invalid_parameter',
    field: /^compare\.cost_sek_by_size\./,
    message: /is no size of this comparison|is a size that has a cost already/,
  },
  {
    why: 'a point lies in Sweden: a polygon',
    code: 'outside_coverage',
    field: /^location$/,
    message: /outside the dataset's coverage/,
  },
  {
    why: 'a price list is one that the dataset has: a value that data decide',
    code: 'invalid_parameter',
    field: /^prices\.grid_tariff$/,
    message: /no price list of the loaded dataset/,
  },
  {
    why: 'a price list of its own has a fee for each hour and each fee has one, and hours that are some: sums over the rules',
    code: 'invalid_parameter',
    field: /^prices\.grid_tariff\./,
    message:
      /has no fee at|never counts|without spot_share|with spot_share|the hour of its beginning|before valid_from|expected its own|one factor for each hour/,
  },
  {
    why: 'one power charge: a field that another forbids',
    code: 'invalid_parameter',
    field: /^prices\.peak_charge_sek_per_kw_month$/,
    message: /is given together with grid_tariff/,
  },
  {
    why: 'a year of hours is at most 1 000 000 kWh: a sum over a list',
    code: 'invalid_parameter',
    field: /^(pv|consumption)\.(hourly_kwh|monthly_profile)$/,
    message: /comes to \d+ kWh a year, expected at most 1000000/,
  },
  {
    why: 'a price or a fee of what is sold: a field that another forbids',
    code: 'invalid_parameter',
    field: /^prices\.export_fee_sek_per_kwh$/,
    message: /is given together with export_sek_per_kwh/,
  },
  {
    why: 'a chosen battery is one that the economy lists: a value that another field decides',
    code: 'invalid_parameter',
    field: /^economy\.battery_kwh$/,
    message: /expected one of/,
  },
  {
    why: 'each battery of the economy has another size: a comparison of a field of two items',
    code: 'invalid_parameter',
    field: /^economy\.batteries\.\d+\.kwh$/,
    message: /has already, expected another size/,
  },
  {
    why: 'pv.faces is in the contract so that it can be told apart from a misspelt field',
    code: 'not_supported',
    field: /^pv\.faces$/,
    message: /is not supported yet/,
  },
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
        const reason = BEYOND_SCHEMAS.find(
          (one) => one.code === code && one.field.test(field) && one.message.test(message),
        );
        assert.ok(reason, answer.text);
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
