/** The systemd units, as systemd itself reads and judges them, and as the project has what they name. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { INTEGRATIONS_SETTINGS } from '../integrations/config.ts';
import { SETTINGS } from '../server/config.ts';
import { INTEGRATIONS, SERVICE } from '../test/start-program.ts';

const UNITS = [
  { name: 'sun.service', settings: SETTINGS, bundle: SERVICE },
  { name: 'sun-integrations.service', settings: INTEGRATIONS_SETTINGS, bundle: INTEGRATIONS },
];
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const analyze = (...words: string[]) =>
  spawnSync('systemd-analyze', words, {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_PAGER: '' },
  });
const skip = analyze('--version').status !== 0 && 'needs systemd-analyze (Debian: systemd)';

/** systemd's own measure, from 0 to 10; its word for it is OK up to 4, unsafe from 7 on. */
const MOST_EXPOSED = 2.5;

for (const { name, settings, bundle } of UNITS) {
  const text = readFileSync(pathOf(name), 'utf8');

  test(`${name} starts what is bundled, with variables that are settings`, () => {
    assert.match(text, new RegExp(`^ExecStart=/usr/bin/node dist/${basename(bundle)}$`, 'm'));
    for (const [, variable] of text.matchAll(/^Environment=(\w+)=/gm))
      assert.ok(variable in settings, variable);
  });

  test(`systemd reads ${name} without a word, and finds it little exposed`, { skip }, () => {
    const unit = join(testFolder(), name);
    // Node may lie elsewhere on this machine.
    writeFileSync(unit, text.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = analyze('verify', unit);
    assert.deepEqual([status, stderr], [0, '']);
    const judged = analyze('security', '--offline=true', unit).stdout;
    const exposed = /Overall exposure level for .*: ([\d.]+)/.exec(judged)?.[1];
    assert.ok(Number(exposed) <= MOST_EXPOSED, `${exposed}`);
  });
}

test('both units are shut in alike', () => {
  const [one, other] = UNITS.map(({ name }) => {
    const text = readFileSync(pathOf(name), 'utf8');
    return text.slice(text.indexOf('DynamicUser')).replace(/^(#|StateDirectory).*\n/gm, '');
  });
  assert.equal(one, other);
});
