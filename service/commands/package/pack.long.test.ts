/** The package as `sun package` packs it, used by npx in an empty folder, with an npm that reaches no registry. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { ownDataBody } from '../../api/simulation/test/requests.ts';
import { builtDefault } from '../../test/default-dataset.ts';
import { startProgram } from '../../test/start-program.ts';
import { until } from '../../test/until.ts';

const LOOKUP = '/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180&kwp=10';
const ROOF = ['roof', '--lat', '59.61', '--lng', '16.55', '--faces', '27/100/5'];

const { folder: artifacts } = await builtDefault();
const folder = testFolder();
const pack = [
  ...['--import', 'tsx', 'service/commands/package/pack.ts'],
  ...['--artifacts', artifacts, '--to', folder],
];
execFileSync(process.execPath, pack, { cwd: PROJECT });
const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
const env = {
  ...process.env,
  npm_config_cache: join(folder, '.npm'),
  npm_config_registry: 'http://127.0.0.1:1',
  npm_config_offline: 'true',
};

/** Calls the command, by npx or a program and words of its own before the command's. */
function call(words: readonly string[], before = ['npx', '--yes', `./${tarball}`]) {
  const [program, ...first] = before;
  const how = { cwd: folder, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(program, [...first, ...words], how);
  return { status, stdout, message: stderr.replace(/^npm warn .*\n/gm, '') };
}

/** Path of a file where npx has put the package. */
function installed(path: string): string {
  const words = [env.npm_config_cache, '-path', `*over-sweden/${path}`];
  return spawnSync('find', words, { encoding: 'utf8' }).stdout.split('\n')[0];
}

test('npx serves, and ends as a terminal ends it', async () => {
  const words = ['-c', `cd ${folder} && exec setsid npx --yes ./${tarball} serve --port 0`];
  const { base, pid } = await startProgram(words, { node: 'bash', env });
  const body = JSON.stringify(ownDataBody());
  try {
    assert.equal((await fetch(base + LOOKUP)).status, 200);
    assert.equal((await fetch(`${base + LOOKUP}&shading=9`)).status, 422);
    const simulated = await fetch(`${base}/api/v1/simulation`, { method: 'POST', body });
    assert.equal(simulated.status, 200, await simulated.text());
    for (const page of ['/', '/docs/api']) assert.equal((await fetch(base + page)).status, 200);
  } finally {
    // Ctrl+C reaches all that npx has started. A signal to npx would end only npx.
    process.kill(-pid, 'SIGINT');
  }
  const isAnswering = () =>
    fetch(`${base}/livez`).then(
      () => true,
      () => false,
    );
  await until(async () => !(await isAnswering()), 'the service has ended');
});

test('every command works, and a build gives the bytes of the dataset', () => {
  const done = (words: string[]) => {
    const { status, stdout, message } = call(words);
    assert.equal(status, 0, `${words.join(' ')}: ${message}`);
    return stdout;
  };
  assert.match(done(['--help']), /^Usage: sun-over-sweden <command>/);
  assert.match(done(ROOF), /^Yield, kWh$/m);
  assert.match(done(['validate']), /valid/i);
  done(['build', '--out', 'built']);
  const carried = installed('artifacts/pv-yield.bin');
  assert.ok(readFileSync(join(folder, 'built/pv-yield.bin')).equals(readFileSync(carried)));
  assert.match(done(['diff', '--a', carried, '--b', 'built/pv-yield.bin']), /diff/);
  assert.match(done(['verdict', '--a', 'built', '--b', 'built']), /unchanged/);
});

for (const [words, code, message] of [
  [['srve'], 2, /^error: unknown command "srve"/],
  [[...ROOF, '--artifacts', '/nowhere'], 1, /^error: There is no dataset at \/nowhere\/pv-yield/],
  [['build', '--recipe', 'none.json'], 1, /^error: Recipe .*none\.json: there is no such file/],
  [['validate', '--recipe', 'none.json'], 1, /^error: Recipe .*none\.json: there is no such file/],
  [['diff', '--a', 'none.bin', '--b', 'none.bin'], 1, /^error: none\.bin: there is no such file/],
] as const) {
  test(`"${words.join(' ')}" ends with ${code}`, () => {
    const found = call(words, [process.execPath, installed('dist/sun.js')]);
    assert.equal(found.status, code, found.message);
    assert.match(found.message, message);
  });
}
