import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { drawBatteryBars } from './battery-bars.ts';
import { drawDay } from './day-chart.ts';

/** Attributes of the elements of a class. */
function marked(svg: string, name: string): Record<string, number>[] {
  const elements = svg.match(new RegExp(`<[^>]*class="${name}"[^>]*>`, 'g')) ?? [];
  return elements.map((element) =>
    Object.fromEntries(
      [...element.matchAll(/ (\w+)="(-?[\d.]+)"/g)].map(([, key, value]) => [key, Number(value)]),
    ),
  );
}

test('bars stand on each other by their sums, dots where the other strategies end', () => {
  const bars = [
    { name: 'none', sunSek: 6000, batterySek: 0, othersSek: [], foot: '' },
    { name: '<10>', sunSek: 6000, batterySek: 3000, othersSek: [1000, -500], foot: '8 years' },
  ];
  const svg = drawBatteryBars(bars, String, 'label "&"');
  assert.equal(XMLValidator.validate(svg), true);
  assert.match(svg, /role="img" aria-label="label &quot;&amp;&quot;"/);
  const [none, sun] = marked(svg, 'bar-sun');
  const [, battery] = marked(svg, 'bar-battery');
  assert.equal(none.height, sun.height);
  assert.equal(battery.height, sun.height / 2);
  assert.equal(battery.y + battery.height, sun.y);
  const heightOf = (dot: Record<string, number>) => (sun.y + sun.height - dot.cy) / sun.height;
  assert.deepEqual(
    marked(svg, 'dot-strategy').map((dot) => heightOf(dot).toFixed(2)),
    ['1.17', '0.92'],
  );
});

test('a day: the battery gives upwards and takes downwards, the dearest hour is strongest', () => {
  const zeros = new Float64Array(24);
  const at = (hour: number, value: number) => zeros.map((_, h) => (h === hour ? value : 0));
  const svg = drawDay(
    {
      sunKw: at(12, 4),
      loadKw: zeros.map(() => 1),
      chargeKw: at(12, 2),
      dischargeKw: at(19, 1),
      priceSekPerKwh: at(18, 3),
    },
    String,
    'a day',
  );
  assert.equal(XMLValidator.validate(svg), true);
  const [[charge], [discharge]] = [marked(svg, 'day-charge'), marked(svg, 'day-discharge')];
  assert.ok(Math.abs(charge.height - 2 * discharge.height) < 0.02);
  assert.ok(Math.abs(discharge.y + discharge.height - charge.y) < 0.02);
  const strengths = [...svg.matchAll(/fill-opacity="([\d.]+)"/g)].map(([, text]) => Number(text));
  assert.equal(strengths.length, 24);
  assert.equal(strengths.indexOf(Math.max(...strengths)), 18);
});
