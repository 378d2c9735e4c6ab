/** Settings as both processes take them at their start. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { startProcess } from './process.ts';
import { rawCall } from './service.ts';
import type { Program } from './start-program.ts';
import { until } from './until.ts';

const folder = testFolder();

const at = ({ port }: Program, address: string) =>
  rawCall(`http://${address}:${port}`, '/livez').then(
    ({ status }) => status,
    ({ code }) => code,
  );

test('only loopback is served unless HOST is set', async () => {
  const alone = await startProcess({ HOST: '', ARTIFACTS: folder });
  assert.deepEqual(
    [await at(alone, '127.0.0.1'), await at(alone, '127.0.0.2')],
    [200, 'ECONNREFUSED'],
  );
  const open = await startProcess({ HOST: '*', ARTIFACTS: folder });
  assert.deepEqual([await at(open, '127.0.0.1'), await at(open, '127.0.0.2')], [200, 200]);
});

const SECRET = Buffer.alloc(32, 7).toString('base64');

test('a start logs once what counts, no secret, and what may be a slip', async () => {
  const service = await startProcess({
    ARTIFACTS: folder,
    MAX_CONNECTIONS: '',
    LINK_SECRETS: `a:${SECRET}`,
    TRUST_PROXY: '10.0.0.2',
    REDIS_ULR: `redis://:${SECRET}@10.0.0.9:6379`,
  });
  const loaded = () => service.log.filter((line) => line.includes('No new prices')).length;
  await until(() => loaded() === 1, 'its start is over');
  assert.ok(!service.log.join('\n').includes(SECRET));
  const lines = service.log.map((line) => JSON.parse(line));
  const settings = lines.flatMap((line) => line.settings ?? []);
  assert.equal(settings.length, 1);
  const { MAX_CONNECTIONS, PORT, TRUST_PROXY, LINK_SECRETS, REDIS_URL, HOST } = settings[0];
  assert.ok(MAX_CONNECTIONS > 0 && MAX_CONNECTIONS <= 10_000);
  assert.deepEqual(
    { PORT, TRUST_PROXY, LINK_SECRETS, REDIS_URL, HOST },
    {
      PORT: '0',
      TRUST_PROXY: '10.0.0.2',
      LINK_SECRETS: 'set',
      REDIS_URL: null,
      HOST: '127.0.0.1',
    },
  );
  const warnings = lines.filter(({ level, msg }) => level === 40 && /setting/.test(msg));
  assert.deepEqual(
    warnings.map(({ msg }) => msg),
    ['REDIS_ULR is not a setting. Did you mean REDIS_URL?'],
  );
});
