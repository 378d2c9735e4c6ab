import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import { billComponent, type PowerComponent } from './power-component.ts';

const DAY = 24;

/** Three highest hours of distinct days at 10 SEK/kW in all hours. */
function component(own: Partial<PowerComponent> = {}): PowerComponent {
  return {
    kind: 'listed',
    name: 'power',
    sekPerKwMonth: 10,
    highest: 3,
    distinctDays: true,
    hourFactor: new Float64Array(HOURS).fill(1),
    zeroAtOrBelowKw: 0,
    ...own,
  };
}

/** A year of 1 kW but for some hours of January. */
function january(kwAt: Record<number, number>): Float64Array {
  const kwh = new Float64Array(HOURS).fill(1);
  for (const [hour, kw] of Object.entries(kwAt)) kwh[Number(hour)] = kw;
  return kwh;
}

test('each day counts once, months are billed separately, nothing is rounded', () => {
  const grid = january({ 17: 8, 18: 7.5, [2 * DAY]: 10, [4 * DAY]: 11.01, [5 * DAY]: 6 });
  const { billedKw, sek } = billComponent(component(), grid);
  assert.equal(billedKw[0], (11.01 + 10 + 8) / 3);
  assert.equal(sek[0], ((11.01 + 10 + 8) / 3) * 10);
  assert.deepEqual([...billedKw.slice(1)], Array(MONTHS - 1).fill(1));
});

test('several hours of one day count where days need not differ', () => {
  const grid = january({ 17: 8, 18: 7.5, [2 * DAY]: 6 });
  const { billedKw } = billComponent(component({ distinctDays: false }), grid);
  assert.equal(billedKw[0], (8 + 7.5 + 6) / 3);
});

test('an hour of factor 0 is ignored, and the mean is of fewer hours where fewer exist', () => {
  const hourFactor = new Float64Array(HOURS);
  hourFactor[17] = 1;
  hourFactor[DAY + 17] = 1;
  const grid = january({ 16: 20, 17: 8, [DAY + 17]: 0 });
  for (const distinctDays of [true, false]) {
    const { billedKw, sek } = billComponent(component({ hourFactor, distinctDays }), grid);
    assert.equal(billedKw[0], 4, 'an hour inside without import counts with 0 kW');
    assert.deepEqual([...billedKw.slice(1)], Array(MONTHS - 1).fill(0));
    assert.deepEqual([...sek.slice(1)], Array(MONTHS - 1).fill(0));
  }
});

test('the factor scales an hour before it is ranked', () => {
  const hourFactor = new Float64Array(HOURS).fill(1);
  hourFactor[3] = 0.5;
  const half = component({ highest: 1, hourFactor });
  assert.equal(billComponent(half, january({ 3: 9, 12: 5 })).billedKw[0], 5);
  assert.equal(billComponent(half, january({ 3: 12, 12: 5 })).billedKw[0], 6);
});

test('a power at the threshold is free, and one above it is charged in full', () => {
  const free = component({ highest: 1, zeroAtOrBelowKw: 4 });
  assert.deepEqual(billComponent(free, january({ 5: 4 })).billedKw[0], 0);
  assert.equal(billComponent(free, january({ 5: 4.5 })).sek[0], 45);
});

test('an exporting hour counts as 0 kW', () => {
  const grid = new Float64Array(HOURS).fill(-5);
  grid[MONTH_START[5]] = 3;
  const { billedKw } = billComponent(component(), grid);
  assert.equal(billedKw[5], 1);
  assert.ok(billedKw.every((kw, month) => kw === (month === 5 ? 1 : 0)));
});

test('the sum of the n highest is the minimum over t of n t plus the excess above t, for every month', () => {
  const grid = new Float64Array(HOURS).map((_, t) => (t * 7919) % 1013);
  const { billedKw } = billComponent(component({ highest: 5, distinctDays: false }), grid);
  for (let month = 0; month < MONTHS; month++) {
    const kws = [...grid.slice(MONTH_START[month], MONTH_START[month + 1])];
    const above = (t: number) => kws.reduce((sum, kw) => sum + Math.max(0, kw - t), 0);
    assert.equal(billedKw[month] * 5, Math.min(...kws.map((t) => 5 * t + above(t))));
  }
});
