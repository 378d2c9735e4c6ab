import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { until } from '../test/service.ts';
import { followChanges, watchFolder } from './changes.ts';
import { readConfig } from './config.ts';

const folder = testFolder();

/** Writes as a build publishes: whole, under its name at once. */
function put(name: string, text: string): void {
  writeFileSync(join(folder, `${name}.part`), text);
  renameSync(join(folder, `${name}.part`), join(folder, name));
}

test('with WATCH_ARTIFACTS=1 a changed manifest has its folder loaded, without a signal', async () => {
  put('manifest.json', '{"dataset_version":"1.0.0"}');
  const taken: string[] = [];
  const config = readConfig({ ARTIFACTS: folder, WATCH_ARTIFACTS: '1' });
  const onChange = { reload: () => {}, take: (path: string) => taken.push(path) };
  await followChanges(config, pino({ enabled: false }), onChange, { awaySinceS: 0 });
  put('manifest.json', '{"dataset_version":"1.1.0"}');
  // The watcher alone keeps no process alive.
  await until(() => taken.length > 0, 'it is loaded');
  assert.deepEqual(taken, [folder]);
  process.removeAllListeners('SIGHUP');
});

test('a change is told once, when the files have stood still', async () => {
  let changes = 0;
  // Longer than a busy machine rests between two of these files.
  after(watchFolder(folder, () => changes++, 200));
  for (let i = 0; i < 30; i++) {
    put('pv-yield.bin', 'x'.repeat(i));
    await wait(1);
  }
  put('other.txt', 'not of a build');
  await until(() => changes > 0, 'the change is seen');
  assert.equal(changes, 1);
  put('prices.bin', 'y');
  await until(() => changes > 1, 'the next change is seen');
  assert.equal(changes, 2);
});
