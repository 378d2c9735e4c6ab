import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { startProcess } from '../../test/process.ts';
import { childrenOf } from '../../test/process-figures.ts';
import { rawCall, until } from '../../test/service.ts';

test('whoever waits for a process that dies before it has taken his connection is hung up on', async () => {
  const folder = testFolder();
  await writeBuild(folder, '1.0.0');
  const service = await startProcess({ ARTIFACTS: folder, PROCESSES: '2' });
  const listening = () => service.log.filter((line) => line.includes('Listening')).length;
  await until(() => listening() === 2, 'both listen');
  const [victim] = childrenOf(service.pid);
  process.kill(victim, 'SIGSTOP');
  // Of two new connections each process gets one.
  const fates: string[] = [];
  for (let i = 0; i < 2; i++) {
    rawCall(service.base, '/livez').then(
      ({ status }) => fates.push(String(status)),
      ({ code }) => fates.push(code),
    );
  }
  await until(() => fates.length === 1, 'the other answers');
  process.kill(victim, 'SIGKILL');
  await until(() => fates.length === 2, 'the second caller knows');
  assert.deepEqual(fates, ['200', 'ECONNRESET']);
});
