/** Spreads of years by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import record from '../../../fixtures/market/year-spreads.json' with { type: 'json' };
import variability from '../../../fixtures/price-variability.json' with { type: 'json' };
import { HEAT_YEARS, PRICE_YEARS, yearSpreads } from './year-spreads.ts';

test('the level of SE3: four logarithms, by hand', () => {
  // ln 1.379, 0.59, 0.4088, 0.5125 = 0.3214, -0.5276, -0.8945, -0.6685, mean -0.4423
  const squares = 0.7637 ** 2 + 0.0853 ** 2 + 0.4522 ** 2 + 0.2262 ** 2;
  assert.ok(Math.abs(yearSpreads('SE3').levelSd - Math.sqrt(squares / 3)) < 2e-4);
});

test('the residuals of the regression are uncorrelated with the level', () => {
  for (const zone of ['SE1', 'SE2', 'SE3', 'SE4'] as const) {
    const { spreadPerLevel, spreadSd, levelSd } = yearSpreads(zone);
    const [levels, spreads] = [record.prices.mean, record.prices.daily_spread].map((one) =>
      one[zone].map(Math.log),
    );
    const rest = spreads.map((spread, year) => spread - spreadPerLevel * levels[year]);
    const mean = rest.reduce((sum, value) => sum + value, 0) / 4;
    const withLevel = rest.reduce((sum, value, i) => sum + (value - mean) * levels[i], 0);
    assert.ok(Math.abs(withLevel) < 1e-12);
    // Published as close: means of years within a factor of two, days' spread within a third beyond that.
    assert.ok(levelSd > 0.4 && levelSd < 0.6 && spreadSd > 0.1 && spreadSd < 0.3);
    assert.ok(spreadPerLevel > 0.4 && spreadPerLevel < 1.1);
  }
});

test('the daily spread of 2025 equals that of price-variability.json', () => {
  for (const zone of ['SE1', 'SE2', 'SE3', 'SE4'] as const) {
    const spread = record.prices.daily_spread[zone][record.prices.years.indexOf(2025)];
    assert.ok(Math.abs(spread - variability.hours[zone].daily_spread) < 0.001, zone);
  }
});

test('the heating of years differs by 5 to 6 %, and the years are listed', () => {
  // Seven years about 3 389, four about 3 629: 3.6 and 8.7 %, weighed 6 to 3.
  const { heatSd } = yearSpreads('SE3');
  assert.ok(Math.abs(heatSd - Math.sqrt((6 * 0.036 ** 2 + 3 * 0.0865 ** 2) / 9)) < 2e-3);
  assert.equal(HEAT_YEARS.text, '2003 to 2009, 2020 to 2023');
  assert.equal(PRICE_YEARS.text, '2022 to 2025');
});
