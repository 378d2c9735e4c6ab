/** The systemd units, as systemd itself reads and judges them, and as the project has what they name. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { INTEGRATIONS_SETTINGS } from '../integrations/config.ts';
import { newKey } from '../integrations/organisations/organisations.ts';
import { recordOf, writeOrganisations } from '../integrations/test/organisation.ts';
import { SETTINGS } from '../server/config.ts';
import { INTEGRATIONS, launchProgram, SERVICE } from '../test/start-program.ts';
import { until } from '../test/until.ts';

const UNITS = [
  { name: 'sun@.service', settings: SETTINGS, bundle: SERVICE },
  { name: 'sun-integrations.service', settings: INTEGRATIONS_SETTINGS, bundle: INTEGRATIONS },
];
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const analyze = (...words: string[]) =>
  spawnSync('systemd-analyze', words, {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_PAGER: '' },
  });
const skip = analyze('--version').status !== 0 && 'needs systemd-analyze (Debian: systemd)';

/** systemd's own measure, from 0 to 10. Its word for it is OK up to 4, unsafe from 7 on. */
const MOST_EXPOSED = 2.5;

/** The settings that the integrations need at least. The service answers without its data, too. */
function settingsIn(folder: string): Record<string, string> {
  return {
    ARTIFACTS: folder,
    BASE_URL: 'https://sun.example',
    DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
    ORGANISATIONS_FILE: writeOrganisations(folder, recordOf(newKey().sha256)),
    STORE_FILE: join(folder, 'store.db'),
  };
}

/** A command of a unit as systemd hands it to the shell. */
function shellCommand(unit: string, key: string): string {
  const [, command = ''] = new RegExp(`^${key}=/bin/sh -c '(.*)'$`, 'm').exec(unit) ?? [];
  return command.replaceAll('$$', '$');
}

for (const { name, settings, bundle } of UNITS) {
  const text = readFileSync(pathOf(name), 'utf8');

  test(`${name} starts what is bundled, with variables that are settings`, () => {
    assert.match(text, new RegExp(`^ExecStart=/usr/bin/node dist/${basename(bundle)}$`, 'm'));
    const variables = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list]) =>
      list.split(' '),
    );
    for (const [name] of variables.map((variable) => variable.split('=')))
      assert.ok(name in settings || /^(MALLOC|NODE)_/.test(name), name);
  });

  test(`a reload of ${name} that comes before it handles SIGHUP waits and does not end it`, async () => {
    const { child, log, listening, stop } = launchProgram([bundle], {
      env: settingsIn(testFolder()),
    });
    listening.catch(() => {});
    const reload = spawn('sh', ['-c', shellCommand(text, 'ExecReload')], {
      env: { ...process.env, MAINPID: String(child.pid) },
      stdio: 'ignore',
    });
    assert.deepEqual(await once(reload, 'exit'), [0, null]);
    const isEnded = () => child.exitCode !== null || child.signalCode !== null;
    await until(() => log.join().includes('listening at') || isEnded(), 'it listens or has ended');
    assert.equal(isEnded(), false, log.join('\n'));
    await stop();
  });

  test(`systemd reads ${name} without a word, and finds it little exposed`, { skip }, () => {
    const unit = join(testFolder(), name.replace('@', '@3000'));
    // Node may lie elsewhere on this machine.
    writeFileSync(unit, text.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = analyze('verify', unit);
    assert.deepEqual([status, stderr], [0, '']);
    const judged = analyze('security', '--offline=true', unit).stdout;
    const exposed = /Overall exposure level for .*: ([\d.]+)/.exec(judged)?.[1];
    assert.ok(Number(exposed) <= MOST_EXPOSED, `${exposed}`);
  });
}
