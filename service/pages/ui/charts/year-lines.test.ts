import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { yearLines } from './year-lines.ts';

const CAPTION = { title: 'Cash & flow', subtitle: 'SEK', description: 'it pays back' };

/** The points of each line, in the order of the lines. Those of the grid are not filled by themselves. */
function linesOf(svg: string): [x: number, y: number][][] {
  const paths = [...svg.matchAll(/<path d="M([\d.-]+ [\d.-]+(?:L[\d.-]+ [\d.-]+)+)" fill="none"/g)];
  return paths.map(([, points]) =>
    points.split('L').map((point) => {
      const [x, y] = point.split(' ').map(Number);
      return [x, y];
    }),
  );
}

/** Height of the axis' line of a value that the axis names. */
function heightOf(svg: string, value: number): number {
  const name = new RegExp(`y="([\\d.]+)"[^>]*>${value} kr<`).exec(svg);
  return Number(name?.[1]) - 4;
}

test('a line goes by its values, from the left at year 0 to the right at the last', () => {
  const paid = [-1000, -500, 0, 500, 1000];
  const svg = yearLines(
    CAPTION,
    [
      { name: 'paid <b>', values: paid },
      { name: 'less', values: paid.map((sek) => sek / 2) },
    ],
    { label: 'years', format: (sek) => `${sek} kr` },
    500,
  );
  assert.equal(XMLValidator.validate(svg), true);
  assert.match(svg, /paid &lt;b&gt;/);
  const [first, second] = linesOf(svg);
  const perSek = (heightOf(svg, -1000) - heightOf(svg, 1000)) / 2000;
  for (const [year, sek] of paid.entries()) {
    assert.ok(Math.abs(first[year][1] - (heightOf(svg, 0) - perSek * sek)) < 0.02, `year ${year}`);
    assert.ok(Math.abs(second[year][1] - (heightOf(svg, 0) - (perSek * sek) / 2)) < 0.02);
    const even = first[0][0] + (year / 4) * (first[4][0] - first[0][0]);
    assert.ok(Math.abs(first[year][0] - even) < 0.02);
  }
});

test('lines differ without colours', () => {
  const lines = ['a', 'b', 'c'].map((name, i) => ({ name, values: [0, 10 + i] }));
  const svg = yearLines(CAPTION, lines, { label: 'years', format: String }, 500);
  const looks = [...svg.matchAll(/<path d="M0 [^>]*>/g)].map(
    ([path]) => /stroke-dasharray="([^"]+)"/.exec(path)?.[1] ?? 'whole',
  );
  assert.equal(new Set(looks).size, 3, looks.join(' | '));
  assert.doesNotMatch(svg, /NaN|Infinity/);
});
