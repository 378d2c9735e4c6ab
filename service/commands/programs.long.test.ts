/** Every program reads its options by the table of commands, however it is called. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { COMMANDS } from '../../schemas/commands/commands.mjs';
import { PROJECT } from '../../schemas/project.ts';

for (const [name, { program, options }] of Object.entries(COMMANDS)) {
  if (program === undefined) continue;
  const run = (word: string) =>
    spawnSync(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), join(PROJECT, program), word],
      { cwd: testFolder(), encoding: 'utf8', timeout: 60_000, killSignal: 'SIGKILL' },
    );

  test(`${program} answers --help with its options, and refuses what it does not know`, () => {
    const help = run('--help');
    assert.deepEqual([help.status, help.stderr], [0, '']);
    assert.match(help.stdout, new RegExp(`^Usage: sun ${name}\\b`));
    for (const option of Object.keys(options)) assert.ok(help.stdout.includes(`--${option} `));
    const wrong = run('--no-such-option');
    assert.deepEqual([wrong.status, wrong.stdout], [2, '']);
    assert.match(wrong.stderr, /^error: Unknown option '--no-such-option'.*--help\n$/);
  });
}
