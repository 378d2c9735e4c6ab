import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareDatasets } from '../compare/compare-datasets.ts';
import { smallArtifact } from '../dataset/artifact.test-kit.ts';
import { verdictComment } from './verdict-comment.ts';

test('a comment has the verdict, its sentences and the figures of each month and the year', () => {
  const brighter = smallArtifact();
  // 2 of the 5 cells have 10 % more in June, 66 instead of 60 of 780 kWh/m2
  for (const cell of [0, 1]) brighter.ghi[cell * 12 + 5] = 66;
  const comparison = compareDatasets(smallArtifact(undefined, [1]), brighter);
  const message = 'A minor bump is required.';
  const lines = verdictComment({ ok: false, requiredBump: 'minor', message }, comparison).split(
    '\n',
  );
  assert.deepEqual(lines.slice(0, 3), ['### Dataset: minor bump is required', '', message]);
  assert.equal(lines[4], '5 cells in both. Removed: none. New: 1 (59.25 N 18 E).');
  const rows = lines
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  assert.equal(rows.length, 2 + 13);
  assert.deepEqual(rows[7].slice(1, 6), ['Jun', '0.00', '0.00', '0.00', '10.00']);
  assert.deepEqual(rows[14].slice(1, 6), ['**Year**', '0.00', '0.00', '0.00', '0.77']);
});

test('what cannot be compared is said in place of the figures', () => {
  const verdict = { ok: true, requiredBump: 'major' as const, message: 'Enough.' };
  const text = verdictComment(verdict, 'Their grid steps differ.');
  assert.equal(
    text,
    '### Dataset: major change, announced\n\nEnough.\n\nTheir grid steps differ.\n',
  );
});
