/** The bundle answers as the sources do, and names where in them an error was thrown. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { ownDataBody } from '../../api/simulation/test/requests.ts';
import { pricesIn, readYield } from '../../server/store/swap.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { startProcess } from '../../test/process.ts';
import { LOOKUP, rawCall, startTestService, testLoaded } from '../../test/service.ts';
import { SERVICE, untilLogged } from '../../test/start-program.ts';
import { bundle } from './bundle.ts';

const ZIPPED = { headers: { 'Accept-Encoding': 'gzip' } };

const folder = testFolder();
await writeBuild(folder, '1.0.0');

test('lookups, simulations, refusals and pages are those of the sources', async () => {
  const loaded = {
    ...testLoaded(),
    pvYield: await readYield(folder),
    prices: await pricesIn(folder),
  };
  const sources = await startTestService({ loaded });
  const bundled = await startProcess({ ARTIFACTS: folder, TRUST_PROXY: '1' });
  const simulate = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
  for (const [path, options, status] of [
    [LOOKUP, {}, 200],
    [LOOKUP.replace('tilt=40', 'tilt=95'), {}, 422],
    ['/api/v1/simulation', simulate(ownDataBody()), 200],
    ['/api/v1/simulation', simulate({ pv: {}, battery: { capacity_kwh: -1 } }), 422],
    ['/api/v1/pv-yield/matrix?lat=59.2&lng=15.3', ZIPPED, 200],
    ['/livez', {}, 200],
    ['/nowhere', {}, 404],
    ['/docs/sdk', {}, 200],
    ['/docs/api', ZIPPED, 200],
  ] as const) {
    const [ours, theirs] = [
      await rawCall(bundled.base, path, options),
      await rawCall(sources.base, path, options),
    ];
    assert.equal(ours.status, status, ours.text);
    assert.equal(ours.text, theirs.text, path);
    for (const header of ['content-type', 'content-encoding', 'vary'])
      assert.equal(ours.headers[header], theirs.headers[header], `${header} of ${path}`);
  }
  // A package that is bundled finds the network of an address.
  await rawCall(bundled.base, '/livez', { headers: { 'X-Forwarded-For': '2001:db8:1:2:3::4' } });
  await untilLogged(bundled, /"ip":"2001:db8:1::\/48"/);
});

test('another bundle in the folder leaves the files that a running process may still load', async () => {
  const to = testFolder();
  const bundleOf = (commit: string) =>
    bundle(undefined, to, { BUILD_COMMIT: JSON.stringify(commit) });
  await bundleOf('before');
  const first = readdirSync(to);
  await bundleOf('behind');
  const both = readdirSync(to);
  assert.ok(both.length > first.length);
  assert.deepEqual(
    first.filter((name) => !both.includes(name)),
    [],
  );
});

/** The line of the sources that a trace names, by an expression of its path and number. */
function tracedLine(stack: string, place: RegExp): string {
  const [, path, line] = place.exec(stack) ?? assert.fail(stack);
  return readFileSync(path, 'utf8').split('\n')[Number(line) - 1];
}

test('with source maps a trace of the service names the source and its line', () => {
  const broken = `data:text/javascript,import { Server } from 'node:net';
    Server.prototype.listen = () => { throw new Error('no port') };`;
  const words = ['--enable-source-maps', '--import', broken, SERVICE];
  const env = { ...process.env, ARTIFACTS: folder };
  const { stdout } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
  // The last line of the log.
  const { err } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  const place =
    /no port\n(?:.*\n)*?\s+at listen \((.*\/service\/http\/http-server\.ts):(\d+):\d+\)/;
  assert.match(tracedLine(err.stack, place), /\.listen\(/);
});

test('a trace of a thread does so, too', () => {
  const worker = join(dirname(SERVICE), 'simulation-worker.js');
  const script = `import answer from ${JSON.stringify(pathToFileURL(worker).href)};
    try { answer({ kind: 'simulation', houseCase: {} }); } catch (error) { console.log(error.stack); }`;
  const words = ['--enable-source-maps', '--input-type=module', '-e', script];
  const stack = execFileSync(process.execPath, words, { encoding: 'utf8' });
  assert.match(stack, /^TypeError: /);
  const place = /at answerOf \((.*\/service\/api\/simulation\/worker\.ts):(\d+):\d+\)/;
  assert.match(tracedLine(stack, place), /answerSimulation\(houseCase\)/);
});
