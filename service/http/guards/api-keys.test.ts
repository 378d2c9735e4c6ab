/** API keys, rule by rule. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { refusal } from '../../test/contract.ts';
import { LOOKUP, startTestService } from '../../test/service.ts';
import { until } from '../../test/until.ts';
import { labelOf, newApiKey, readApiKeys } from './api-keys.ts';

/** Never installs: that would take the packages away from the tests that run at the same time. */
const MAKE_KEY = ['-s', '-o', 'node_modules/.package-lock.json', 'key'];

const folder = testFolder();
const service = await startTestService();

function keysFile(text: string): string {
  const path = join(folder, 'keys.txt');
  writeFileSync(path, text);
  return path;
}

test('the file holds SHA-256 and label; comments and empty lines are skipped', () => {
  const hash = createHash('sha256').update('secret').digest('hex');
  const keys = readApiKeys(keysFile(`# ours\n\n${hash} Web shop, Umeå\r\n`));
  assert.deepEqual(
    keys.map(({ label }) => label),
    ['Web shop, Umeå'],
  );
  assert.equal(labelOf(keys, 'secret'), 'Web shop, Umeå');
  assert.equal(labelOf(keys, 'Secret'), null);
});

test('a wrong line is named with its number', () => {
  for (const line of ['abc shop', `${'a'.repeat(64)}`, `${'g'.repeat(64)} shop`]) {
    assert.throws(
      () => readApiKeys(keysFile(`# one\n${line}\n`)),
      /keys\.txt line 2 is no API key/,
    );
  }
});

test('make key prints a key once, adds its hash on a line of its own, and reports why it cannot', () => {
  const first = newApiKey('first');
  const path = keysFile(first.line);
  const make = (file: string) =>
    execFileSync('make', [...MAKE_KEY, 'LABEL=Web shop', `API_KEYS_FILE=${file}`], {
      cwd: PROJECT,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const key = /pv_[\w-]{32}/.exec(make(path))?.[0] ?? '';
  const keys = readApiKeys(path);
  assert.deepEqual([labelOf(keys, first.key), labelOf(keys, key)], ['first', 'Web shop']);
  assert.ok(!readFileSync(path, 'utf8').includes(key));
  assert.throws(
    () => make(join(folder, 'none', 'keys.txt')),
    /error: .*keys\.txt: the key cannot be added \(ENOENT/,
  );
});

test('a known key changes nothing in the answer but the limits, and the log has its label; unknown and empty ones are 401', async () => {
  const { key, line } = newApiKey('shop');
  service.loaded.keys = readApiKeys(keysFile(line));
  const call = (headers: Record<string, string>) => service.call(LOOKUP, { headers });
  const plain = await call({});
  const keyed = await call({ 'x-api-key': key, 'x-request-id': 'labelled' });
  assert.deepEqual([plain.status, keyed.status], [200, 200]);
  assert.deepEqual([keyed.text, keyed.headers.etag], [plain.text, plain.headers.etag]);
  for (const wrong of ['', 'x', `${key}x`, key.toUpperCase()]) {
    refusal(await call({ 'x-api-key': wrong }), 401, 'invalid_api_key');
  }
  const logged = () => service.log.find(({ id }) => id === 'labelled');
  await until(() => logged() !== undefined, 'the request is logged');
  assert.equal(logged()?.key, 'shop');
  assert.ok(!JSON.stringify(service.log).includes(key));
});
