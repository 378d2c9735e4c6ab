import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { drawDay } from './day-chart.ts';
import { drawMonthBars } from './month-bars.ts';

const AXES = { power: 'kW', price: 'SEK', hour: 'hour', label: 'a day' };

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

/** The heights of a line that is level in each of 24 hours. */
function levelsOf(svg: string, name: string): number[] {
  const [, path] = new RegExp(`<path class="${name}"[^>]* d="([^"]+)"`).exec(svg) ?? [];
  return [...path.matchAll(/V([\d.]+)H/g)].map(([, y]) => Number(y)).slice(0, 24);
}

test('a day: the battery gives upwards and takes downwards, the price is highest in its hour', () => {
  const zeros = new Float64Array(24);
  const at = (hour: number, value: number) => zeros.map((_, h) => (h === hour ? value : 0));
  const day = {
    sunKw: at(12, 4),
    loadKw: zeros.map(() => 1),
    chargeKw: at(12, 2),
    dischargeKw: at(19, 1),
    priceSekPerKwh: at(18, 3),
  };
  const svg = drawDay(day, String, AXES);
  assert.equal(XMLValidator.validate(svg), true);
  const [[charge], [discharge]] = [marked(svg, 'day-charge'), marked(svg, 'day-discharge')];
  assert.ok(Math.abs(charge.height - 2 * discharge.height) < 0.02);
  assert.ok(Math.abs(discharge.y + discharge.height - charge.y) < 0.02);
  const prices = levelsOf(svg, 'day-price');
  assert.equal(prices.length, 24);
  assert.equal(prices.indexOf(Math.min(...prices)), 18);
  // The axis of power has -2 kW where the bar of charging ends.
  const lines = heightsByNumber(svg, 40);
  const minusTwo = lines.get(-2);
  assert.ok(minusTwo !== undefined, `numbers: ${[...lines.keys()]}`);
  assert.ok(Math.abs(minusTwo - 5 - (charge.y + charge.height)) < 0.02);
  assert.match(svg, />kW<.*>SEK<.*>hour</s);
});

test('parts of the highest month have their numbers, told without colour, where there is room', () => {
  const months = Array.from({ length: 12 }, (_, month) => `m${month}`);
  const part = (may: number) => months.map((_, month) => (month === 4 ? may : 1));
  const draw = (...mays: number[]) =>
    drawMonthBars({ months, parts: mays.map(part), format: String, label: 'months' });
  const numbers = (svg: string) =>
    Array.from(svg.matchAll(/class="part-number">(\d)</g), ([, number]) => number);
  const svg = draw(60, 60, 1);
  assert.equal(XMLValidator.validate(svg), true);
  assert.deepEqual(numbers(svg), ['1', '2']);
  assert.deepEqual(numbers(draw(60)), []);
});
