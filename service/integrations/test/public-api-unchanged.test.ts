/** The public process does not change: no organisation's path, no key of theirs, none of their code. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeDataset, writePrices } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { readOpenapi } from '../../../schemas/generate/openapi.ts';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { testArtifact } from '../../test/artifact.ts';
import { refusal } from '../../test/contract.ts';
import { LOOKUP, rawCall, startTestService } from '../../test/service.ts';
import { newKey } from '../organisations/keys.ts';
import { DOCUMENT } from './integrations.ts';

const folder = testFolder();
writeDataset(join(folder, 'pv-yield.bin'), testArtifact());
writePrices(join(folder, 'prices.bin'), testPrices());

/** Fails every import of a package that the integrations alone need, as if it were not installed. */
const HOOKS = `
  const NOT_HERE = /service\\/integrations\\/|node_modules\\/(@libsql|libsql|pg|personnummer)\\//;
  export async function resolve(specifier, context, next) {
    const resolved = await next(specifier, context);
    if (NOT_HERE.test(resolved.url)) throw new Error('not installed: ' + resolved.url);
    return resolved;
  }`;
const asUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
const REGISTER = asUrl(
  `import { register } from 'node:module'; register(${JSON.stringify(asUrl(HOOKS))});`,
);

function run(main: string, env: Record<string, string>) {
  const path = fileURLToPath(new URL(main, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', REGISTER, path], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ARTIFACTS: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(() => child.kill('SIGKILL'));
  return child;
}

test('it starts and answers where the code of the integrations cannot be loaded', async () => {
  const child = run('../../main.ts', {});
  const lines = createInterface(child.stdout);
  let base = '';
  // It listens before the prices are read.
  for await (const line of lines) {
    base ||= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
    if (line.includes('Loaded prices')) break;
  }
  assert.notEqual(base, '', 'it does not listen');
  assert.equal((await rawCall(base, LOOKUP)).status, 200);
  const simulation = JSON.stringify({
    pv: { monthly_profile: Array(12).fill(Array(24).fill(1)) },
    prices: { import_sek_per_kwh: 2, export_sek_per_kwh: 0.5 },
  });
  const simulated = await rawCall(base, '/api/v1/simulation', { method: 'POST', body: simulation });
  assert.equal(simulated.status, 200, simulated.text);
  assert.equal((await rawCall(base, '/api/v1/simulation/openapi.json')).status, 200);
});

test('the same hooks stop the integrations, so that they are no empty promise', async () => {
  const child = run('../main.ts', {});
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  assert.notEqual(code, 0);
  assert.match(said, /not installed: .*service\/integrations\//);
});

test('it refuses a key of the integrations', async () => {
  const { base } = await startTestService();
  const answer = await rawCall(base, LOOKUP, { headers: { 'x-api-key': newKey().key } });
  refusal(answer, 401, 'invalid_api_key');
});

test('it has none of their paths', async () => {
  const { base } = await startTestService();
  const paths = [
    ...Object.keys(DOCUMENT.paths),
    '/integrations/openapi.json',
    '/integrations/hooks/leads/solfirman',
    '/integrations/hooks/scrive/solfirman/ag_1.mac',
    '/integrations/hooks/standard/solfirman',
    '/i/Vd8uJ0nqYk3mXq1sP2bR4A',
  ];
  const authorization = `Bearer ${newKey().key}`;
  for (const path of paths.map((template) => template.replace(/\{\w+\}/g, 'x'))) {
    for (const method of ['GET', 'PUT', 'POST', 'DELETE']) {
      const answer = await rawCall(base, path, { method, headers: { authorization } });
      refusal(answer, 404, 'not_found');
    }
  }
});

test('its contract knows yield and simulation alone, and its optional key', () => {
  const document = readOpenapi();
  for (const path of Object.keys(document.paths)) {
    assert.match(path, /^\/api\/v1\/(pv-yield|simulation)(\/|$)/);
  }
  const text = JSON.stringify(document);
  assert.doesNotMatch(text, /organi[sz]ation|prospect|invoice|webhook|Bearer/i);
});
