/** `sun serve`, by way of `make serve`, as a newcomer runs it: every address that it prints is there. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { PROJECT } from '../../schemas/project.ts';
import { builtDefault } from './default-dataset.ts';
import { freePort } from './free-port.ts';
import { rawCall } from './service.ts';
import { until } from './until.ts';
// Bundles what is started.
import './start-program.ts';

/** Targets that install, build and bundle, left out so that they disturb no test that runs at the same time. */
const AS_BUILT = ['install', 'pages', 'bundle'].flatMap((target) => ['-o', target]);

test('explorer, docs, API reference, SDK page, report, configurator and proposal are there', async () => {
  const { folder } = await builtDefault();
  const port = await freePort();
  const { MAKELEVEL: _, ...own } = process.env;
  const words = ['serve', '--port', String(port), '--artifacts', folder];
  const make = spawn(process.execPath, [join(PROJECT, 'service/commands/sun.mjs'), ...words], {
    env: { ...own, MAKEFLAGS: AS_BUILT.join(' ') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  after(() => make.pid && make.exitCode === null && process.kill(-make.pid, 'SIGKILL'));
  const lines: string[] = [];
  createInterface(make.stdout).on('line', (line) => lines.push(line));
  const listens = () => lines.some((line) => line.includes('listening at'));
  await until(() => listens() || make.exitCode !== null, 'it listens or has ended');

  const base = `http://127.0.0.1:${port}`;
  const addresses = lines.map((line) => line.split(base)).filter(([name]) => name.startsWith('  '));
  assert.deepEqual(
    addresses.map(([name, path]) => [name.trim(), path?.replace(/\/i\/.+/, '/i/…')]),
    [
      ['Explorer:', '/'],
      ['Docs:', '/docs'],
      ['API reference:', '/docs/api'],
      ['SDK:', '/docs/sdk'],
      ['Dataset report:', '/data'],
      ['Configurator:', '/embedded/demo'],
      ['Proposal:', '/i/…'],
    ],
    lines.join('\n'),
  );
  for (const [name, path] of addresses) assert.equal((await rawCall(base, path)).status, 200, name);
});
