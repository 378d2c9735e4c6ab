import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import { BAR_COLOUR, monthBars } from './month-bars.ts';

const NAMES = Array.from({ length: MONTHS }, (_, month) => `<${month}>`);
const CAPTION = { title: 'Months & years', subtitle: 'kWh', description: 'most in June' };

/** Numbers of an element's attributes. */
function numbersOf(element: string): Record<string, number> {
  const found = element.matchAll(/ (\w+)="(-?[\d.]+)"/g);
  return Object.fromEntries(Array.from(found, ([, name, value]) => [name, Number(value)]));
}

function barsOf(values: readonly number[]) {
  const svg = monthBars(CAPTION, NAMES, values, (value) => `${value} kWh`, 420);
  const rects = svg.match(/<rect[^>]*>/g) ?? [];
  return { svg, bars: rects.filter((rect) => rect.includes(BAR_COLOUR)).map(numbersOf) };
}

test('bars are as high as their months, have one base line and do not touch', () => {
  const values = NAMES.map((_, month) => 100 * month);
  const { svg, bars } = barsOf(values);
  assert.equal(XMLValidator.validate(svg), true);
  assert.equal(bars.length, MONTHS);
  const perUnit = bars[11].height / values[11];
  for (const [month, { x, y, height }] of bars.entries()) {
    assert.ok(Math.abs(height - perUnit * values[month]) < 0.02, `month ${month}`);
    assert.ok(Math.abs(y + height - (bars[11].y + bars[11].height)) < 0.02);
    assert.ok(month === 0 || x > bars[month - 1].x + bars[month - 1].width);
  }
  for (const month of values.keys()) {
    assert.ok(svg.includes(`>${values[month]} kWh<`));
    assert.equal(svg.includes(`>&lt;${month}&gt;<`), month % 2 === 0, 'every second name');
  }
});

test('a year without sun is a year without bars', () => {
  const { svg, bars } = barsOf(NAMES.map(() => 0));
  assert.ok(bars.every(({ height }) => height === 0));
  assert.doesNotMatch(svg, /NaN|Infinity/);
});
