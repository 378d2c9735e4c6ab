/** The log of a process whose reader has ended, and of one whose reader fails. */
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const LOG = fileURLToPath(new URL('log.ts', import.meta.url));

/** Runs these lines in a process with a log, once it has read its input. */
function runLogging(lines: string): ChildProcessWithoutNullStreams {
  const code = `import { openLog } from ${JSON.stringify(LOG)};
    const { log, flush } = openLog();
    console.error('ready');
    process.stdin.once('data', async () => { ${lines} });`;
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code]);
}

for (const lines of [
  "log.info('buffered'); process.exit(0);",
  "log.info('flushed'); await flush(); log.info('buffered'); process.exit(0);",
]) {
  test(`a process ends when the reader of its log has gone: ${lines}`, async () => {
    const child = runLogging(lines);
    await once(child.stderr, 'data');
    child.stdout.destroy();
    child.stdin.end('go');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
}

test('what is flushed before an exit is written, and a fault that nobody caught is its last line', async () => {
  const child = runLogging("log.info('before'); throw new Error('unforeseen');");
  await once(child.stderr, 'data');
  child.stdin.end('go');
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [
      [30, 'before'],
      [60, 'unforeseen'],
    ],
  );
  assert.equal(code, 1);
});
