import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from './file-record.ts';
import { testFolder } from './folder.test-kit.ts';
import { inStaging, publish, scratchFolder } from './staging.ts';

const root = testFolder();

/** A process that runs a line of code, prints "ready" and then waits to be killed. */
async function livingProcess(code: string) {
  const script = `${code}; console.log('ready'); setInterval(() => {}, 1000);`;
  const options = ['--import', 'tsx', '--input-type=module', '-e', script];
  const child = spawn(process.execPath, options, {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  assert.ok(child.stdout);
  await once(child.stdout, 'data');
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { pid: child.pid, kill };
}

test('a second process is refused by name, until the first is gone, however it went', async () => {
  const folder = join(root, 'locked');
  const first = await livingProcess(`
    import { inStaging } from './pipeline/files/staging.ts';
    import { writeFileSync } from 'node:fs';
    await new Promise((ready) => inStaging(${JSON.stringify(folder)}, 'build', 'recipe a.json', (staging) => {
      writeFileSync(staging + '/half', '');
      ready();
      return new Promise(() => {});
    }))`);
  await assert.rejects(
    inStaging(folder, 'build', 'recipe b.json', async () => {}),
    new RegExp(
      `another build is under way there \\(process ${first.pid} on .*: recipe a\\.json\\)`,
    ),
  );
  await inStaging(folder, 'part-1-of-2', 'another target', async () => {});
  assert.ok(existsSync(join(folder, '.build.staging', 'half')));
  await first.kill();
  await inStaging(folder, 'build', 'recipe b.json', async (staging) => {
    assert.deepEqual(readdirSync(staging), [], 'what the killed one left');
  });
  assert.deepEqual(readdirSync(folder).sort(), ['.build.lock', '.part-1-of-2.lock']);
});

test('nothing is left when the work fails, and the folder is free again', async () => {
  const folder = join(root, 'failing');
  const fail = inStaging(folder, 'build', '', async (staging) => {
    writeFileSync(join(staging, 'half'), '');
    throw new Error('on purpose');
  });
  await assert.rejects(fail, /on purpose/);
  assert.deepEqual(readdirSync(folder), ['.build.lock']);
  await inStaging(folder, 'build', '', async (staging) => {
    writeFileSync(join(staging, 'a'), 'new');
    publish(staging, folder, []);
  });
  assert.equal(readFileSync(join(folder, 'a'), 'utf8'), 'new');
});

test('scratch folders of killed processes are removed, those of living ones stay', async () => {
  const parent = mkdtempSync(join(root, 'tmp-'));
  const code = `
    import { scratchFolder } from './pipeline/files/staging.ts';
    scratchFolder(${JSON.stringify(parent)})`;
  const [dead, alive] = [await livingProcess(code), await livingProcess(code)];
  const mine = scratchFolder(parent);
  assert.equal(readdirSync(parent).length, 3);
  await dead.kill();
  scratchFolder(parent).remove();
  assert.equal(readdirSync(parent).length, 2);
  await alive.kill();
  mine.remove();
  scratchFolder(parent).remove();
  assert.deepEqual(readdirSync(parent), []);
});

test('a disk without room for the lock leaves nothing locked behind', async () => {
  const folder = join(root, 'full');
  const limitFiles = (bytes: string) =>
    spawnSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`]).status;
  assert.equal(limitFiles('0'), 0);
  const full = inStaging(folder, 'build', 'a test', async () => {}).finally(() =>
    limitFiles('unlimited'),
  );
  await assert.rejects(full, /\.build\.lock: cannot be written and locked \(EFBIG/);
  assert.equal(await inStaging(folder, 'build', 'a test', async () => 'done'), 'done');
});

test('a folder where nothing can be locked is told as what it is', async () => {
  const folder = join(root, 'unlockable');
  mkdirSync(join(folder, '.build.lock'), { recursive: true });
  await assert.rejects(
    inStaging(folder, 'build', '', async () => {}),
    /\.build\.lock: cannot be written and locked \(.*\)\. Take a folder that is yours/,
  );
});
