import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSekPerKwh, parseRates, rateOn } from './exchange-rates.ts';
import { priceFile } from './prices.test-kit.ts';
import type { QuotedPrice } from './spot-price.ts';

const rates = (...lines: string[]) =>
  parseRates(priceFile('rates.csv', ['date,sek_per_eur', ...lines].join('\n')));

/** A quoted price in SEK/kWh, by rates of these lines. */
const inSek = (quoted: QuotedPrice, ...lines: string[]) =>
  inSekPerKwh(quoted, rates(...lines), new Set());

const QUOTED: QuotedPrice = {
  area: 'SE3',
  startMs: Date.UTC(2025, 0, 1, 23),
  minutes: 60,
  price: 50,
  unit: 'eur_per_mwh',
  where: 'a44.xml, position 1',
};

test('EUR/MWh become SEK/kWh by the rate of the local day', () => {
  const days = ['2025-01-01,11', '2025-01-02,12'];
  const { sekPerKwh, where, area, startMs, minutes } = inSek(QUOTED, ...days);
  assert.ok(Math.abs(sekPerKwh - 0.6) < 1e-12, `${sekPerKwh}`);
  assert.deepEqual([where, area, startMs, minutes], [QUOTED.where, 'SE3', QUOTED.startMs, 60]);
  const hourBefore = inSek({ ...QUOTED, startMs: QUOTED.startMs - 3_600_000 }, ...days);
  assert.ok(Math.abs(hourBefore.sekPerKwh - 0.55) < 1e-12);
});

test("the feed's own rate goes before the file's, and SEK need none", () => {
  const own = inSek({ ...QUOTED, sekPerEur: 10 }, '2025-01-02,12');
  assert.ok(Math.abs(own.sekPerKwh - 0.5) < 1e-12);
  assert.equal(inSek({ ...QUOTED, unit: 'sek_per_kwh', price: 0.7 }).sekPerKwh, 0.7);
});

test('a missing rate names the day', () => {
  for (const known of [[], ['2024-12-27,11', '2025-01-02,', '2025-01-03,12']]) {
    assert.throws(
      () => inSek(QUOTED, ...known),
      /^Error: a44\.xml, position 1: the price is in EUR and there is no rate for 2025-01-02\. Add the day to the file that "rates" of the recipe's prices names, a CSV with "date,sek_per_eur" or "TIME_PERIOD,OBS_VALUE"\.$/,
    );
  }
});

test('the rate of a banking day is carried over a weekend and holidays, and no further', () => {
  // Thursday before Easter and the Tuesday after it. Then a week without any.
  const given = rates('2025-04-17,11', '2025-04-22,10.9', '2025-04-30,10.8');
  const carried = new Set<string>();
  for (const day of ['2025-04-17', '2025-04-18', '2025-04-19', '2025-04-20', '2025-04-21'])
    assert.equal(rateOn(given, day, carried), 11, day);
  assert.equal(carried.size, 4);
  assert.equal(rateOn(given, '2025-04-27', carried), 10.9);
  assert.equal(rateOn(given, '2025-04-28', carried), undefined);
});

test('of the data portal only kronor are read', () => {
  const portal = (currency: string, rate: number) =>
    parseRates(
      priceFile('ecb.csv', `CURRENCY,TIME_PERIOD,OBS_VALUE\n${currency},2025-01-02,${rate}`),
    );
  assert.equal(portal('SEK', 11.4).get('2025-01-02'), 11.4);
  // Both are rates that a krona could have.
  for (const [currency, rate] of [
    ['DKK', 7.46],
    ['NOK', 11.7],
  ] as const)
    assert.throws(
      () => portal(currency, rate),
      new RegExp(`^Error: ecb\\.csv, line 2: the currency is "${currency}", expected "SEK"`),
    );
});

test('an implausible, malformed or second rate is refused by its line', () => {
  for (const [lines, message] of [
    [['2025-01-02,0.09'], /^Error: rates\.csv, line 2: the rate is 0\.09 SEK per EUR/],
    [['2025-01-02,x'], /rates\.csv, line 2: is "x", expected a number/],
    [['2/1/2025,11'], /line 2: the date is "2\/1\/2025"/],
    [['2025-01-02,11', '2025-01-02,12'], /line 3: a second rate for 2025-01-02/],
  ] as const) {
    assert.throws(() => rates(...lines), message);
  }
  assert.equal(rates('2025-01-02,11', '2025-01-02,11').size, 1);
  assert.throws(
    () => parseRates(priceFile('rates.csv', 'day,rate\n2025-01-02,11')),
    /rates\.csv: the header is "day,rate", expected "date,sek_per_eur"/,
  );
  assert.throws(() => inSek({ ...QUOTED, sekPerEur: 0.1 }), /the rate is 0\.1 SEK/);
});
