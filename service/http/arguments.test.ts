/** The two servers as they are called. Commands are called by `sun`, which has tests of its own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { INTEGRATIONS_SETTINGS } from '../integrations/config.ts';
import { SETTINGS } from '../server/config.ts';
import { INTEGRATIONS, SERVICE } from '../test/start-program.ts';

for (const [program, settings] of [
  [SERVICE, SETTINGS],
  [INTEGRATIONS, INTEGRATIONS_SETTINGS],
] as const) {
  const name = `dist/${program.split('/').at(-1)}`;
  const run = (...words: string[]) =>
    // It has started, against what is expected.
    spawnSync(process.execPath, [program, ...words], {
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });

  test(`${name} answers --help with every setting, and ends`, () => {
    for (const word of ['--help', '-h']) {
      const { status, stdout, stderr } = run(word);
      assert.deepEqual([status, stderr], [0, '']);
      assert.match(stdout, new RegExp(`^Usage: node ${name}\n`));
      for (const setting of Object.keys(settings))
        assert.match(stdout, new RegExp(`^${setting} `, 'm'));
    }
  });

  test(`${name} refuses arguments that it does not know`, () => {
    for (const word of ['--port=3000', '-x', 'serve', '--help=1']) {
      const { status, stdout, stderr } = run(word);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, new RegExp(`^error: .+ Try: node ${name} --help\n$`));
    }
  });
}
