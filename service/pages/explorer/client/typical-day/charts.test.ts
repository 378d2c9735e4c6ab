import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { HOURS, MONTH_START } from '../../../../../schemas/codec/axes.ts';
import { drawMonthBars } from '../../../ui/month-bars.ts';
import { computeMeanDay, drawDay } from './day-chart.ts';

/** Attributes of the elements of a class. */
function marked(svg: string, name: string): Record<string, number>[] {
  const elements = svg.match(new RegExp(`<[^>]*class="${name}"[^>]*>`, 'g')) ?? [];
  return elements.map((element) =>
    Object.fromEntries(
      [...element.matchAll(/ (\w+)="(-?[\d.]+)"/g)].map(([, key, value]) => [key, Number(value)]),
    ),
  );
}

/** Heights of an axis' numbers by number: texts that end at x. */
function heightsByNumber(svg: string, x: number): Map<number, number> {
  const texts = svg.matchAll(
    new RegExp(`<text x="${x}" y="([\\d.]+)" text-anchor="end">(-?[\\d.]+)<`, 'g'),
  );
  return new Map(Array.from(texts, ([, y, value]) => [Number(value), Number(y)]));
}

test('a mean day has the mean of its month', () => {
  // In January each day has its number as value. In other months the hour of the day.
  const series = Float64Array.from({ length: HOURS }, (_, t) =>
    t < MONTH_START[1] ? Math.floor(t / 24) : t % 24,
  );
  const hours = {
    pvKwh: series,
    loadKwh: series.map((value) => 2 * value),
    chargeKwh: series,
    dischargeKwh: series,
    importSekPerKwh: series.map((value) => value - 10),
  };
  const assertNear = (values: ArrayLike<number>, kwOf: (hour: number) => number) => {
    assert.equal(values.length, 24);
    for (let hour = 0; hour < 24; hour++)
      assert.ok(Math.abs(values[hour] - kwOf(hour)) < 1e-9, `${hour}: ${values[hour]}`);
  };
  const january = computeMeanDay(hours, 0);
  assertNear(january.sunKw, () => 15);
  assertNear(january.loadKw, () => 30);
  assertNear(january.priceSekPerKwh, () => 5);
  assertNear(computeMeanDay(hours, 1).sunKw, (hour) => hour);
});

test('a day: the battery discharges upwards and charges downwards, on the axis of power', () => {
  const zeros = new Float64Array(24);
  const at = (hour: number, value: number) => zeros.map((_, h) => (h === hour ? value : 0));
  const day = {
    sunKw: at(12, 4),
    loadKw: zeros.map(() => 1),
    chargeKw: at(12, 2),
    dischargeKw: at(19, 1),
    priceSekPerKwh: at(18, 3),
  };
  const svg = drawDay(day, String, 'a day');
  assert.equal(XMLValidator.validate(svg), true);
  const [discharge, charge] = marked(svg, 'day-battery');
  assert.ok(Math.abs(charge.height - 2 * discharge.height) < 0.02);
  assert.ok(Math.abs(discharge.y + discharge.height - charge.y) < 0.02);
  // The axis of power has -2 kW where the bar of charging ends.
  const lines = heightsByNumber(svg, 40);
  const minusTwo = lines.get(-2);
  assert.ok(minusTwo !== undefined, `numbers: ${[...lines.keys()]}`);
  assert.ok(Math.abs(minusTwo - 5 - (charge.y + charge.height)) < 0.02);
  assert.ok(lines.size <= 4);
});

test('months: parts are stacked, the line is at its value, the grid has at most three lines', () => {
  const months = Array.from({ length: 12 }, (_, month) => `m${month}`);
  const [used, sold, use] = [100, 300, 800].map((kwh) => months.map(() => kwh));
  const draw = { months, parts: [used, sold], line: use, format: String, label: 'months' };
  const svg = drawMonthBars(draw);
  assert.equal(XMLValidator.validate(svg), true);
  const [[low], [high]] = [marked(svg, 'part-0'), marked(svg, 'part-1')];
  assert.ok(Math.abs(high.height - 3 * low.height) < 0.05);
  assert.ok(Math.abs(high.y + high.height - low.y) < 0.05);
  const [, y] = /class="month-line" d="M\S+ ([\d.]+)h/.exec(svg) ?? [];
  assert.ok(Math.abs(low.y + low.height - Number(y) - 8 * low.height) < 0.1);
  assert.ok(heightsByNumber(svg, 38).size <= 4);
});

test('months on paper: each bar has its number above it, a year without sun has no bars', () => {
  const months = Array.from({ length: 12 }, (_, month) => `<${month}>`);
  for (const step of [100, 0]) {
    const kwh = months.map((_, month) => step * month);
    const draw = { months, parts: [kwh], line: null, format: String, label: 'months' };
    const svg = drawMonthBars({ ...draw, hasFigures: true });
    assert.equal(XMLValidator.validate(svg), true);
    const heights = marked(svg, 'part-0').map(({ height }) => height);
    for (const [month, height] of heights.entries())
      assert.ok(Math.abs(height - (step && (heights[11] * month) / 11)) < 0.02, `month ${month}`);
    for (const value of kwh) assert.ok(svg.includes(`rotate(-90)">${value}<`));
    assert.doesNotMatch(svg, /NaN|Infinity/);
  }
});
