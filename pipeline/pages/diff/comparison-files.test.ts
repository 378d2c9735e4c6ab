import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balancedScale } from '#common/charts/colour-scale.ts';
import { MONTHS } from '../../../schemas/codec/axes.ts';
import { readTowns } from '../../accuracy/towns.ts';
import { SMALL_GRID, smallArtifact } from '../../dataset/artifact.test-kit.ts';
import { compareDatasets } from './compare-datasets.ts';
import { cellsCsv, comparisonJson } from './comparison-files.ts';
import { comparisonText, verdictText } from './comparison-text.ts';
import { drawComparison } from './drawings.ts';
import { comparisonPage } from './page.ts';

const towns = readTowns();
const file = { path: 'x <y>.bin', sha256: 'f'.repeat(64), dataset_version: '1.2.3', cells: 6 };

/** June GHI 3 % up and all June yields 4 %; the last cell of A is missing. */
function juneRaised() {
  const a = smallArtifact();
  const b = smallArtifact(SMALL_GRID, [5]);
  for (let cell = 0; cell < 5; cell++) {
    b.ghi[cell * MONTHS + 5] *= 1.03;
    b.yield_scale[cell * MONTHS + 5] *= 1.04;
  }
  return { a, b, comparison: compareDatasets(a, b) };
}

test('the JSON has every period, the lone cells and the worst with their towns', () => {
  const { comparison } = juneRaised();
  const json = JSON.parse(JSON.stringify(comparisonJson(comparison, file, file, towns)));
  assert.deepEqual(json.cells, { both: 5, only_a: [{ lat: 59.5, lng: 18.25 }], only_b: [] });
  assert.equal(json.ghi.months.length, 12);
  assert.ok(Math.abs(json.ghi.months[5].median - 0.03) < 1e-6);
  assert.ok(Math.abs(json.yield_all_planes.year.max - 0.04 / 12) < 1e-6);
  // the two that the mask of the small dataset covers
  assert.equal(json.worst_cells.length, 2);
  assert.ok(['Stockholm', 'Uppsala', 'Norrtälje'].includes(json.worst_cells[0].nearest_town));
});

test('the CSV has a line per common cell and as many values as columns, in percent', () => {
  const [heading, ...lines] = cellsCsv(juneRaised().comparison).trimEnd().split('\n');
  const columns = heading.split(',');
  assert.equal(lines.length, 5);
  assert.equal(columns.length, 2 + 13 * 4);
  const values = lines[0].split(',');
  assert.equal(values.length, columns.length);
  assert.equal(values[columns.indexOf('ghi_06_percent')], '3.0000');
  assert.equal(values[columns.indexOf('yield_p95_06_percent')], '4.0000');
  assert.equal(values[columns.indexOf('yield_max_05_percent')], '0.0000');
});

test('the summary says what moved, and says so when nothing did', () => {
  const { a, comparison } = juneRaised();
  const text = comparisonText(comparison, file, file, towns);
  assert.match(text, /5 cells in both; only in A 1 \(59\.5 N 18\.25 E\); only in B none/);
  assert.match(text, /^Jun +4\.00 +4\.00 +4\.00 +\+4\.00 +3\.00 +3\.00 +3\.00 +\+3\.00$/m);
  assert.match(text, /cells: 6 -> 5/);
  assert.match(
    verdictText(compareDatasets(a, a)),
    /^No yield and no irradiation differs in the 6 cells/,
  );
});

test('a balanced scale has zero in the middle and reaches a round number beyond the largest', () => {
  const { min, max } = balancedScale([-0.2, 3.1]);
  assert.deepEqual([min, max], [-3.5, 3.5]);
  assert.deepEqual([balancedScale([0, 0]).min, balancedScale([]).max], [-1, 1]);
});

test('the months are drawn of GHI, and of the yields where GHI stands still', () => {
  const { a, comparison } = juneRaised();
  const moved = drawComparison(comparison, a, towns);
  assert.match(moved['months.svg'], /<title>Monthly GHI, B against A/);
  const b = smallArtifact();
  for (let cell = 0; cell < 6; cell++) b.yield_scale[cell * MONTHS + 5] *= 1.04;
  const still = compareDatasets(a, b);
  const drawings = drawComparison(still, a, towns);
  assert.match(drawings['months.svg'], /<title>Monthly yield, mean of all planes, B against A/);
  assert.match(drawings['months.svg'], /Jun: mean \+4\.00 %/);
  const page = comparisonPage(still, file, file, towns, drawings);
  assert.ok(page.includes('The irradiation stands still'));
  assert.ok(!page.includes('Yearly GHI, B against A'));
});

test('page and drawings are whole, escaped, deterministic and need nothing from outside', () => {
  const { a, comparison } = juneRaised();
  const drawings = drawComparison(comparison, a, towns);
  for (const [name, svg] of Object.entries(drawings)) {
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [\s\S]*<\/svg>\n$/, name);
  }
  const page = comparisonPage(comparison, file, file, towns, drawings);
  assert.ok(page.includes('x &lt;y&gt;.bin'));
  assert.doesNotMatch(page.replaceAll('xmlns="http://www.w3.org/2000/svg"', ''), /https?:|<script/);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(
    comparisonPage(comparison, file, file, towns, drawComparison(comparison, a, towns)),
    page,
  );
});
