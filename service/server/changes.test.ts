import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { asNobody } from '../test/as-nobody.ts';
import { followChanges, LOOK_EVERY_MS, watchFolder } from './changes.ts';
import { readConfig } from './config.ts';

const folder = testFolder();

/** Writes as a build publishes: whole, under its name at once. */
function put(name: string, text: string): void {
  writeFileSync(join(folder, `${name}.part`), text);
  renameSync(join(folder, `${name}.part`), join(folder, name));
}

test('with WATCH_ARTIFACTS=1 a changed manifest has its folder loaded, without a signal', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  put('manifest.json', '{"dataset_version":"1.0.0"}');
  const taken: string[] = [];
  const config = readConfig({ ARTIFACTS: folder, WATCH_ARTIFACTS: '1' });
  const onChange = { reload: () => {}, take: (path: string) => taken.push(path) };
  await followChanges(config, pino({ enabled: false }), onChange, { awaySinceS: 0 });
  put('manifest.json', '{"dataset_version":"1.1.0"}');
  for (let look = 0; look < 2; look++) t.mock.timers.tick(LOOK_EVERY_MS);
  assert.deepEqual(taken, [folder]);
  process.removeAllListeners('SIGHUP');
});

test('a change is reported once, when the files are stable', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let changes = 0;
  t.after(watchFolder(folder, () => changes++));
  const changesAfterLook = () => {
    t.mock.timers.tick(LOOK_EVERY_MS);
    return changes;
  };
  for (let i = 0; i < 5; i++) {
    put('pv-yield.bin', 'x'.repeat(i));
    assert.equal(changesAfterLook(), 0);
  }
  put('other.txt', 'not of a build');
  assert.equal(changesAfterLook(), 1);
  assert.equal(changesAfterLook(), 1);
  put('prices.bin', 'y');
  assert.equal(changesAfterLook(), 1);
  assert.equal(changesAfterLook(), 2);
});

test('a folder that may not be read is a change, and one that may be read again, too', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  chmodSync(folder, 0o755);
  const closed = join(folder, 'closed');
  mkdirSync(closed);
  writeFileSync(join(closed, 'pv-yield.bin'), 'x');
  let changes = 0;
  t.after(watchFolder(closed, () => changes++));
  for (const [mode, expected] of [
    [0o000, 1],
    [0o755, 2],
  ]) {
    chmodSync(closed, mode);
    await asNobody(() => {
      for (let look = 0; look < 3; look++) t.mock.timers.tick(LOOK_EVERY_MS);
    });
    assert.equal(changes, expected);
  }
  chmodSync(join(closed, 'pv-yield.bin'), 0o600);
  for (let look = 0; look < 2; look++) t.mock.timers.tick(LOOK_EVERY_MS);
  assert.equal(changes, 3);
});
