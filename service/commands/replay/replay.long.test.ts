/** `make replay` on the test dataset: options and files that are wrong. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeDataset, writePrices } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { testArtifact } from '../../test/artifact.ts';

const NIGHT = /^PV: The file has [\d,.]+ kWh at night, when it is dark\..* Add --confirm/;

/** A year whose days are all alike, from six to six: in winter that is at night, too. */
const SUN = Array.from({ length: 8760 }, (_, t) => Math.max(0, Math.sin(((t - 6) * Math.PI) / 12)));

test('what is wrong with an option or a file is one sentence that names it', () => {
  const folder = testFolder();
  writeDataset(join(folder, 'pv-yield.bin'), testArtifact());
  writePrices(join(folder, 'prices.bin'), testPrices());
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const pv = write('pv.csv', SUN.join('\n'));
  const hours = Array.from({ length: 8760 }, (_, t) =>
    new Date(Date.UTC(2025, 0, 1, t)).toISOString(),
  );
  const used = write('use.csv', ['Tid;Förbrukning', ...hours.map((at) => `${at};1`)].join('\n'));
  const short = write(
    'short.csv',
    ['Tid;Solel', ...hours.slice(3000).map((at) => `${at};1`)].join('\n'),
  );
  const given = { lat: '59.13', lng: '15.29', faces: '27/100/5', pv };
  const sentences: [Record<string, string>, RegExp][] = [
    [{}, NIGHT],
    [{ pv: 'none.csv' }, /^PV is "none\.csv", but there is no such file/],
    [{ pv: empty }, /^PV: The file has neither times nor numbers/],
    [
      { pv: write('dark.csv', Array(8760).fill(0).join('\n')) },
      /^PV: The file has no hour with any/,
    ],
    [{ pv: used }, /^PV: The file has times but no column of production\. Columns: ”Förbrukning”/],
    [
      { pv: short },
      /^PV: \d+ hours of the year are missing, the first on 1\/1\. Export a whole year/,
    ],
    [{ 'pv-clock': 'cet' }, /^PV_CLOCK is "cet", expected one of auto, swedish, winter, utc\.$/],
    [{ meter: write('two.csv', '1\n2') }, /^METER: The file has 2 values without times/],
    [{ lat: '48', lng: '2' }, /^The point 48, 2 is outside the dataset's coverage/],
  ];
  const entry = fileURLToPath(new URL('replay.ts', import.meta.url));
  const run = (words: string[], env = {}) => {
    const args = ['--import', 'tsx', entry, `--artifacts=${folder}`, ...words];
    const how = { encoding: 'utf8', env: { ...process.env, ...env } } as const;
    const { status, stderr } = spawnSync(process.execPath, args, how);
    return { status, sentence: stderr.replace(/^error: /, '').trim() };
  };
  for (const [options, sentence] of sentences) {
    const all = Object.entries({ ...given, ...options }).map(
      ([name, value]) => `--${name}=${value}`,
    );
    if (sentence !== NIGHT) all.push('--confirm');
    const found = run(all);
    assert.equal(found.status, 1, JSON.stringify(options));
    assert.match(found.sentence, sentence);
  }
  const typed = run(['--lat=59.13', '--lng=15.29', `--pv=${empty}`], { SUN_COMMAND: 'sun' });
  assert.match(typed.sentence, /^--pv: The file has neither/);
});
