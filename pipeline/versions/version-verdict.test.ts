import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Manifest } from '../../schemas/types.ts';
import { compareDatasets } from '../compare/compare-datasets.ts';
import { smallArtifact } from '../dataset/artifact.test-kit.ts';
import { verdictComment, versionVerdict } from './version-verdict.ts';

interface Changes {
  version?: string;
  pvYield?: Record<string, string>;
  prices?: Record<string, string>;
  parameters?: Record<string, unknown>;
}

/** A recorded build. The parts of its files are changed as instructed. */
function manifest({ version = '0.4.2', pvYield, prices, parameters }: Changes = {}): Manifest {
  const file = { bytes: 10, sha256: 'aa' };
  const contents = { ghi: 'a', yield: 'b', sources: 's', model: 'm', interannual: 'i', ...pvYield };
  return {
    dataset_version: version,
    generated_at: '2026-01-01T00:00:00Z',
    format_version: 1,
    parameters: parameters ?? {
      grid: { step_deg: 0.25 },
      model: { system_loss: 0.14, albedo: 0.2 },
    },
    inputs: [],
    outputs: [
      { ...file, path: 'artifacts/pv-yield.bin', contents },
      { ...file, path: 'artifacts/prices.bin', contents: { tariffs: 'c', spot: 'p', ...prices } },
    ],
    summary: { ...file, path: 'artifacts/summary.csv', committed: true },
  };
}

const judged = (changes: Changes) => versionVerdict(manifest(), manifest(changes));
const required = (changes: Changes) => judged(changes).requiredBump;

test('the same version and bytes are unchanged', () => {
  const { ok, message } = judged({});
  assert.ok(ok);
  assert.equal(message, 'Dataset 0.4.2: unchanged.');
});

test('changed data at the same version fail, with the parts that changed and the version to type', () => {
  const { ok, requiredBump, message } = judged({ pvYield: { yield: 'x', model: 'x' } });
  assert.deepEqual([ok, requiredBump], [false, 'minor']);
  assert.equal(
    message,
    'pv-yield.bin changed (yield, model). At the same version that is an unannounced change: a minor bump is required. Set "dataset_version": "0.5.0" in the recipe, run "make artifacts" and commit artifacts/. Or put the change back.',
  );
});

test('a data section or market record is minor, provenance is a patch', () => {
  assert.equal(required({ pvYield: { ghi: 'x' } }), 'minor');
  assert.equal(required({ prices: { tariffs: 'x' } }), 'minor');
  assert.equal(required({ pvYield: { coverage_mask: 'new' } }), 'minor');
  assert.equal(required({ pvYield: { sources: 'x' } }), 'patch');
  assert.equal(required({ prices: { spot: 'x' } }), 'patch');
  const dated = { ...manifest(), generated_at: '2026-02-01T00:00:00Z' };
  const { requiredBump, message } = versionVerdict(manifest(), dated);
  assert.equal(requiredBump, 'patch');
  assert.match(message, /^generated_at went from 2026-01-01T.* to 2026-02-01T.*"0\.4\.3"/);
});

test('another grid step, kind of coverage, system loss or format is major', () => {
  const [grid, model] = [{ step_deg: 0.25 }, { system_loss: 0.14, albedo: 0.2 }];
  for (const parameters of [
    { grid: { step_deg: 0.125 }, model },
    { grid: { step_deg: 0.25, coverage: 'data' }, model },
    { grid, model: { system_loss: 0.1, albedo: 0.2 } },
  ]) {
    const { requiredBump, message } = judged({ parameters });
    assert.equal(requiredBump, 'major');
    assert.match(message, /^(grid|model)\.\w+ went from .* to .*"1\.0\.0"/);
  }
  assert.equal(required({ parameters: { grid, model: { ...model, albedo: 0.3 } } }), 'none');
  const format = versionVerdict(manifest(), { ...manifest(), format_version: 2 });
  assert.equal(format.requiredBump, 'major');
  assert.match(format.message, /^format_version went from 1 to 2\. At/);
});

test('a removed output or part of the data is major, a new one minor', () => {
  const fewer = manifest();
  fewer.outputs.pop();
  assert.equal(versionVerdict(manifest(), fewer).requiredBump, 'major');
  assert.equal(versionVerdict(fewer, manifest()).requiredBump, 'minor');
  const more = manifest({ pvYield: { uncertainty: 'u' } });
  assert.equal(versionVerdict(manifest(), more).requiredBump, 'minor');
  const { requiredBump, message } = versionVerdict(more, manifest());
  assert.equal(requiredBump, 'major');
  assert.match(message, /^pv-yield\.bin changed \(uncertainty\)\. Removed: uncertainty\./);
});

test('a version that moved without the data fails and says to put it back', () => {
  const { ok, message } = judged({ version: '0.5.0' });
  assert.ok(!ok);
  assert.match(
    message,
    /moved from 0\.4\.2 to 0\.5\.0, but no byte.*Put "dataset_version": "0\.4\.2" back/,
  );
});

test('a bump that is large enough passes, a larger one too; too small or backwards fails', () => {
  const bump = (version: string) => judged({ version, pvYield: { yield: 'x' } });
  for (const version of ['0.5.0', '1.0.0']) assert.ok(bump(version).ok, version);
  for (const version of ['0.4.3', '0.3.0', '0.4.1']) {
    const { ok, message } = bump(version);
    assert.ok(!ok, version);
    assert.match(message, /Set "dataset_version": "0\.5\.0"/);
  }
});

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
