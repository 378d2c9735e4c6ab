/** The image that serves, made by the Containerfile's own steps, where nothing else of this machine is to be found. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { newKey } from '../integrations/organisations/keys.ts';
import { PROSPECT } from '../integrations/test/bodies.ts';
import { rawCall as wholeCall } from '../integrations/test/integrations.ts';
import { freePort } from '../test/free-port.ts';
import { assertSame, readGolden } from '../test/golden.ts';
import { rawCall, until } from '../test/service.ts';
import { type Program, startProgram } from '../test/start-program.ts';
import {
  insideOf,
  makeServeRoot,
  PROJECT,
  readStages,
  runBuildSteps,
  skipWithoutRoot,
} from './image.test-kit.ts';

const MOST_MEGABYTES = 70;
const KEY = Buffer.alloc(32, 7).toString('base64');

const steps = readStages().get('serve') ?? [];
const wordsOf = (keyword: string) => steps.find((step) => step.keyword === keyword)?.words ?? [];
const IMAGE_ENV = Object.fromEntries(wordsOf('ENV').map((word) => word.split('=')));

/** The command by which a pod takes the image's own data. */
function ownData(): string[] {
  const objects = readFileSync(new URL('kubernetes.yml', import.meta.url), 'utf8');
  return parseAllDocuments(objects)[0].toJS().spec.template.spec.initContainers[0].command;
}

/** Size of all files, bytes, and the paths of those that others than their owner may change. */
function lookThrough(folder: string): { bytes: number; open: string[] } {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.map((path) => ({ path, ...lstatSync(join(folder, path)) }));
  return {
    // Of a folder it is that of its list of names.
    bytes: files.reduce((sum, { mode, size }) => sum + (mode & constants.S_IFREG ? size : 0), 0),
    open: files.filter(({ uid, mode }) => uid !== 0 || mode & 0o022).map(({ path }) => path),
  };
}

describe('the image that serves', { skip: skipWithoutRoot }, () => {
  const root = testFolder();
  const served = join(root, 'opt/sun');

  /** Starts what the image does, or another command of it, with its own variables beside those given. */
  async function start(env: Record<string, string>, command = wordsOf('CMD')): Promise<Program> {
    const program = await startProgram(insideOf(root, command), {
      node: 'unshare',
      env: { ...IMAGE_ENV, PATH: '/bin:/usr/bin', ...env },
    });
    after(() => program.stop());
    return program;
  }

  /** A folder of the image's user, as a volume is. */
  function makeFolder(name: string): string {
    const folder = join(root, name);
    mkdirSync(folder);
    chownSync(folder, 1000, 1000);
    return folder;
  }

  /** Exit code of the image's own check of its health. */
  const health = (env: Record<string, string>) =>
    spawnSync('unshare', insideOf(root, wordsOf('HEALTHCHECK')), { env: { PATH: '/bin', ...env } })
      .status;

  test('its steps run, and leave dist, the modules that it loads, and what these read', (t) => {
    const build = testFolder();
    runBuildSteps(build);
    makeServeRoot(build, root);
    mkdirSync(join(root, 'etc'));
    copyFileSync(join(PROJECT, 'fixtures/embeds.json'), join(root, 'etc/embeds.json'));
    const { bytes, open } = lookThrough(served);
    const modules = lookThrough(join(served, 'node_modules')).bytes;
    const data = lookThrough(join(served, 'artifacts')).bytes;
    t.diagnostic(
      `Figures: the image has ${mb(bytes)} MB beside Node, of that modules ${mb(modules)}, data and pages ${mb(data)}.`,
    );
    assert.ok(bytes < MOST_MEGABYTES * 1e6, `${bytes}`);
    assert.deepEqual(open, [], 'its process can change none of it');
    assert.deepEqual(readdirSync(served).sort(), [
      'DATA_LICENSE',
      'LICENSE',
      'artifacts',
      'dist',
      'node_modules',
      'package.json',
      'schemas',
      'service',
    ]);
  });

  test('the service answers golden requests, pages and measures from its own data, both stores away', async () => {
    const data = makeFolder('data');
    const copied = spawnSync('unshare', insideOf(root, ownData()), { env: { PATH: '/bin' } });
    assert.equal(copied.status, 0, `${copied.stderr}`);
    assert.ok(existsSync(join(data, 'pv-yield.bin')));
    const service = await start({
      ARTIFACTS: '/data',
      TRUST_PROXY: '1',
      METRICS_PORT: '0',
      EMBEDS_FILE: '/etc/embeds.json',
      LINK_SECRETS: `a:${KEY}`,
      REDIS_URL: 'redis://127.0.0.1:1',
      ARTIFACTS_URL: 'http://127.0.0.1:1/bucket',
    });
    const { base, log } = service;
    const said = (pattern: RegExp) => log.some((line) => pattern.test(line));
    await until(async () => (await rawCall(base, '/readyz')).status === 200, 'it is ready');
    await until(() => said(/counts by itself/) && said(/No new artifacts/), 'both losses are told');
    for (const [i, { method, path, body, status, answer }] of readGolden().entries()) {
      // Each is of another caller: no limit is met.
      const headers = { 'x-forwarded-for': `198.51.100.${i}` };
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const given = await rawCall(base, path, { method, headers, ...text });
      assert.equal(given.status, status, given.text);
      assertSame(JSON.parse(given.text), answer, path, 'The image answers otherwise.');
    }
    const pages = ['/', '/docs', '/docs/api', '/docs/sdk', '/data', '/sdk/v1.js', '/embedded/demo'];
    for (const path of [...pages, '/api/v1/simulation/openapi.json'])
      assert.equal((await rawCall(base, path)).status, 200, path);
    const measures = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(log.join('\n'))?.[0] ?? '';
    assert.match(await (await fetch(measures)).text(), /^sun_http_requests_total/m);
    const [port, none] = [String(service.port), String(await freePort())];
    assert.equal(health({ PORT: port, INTEGRATIONS_PORT: none }), 0);
    assert.equal(health({ PORT: none, INTEGRATIONS_PORT: none }), 1);
  });

  test('the integrations keep a prospect', async () => {
    const { key, sha256 } = newKey();
    const organisation = {
      id: 'sol',
      name: 'Sol',
      subscription: 'active',
      api_keys_sha256: [sha256],
    };
    const file = JSON.stringify({ organisations: [organisation] });
    writeFileSync(join(root, 'etc/organisations.json'), file);
    makeFolder('store');
    const command = ['node', 'dist/integrations.js'];
    const env = {
      ORGANISATIONS_FILE: '/etc/organisations.json',
      BASE_URL: 'https://sun.example',
      DATA_KEY: KEY,
      STORE_FILE: '/store/integrations.db',
      INTEGRATIONS_METRICS_PORT: '0',
    };
    const { base, port } = await start(env, command);
    const put = () => wholeCall(`${base}/integrations/v1/prospects/p1`, key, 'PUT', PROSPECT);
    assert.deepEqual([(await put()).status, (await put()).status], [201, 200]);
    assert.equal(health({ PORT: String(await freePort()), INTEGRATIONS_PORT: String(port) }), 0);
  });
});

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
