/** `detail` of a simulation, rule by rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertClose } from '../../../../pipeline/test/assert-close.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import { MONTH_DAYS } from '../../../../schemas/codec/axes.ts';
import { simulated } from '../../../api/simulation/test/answers.ts';
import { testPrices } from '../../../api/simulation/test/prices.ts';
import {
  constantYear,
  heatPumpBody,
  noonProfile,
  ownDataBody,
} from '../../../api/simulation/test/requests.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';
import { MONTH_OF_HOUR } from '../../battery/house.ts';
import { STRATEGIES } from '../../battery/strategies.ts';
import { heatPumpHouse } from '../../battery/test/houses.ts';

const PATH = '/api/v1/simulation';
const checkAnswer = validator('api/simulation-response.schema.json');

const service = await startTestService({ loaded: { ...testLoaded(), prices: testPrices() } });

const post = (body: object, headers: Record<string, string> = {}, path = PATH) =>
  service.call(path, { method: 'POST', body: JSON.stringify(body), headers });

/** The hours of an answer, and its mean days. */
function detailsOf(body: object) {
  const { hourly, monthly, yearly } = simulated({ ...body, detail: 'hourly' });
  const { typical_days } = simulated({ ...body, detail: 'typical_days' });
  assert.ok(hourly && typical_days);
  return { hourly, typical_days, monthly, yearly };
}

function monthSums(values: readonly number[]): number[] {
  const sums = new Array<number>(12).fill(0);
  values.forEach((value, t) => {
    sums[MONTH_OF_HOUR[t]] += value;
  });
  return sums;
}

/** Houses of all strategies, with and without battery, program, target, power charge and own series. */
const house = fc
  .record({
    seed: fc.integer({ min: 1, max: 50 }),
    strategy: fc.constantFrom(...STRATEGIES),
    capacity_kwh: fc.constantFrom(0, 3.3, 10, 25),
    soc_min: fc.constantFrom(0, 0.1, 1 / 3),
    target: fc.constantFrom(undefined, 3),
    peak: fc.constantFrom(0, 60),
    program: fc.boolean(),
    own: fc.boolean(),
  })
  .map(({ seed, target, peak, program, own, ...battery }) => {
    const { loadKwh, pvKwh } = heatPumpHouse(seed);
    return {
      consumption: own ? { hourly_kwh: Array.from(loadKwh) } : { yearly_kwh: 400 * seed },
      pv: own ? { hourly_kwh: Array.from(pvKwh) } : { monthly_profile: noonProfile(seed / 7) },
      battery: {
        ...battery,
        ...(target ? { peak_target_kw: target } : {}),
        ...(program ? { frequency_reserve: { program: 'varberg_flex_plus' } } : {}),
      },
      prices: { peak_charge_sek_per_kw_month: peak },
    };
  });

test('the hours sum to the months of the answer, and the mean days times the days', () => {
  fc.assert(
    fc.property(house, (body) => {
      const { hourly, typical_days, monthly } = detailsOf(body);
      for (const [name, months] of [
        ['pv_kwh', monthly.produced_kwh],
        ['load_kwh', monthly.consumed_kwh],
        ['import_kwh', monthly.imported_kwh],
        ['export_kwh', monthly.exported_kwh],
        ['discharge_kwh', monthly.battery_throughput_kwh],
      ] as const) {
        const sums = monthSums(hourly[name]);
        months.forEach((kwh, m) => {
          assertClose(sums[m], kwh, 0.0052, `${name} of month ${m}`);
          const day = typical_days[name][m].reduce((sum, hour) => sum + hour, 0);
          assertClose(day * MONTH_DAYS[m], kwh, 0.1, `mean day's ${name} of month ${m}`);
        });
      }
    }),
    { numRuns: 10 },
  );
});

test('every value has at most four decimals and is within one of its last digit', () => {
  const { loadKwh, pvKwh } = heatPumpHouse(7);
  const { hourly, typical_days } = detailsOf(heatPumpBody({ battery: { capacity_kwh: 10 } }));
  for (const values of [...Object.values(hourly), ...Object.values(typical_days).flat()]) {
    for (const value of values) {
      assert.ok(Number.isFinite(value) && !Object.is(value, -0));
      assert.equal(Math.round(value * 1e4) / 1e4, value);
    }
  }
  const own = detailsOf({
    ...ownDataBody(),
    consumption: { hourly_kwh: Array.from(loadKwh) },
    pv: { hourly_kwh: Array.from(pvKwh) },
  }).hourly;
  own.load_kwh.forEach((kwh, t) => {
    assertClose(kwh, loadKwh[t], 1e-4, `load of hour ${t}`);
    assertClose(own.pv_kwh[t], pvKwh[t], 1e-4, `pv of hour ${t}`);
  });
});

test('a load that rounds the same way all year keeps its sums; one of four decimals its values', () => {
  const uneven = detailsOf(ownDataBody({ consumption: { hourly_kwh: constantYear(0.12344999) } }));
  const sums = monthSums(uneven.hourly.load_kwh);
  sums.forEach((kwh, m) => {
    assertClose(kwh, 24 * MONTH_DAYS[m] * 0.12344999, 5.1e-5, `month ${m}`);
  });
  const even = detailsOf(ownDataBody({ consumption: { hourly_kwh: constantYear(0.1234) } }));
  assert.deepEqual([...new Set(even.hourly.load_kwh)], [0.1234]);
  assert.deepEqual([...new Set(even.hourly.pv_kwh)].toSorted(), [0, 3]);
});

test('without detail nothing is added; with it the rest of the answer stays', async () => {
  const body = heatPumpBody({ battery: { capacity_kwh: 10, strategy: 'combined' } });
  const plain = await post(body);
  assert.deepEqual(Object.keys(JSON.parse(plain.text)), [
    'yearly',
    'monthly',
    'model',
    'attribution',
    'input',
  ]);
  for (const detail of ['typical_days', 'hourly'] as const) {
    const answer = checkAnswer(JSON.parse((await post({ ...body, detail })).text));
    const { [detail]: added, input, ...rest } = answer;
    assert.ok(added);
    const { detail: echoed, ...others } = input;
    assert.equal(echoed, detail);
    assert.deepEqual({ input: others, ...rest }, JSON.parse(plain.text));
  }
});

test('an answer with detail is compressed when the client asks, one without never', async () => {
  const body = heatPumpBody({ battery: { capacity_kwh: 10 } });
  const ask = async (requested: object) => {
    const headers = { 'accept-encoding': 'gzip' };
    const options = { method: 'POST', body: JSON.stringify(requested), headers };
    const response = await fetch(service.base + PATH, options);
    return { headers: response.headers, text: await response.text() };
  };
  for (const detail of ['typical_days', 'hourly']) {
    const plain = await post({ ...body, detail });
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.match(plain.headers.vary, /Accept-Encoding/);
    const small = await ask({ ...body, detail });
    assert.equal(small.headers.get('content-encoding'), 'gzip');
    assert.equal(small.text, plain.text);
    assert.ok(plain.text.length < 800_000, `${plain.text.length} bytes`);
  }
  const without = await ask(body);
  assert.equal(without.headers.get('content-encoding'), null);
  assert.equal(without.headers.get('vary'), null);
});
