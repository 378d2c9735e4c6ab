import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BuildRecord, bumped, versionVerdict } from './version-verdict.ts';

const OUTPUT = { path: 'artifacts/pv-yield.bin', bytes: 10, sha256: 'aa', content_sha256: 'aa' };

/** A recorded build of three places. */
function record(
  changes: { version?: string; content?: string; scale?: number; only?: number } = {},
): BuildRecord {
  const { version = '0.4.2', content = 'aa', scale = 1, only = Number.NaN } = changes;
  const places = ['59 18', '60 18', '61 18'];
  return {
    manifest: {
      dataset_version: version,
      generated_at: '2026-01-01T00:00:00Z',
      format_version: 1,
      parameters: { grid: { step_deg: 0.25 }, model: { system_loss: 0.14, albedo: 0.2 } },
      inputs: [],
      outputs: [{ ...OUTPUT, content_sha256: content }],
    },
    summary: new Map(
      places.map((place, i) => [
        place,
        [100, 200, 1000].map((x) => x * (Number.isNaN(only) ? scale : i === only ? scale : 1)),
      ]),
    ),
  };
}

test('the same version and bytes are unchanged', () => {
  const { ok, message } = versionVerdict(record(), record());
  assert.ok(ok);
  assert.equal(message, 'Dataset 0.4.2: unchanged.');
});

test('changed bytes at the same version fail and name the next version to type', () => {
  const { ok, due, message } = versionVerdict(record(), record({ content: 'bb', scale: 1.03 }));
  assert.ok(!ok);
  assert.equal(due, 'minor');
  assert.match(
    message,
    /pv-yield\.bin changed\. Values move by 3\.00 % in the median.*minor bump is due\. Set "dataset_version": "0\.5\.0"/,
  );
});

test('provenance alone is a patch', () => {
  const { ok, due, message } = versionVerdict(record(), record({ content: 'bb' }));
  assert.deepEqual([ok, due], [false, 'patch']);
  assert.match(message, /"0\.4\.3"/);
});

test('a median of 0.1 % is a patch, a little more is minor', () => {
  assert.equal(versionVerdict(record(), record({ content: 'bb', scale: 1.0009 })).due, 'patch');
  assert.equal(versionVerdict(record(), record({ content: 'bb', scale: 1.0011 })).due, 'minor');
});

test('a single place may move by 1 % within a patch, by more it is minor', () => {
  assert.equal(
    versionVerdict(record(), record({ content: 'bb', scale: 1.0099, only: 1 })).due,
    'patch',
  );
  const { due, message } = versionVerdict(
    record(),
    record({ content: 'bb', scale: 0.985, only: 1 }),
  );
  assert.equal(due, 'minor');
  assert.match(message, /at most 1\.50 % \(60 18\)/);
});

test('another grid, system loss or format is major', () => {
  const grid = record({ content: 'bb' });
  grid.manifest.parameters = { ...grid.manifest.parameters, grid: { step_deg: 0.125 } };
  const loss = record({ content: 'bb' });
  loss.manifest.parameters = {
    ...loss.manifest.parameters,
    model: { system_loss: 0.1, albedo: 0.2 },
  };
  const format = record({ content: 'bb' });
  format.manifest.format_version = 2;
  for (const changed of [grid, loss, format]) {
    const { ok, due, message } = versionVerdict(record(), changed);
    assert.deepEqual([ok, due], [false, 'major']);
    assert.match(message, /"1\.0\.0"/);
  }
});

test('a place that is gone is major, a new one minor', () => {
  const fewer = record({ content: 'bb' });
  fewer.summary.delete('60 18');
  assert.equal(versionVerdict(record(), fewer).due, 'major');
  const more = record({ content: 'bb' });
  more.summary.set('62 18', [1, 2, 3]);
  assert.equal(versionVerdict(record(), more).due, 'minor');
});

test('a version that moved without the data fails and says to put it back', () => {
  const { ok, message } = versionVerdict(record(), record({ version: '0.5.0' }));
  assert.ok(!ok);
  assert.match(
    message,
    /moved from 0\.4\.2 to 0\.5\.0, but no byte.*Put "dataset_version": "0\.4\.2" back/,
  );
});

test('a bump that is large enough passes, a larger one too', () => {
  for (const version of ['0.5.0', '1.0.0']) {
    assert.ok(
      versionVerdict(record(), record({ version, content: 'bb', scale: 1.03 })).ok,
      version,
    );
  }
});

test('a bump that is too small, or backwards, fails', () => {
  for (const version of ['0.4.3', '0.3.0', '0.4.1']) {
    const { ok, message } = versionVerdict(
      record(),
      record({ version, content: 'bb', scale: 1.03 }),
    );
    assert.ok(!ok, version);
    assert.match(message, /Set "dataset_version": "0\.5\.0"/);
  }
});

test("a twilight month's last digit is no movement", () => {
  const dim = (value: number): BuildRecord => ({
    ...record({ content: String(value) }),
    summary: new Map([['69 20', [value, 500, 600]]]),
  });
  assert.equal(versionVerdict(dim(0.01), dim(0.015)).due, 'patch');
});

test('a value that became no number is a movement', () => {
  const broken = record({ content: 'bb' });
  broken.summary.set('60 18', [Number.NaN, 200, 1000]);
  assert.equal(versionVerdict(record(), broken).due, 'minor');
});

test('bumps reset what is behind them', () => {
  assert.deepEqual(
    ['patch', 'minor', 'major'].map((bump) => bumped('1.2.3', bump as 'patch')),
    ['1.2.4', '1.3.0', '2.0.0'],
  );
});
