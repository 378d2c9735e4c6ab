/**
 * `make package-check`: uses the package as one does who has nothing else: in an empty folder, with an npm that
 * reaches no registry. Prints what it measures; fails when an answer, a sentence or a bound is another.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ownDataBody } from '../../api/simulation/test/requests.ts';
import { startProgram } from '../../test/start-program.ts';
import { until } from '../../test/until.ts';

const NPX = ['npx', '--yes', './sun.tgz'];
const FIRST_ANSWER_S = 10;
const RUNS = 3;
const LOOKUP = '/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180&kwp=10';
const ROOF = ['roof', '--lat', '59.61', '--lng', '16.55', '--faces', '27/100/5'];

/** Slips, and the beginning of what is said of them. */
const SLIPS: [words: string[], said: RegExp][] = [
  [['srve'], /^error: "srve" is no command/],
  [['constructor'], /^error: "constructor" is no command/],
  [[], /^error: no command was given, expected one of serve/],
  [['serve', '--port', 'abc'], /^error: --port is "abc"/],
  [['serve', '--port', '70000'], /^error: --port is "70000"/],
  [['serve', '--artifact', 'x'], /^error: Unknown option '--artifact'/],
  [['roof', '--lat', '59.61'], /^error: --lng is missing/],
  [[...ROOF, '--artifacts', '/nowhere'], /^error: There is no dataset at \/nowhere\/pv-yield\.bin/],
  [['build', '--recipe', 'none.json'], /^error: Recipe .*none\.json: there is no such file/],
  [['build', '--workers', '0'], /^error: --workers is "0"/],
  [['validate', '--recipe', 'none.json'], /^error: Recipe .*none\.json: there is no such file/],
  [['inspect'], /^error: no file is named/],
  [['diff'], /^error: --a is missing/],
  [['diff', '--a', 'none.bin', '--b', 'none.bin'], /^error: none\.bin: there is no such file/],
  [['verdict'], /^error: --a is missing/],
];

const [tarball = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'sun-package-'));
// Whoever has no other npm cache, and no way out.
const env = {
  ...process.env,
  npm_config_cache: join(folder, '.npm'),
  npm_config_registry: 'http://127.0.0.1:1',
  npm_config_offline: 'true',
};
try {
  copyFileSync(resolve(tarball), join(folder, 'sun.tgz'));
  await useCommands();
  for (let run = 1; run <= RUNS; run++) await serveOnce(`run ${run}, warm cache`);
} catch (error) {
  console.error(`The package does not hold: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Calls the command, by npx or a program and words of its own before the command's. */
function call(words: readonly string[], [program, ...first] = NPX) {
  const how = { cwd: folder, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(program, [...first, ...words], how);
  return { status, stdout, said: stderr.replace(/^npm warn .*\n/gm, '') };
}

async function useCommands(): Promise<void> {
  let beganMs = performance.now();
  const lap = (name: string) => {
    console.log(`  ${name.padEnd(28)}${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
    beganMs = performance.now();
  };
  const done = (words: string[]) => {
    const { status, stdout, said } = call(words);
    assert.equal(status, 0, `${words.join(' ')}: ${said}`);
    lap(words[0]);
    return stdout;
  };
  console.log(
    `Load on ${cpus().length} processors ${loadavg()[0].toFixed(1)}; the first call installs:`,
  );
  assert.match(done(ROOF), /^Yield, kWh$/m);
  assert.match(done(['validate']), /59 inputs|valid/i);
  done(['build', '--out', 'built']);
  const carried = installed('artifacts/pv-yield.bin');
  assert.equal(digestOf(join(folder, 'built/pv-yield.bin')), digestOf(carried));
  assert.match(done(['diff', '--a', carried, '--b', 'built/pv-yield.bin']), /diff/);
  // The carried dataset is without the summary that a record has.
  const builds = ['--a', 'built', '--b', 'built'];
  assert.match(done(['verdict', ...builds]), /unchanged/);
  const inNode = [process.execPath, installed('dist/sun.js')];
  const { version } = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
  assert.equal(call(['--version'], inNode).stdout, `${version}\n`);
  for (const [words, expected] of SLIPS) {
    const { status, said } = call(words, inNode);
    assert.notEqual(status, 0, words.join(' '));
    assert.match(said, expected);
  }
  lap(`${SLIPS.length} slips refused`);
}

/** Path of a file where npx has put the package. */
function installed(path: string): string {
  const { stdout } = spawnSync('find', [env.npm_config_cache, '-path', `*over-sweden/${path}`], {
    encoding: 'utf8',
  });
  return stdout.split('\n')[0];
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** From npx to the first answer; then a simulation and a page, and the end as a terminal has it. */
async function serveOnce(name: string): Promise<void> {
  const beganMs = performance.now();
  const words = ['-c', `cd ${folder} && exec setsid npx --yes ./sun.tgz serve --port 0`];
  const { base, pid } = await startProgram(words, { node: 'bash', env });
  try {
    const answer = await fetch(base + LOOKUP);
    assert.equal(answer.status, 200, await answer.text());
    const seconds = (performance.now() - beganMs) / 1000;
    console.log(`  ${name.padEnd(28)}${seconds.toFixed(1)} s to the first answer`);
    if (loadavg()[0] > cpus().length) console.log('  not judged: the machine has other work');
    else assert.ok(seconds < FIRST_ANSWER_S, `${seconds} s, limit ${FIRST_ANSWER_S}`);
    assert.equal((await fetch(`${base + LOOKUP}&shading=9`)).status, 422, 'a bad lookup');
    const simulated = await fetch(`${base}/api/v1/simulation`, {
      method: 'POST',
      body: JSON.stringify(ownDataBody()),
    });
    assert.equal(simulated.status, 200, await simulated.text());
    for (const page of ['/', '/docs/api', '/data'])
      assert.equal((await fetch(base + page)).status, 200);
  } finally {
    // Ctrl+C is heard by all that npx has started; a signal to npx alone would end npx alone.
    process.kill(-pid, 'SIGINT');
  }
  await until(async () => !(await isAnswering(base)), `the service at ${base} has ended`);
}

function isAnswering(base: string): Promise<boolean> {
  return fetch(`${base}/livez`).then(
    () => true,
    () => false,
  );
}
