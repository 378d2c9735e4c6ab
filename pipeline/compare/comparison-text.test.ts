import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MONTHS } from '../../schemas/codec/axes.ts';
import { readTowns } from '../accuracy/towns.ts';
import { SMALL_GRID, smallArtifact } from '../dataset/artifact.test-kit.ts';
import { cellsCsv } from './cells-csv.ts';
import { compareDatasets } from './compare-datasets.ts';
import { comparisonText, verdictText } from './comparison-text.ts';

const towns = readTowns();
const file = { path: 'x <y>.bin', dataset_version: '1.2.3', cells: 6 };

/** June GHI 3 % up and all June yields 4 %. The last cell of A is missing. */
function juneRaised() {
  const a = smallArtifact();
  const b = smallArtifact(SMALL_GRID, [5]);
  for (let cell = 0; cell < 5; cell++) {
    b.ghi[cell * MONTHS + 5] *= 1.03;
    b.yield_scale[cell * MONTHS + 5] *= 1.04;
  }
  return { a, b, comparison: compareDatasets(a, b) };
}

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

test('the summary reports what moved, or that nothing did', () => {
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
