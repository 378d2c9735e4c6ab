/** nginx.conf in a real nginx before nodes of a test. Only addresses, paths and TLS are put in the test's place. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { freePort } from '../test/free-port.ts';
import { launchNginx } from '../test/nginx.ts';
import { rawCall } from '../test/service.ts';
import { until } from '../test/until.ts';

/** Nodes of the example, and its integrations. */
const EXAMPLE_NODES = ['10.0.0.11:3000', '10.0.0.11:3001', '10.0.0.12:3000', '10.0.0.12:3001'];
const EXAMPLE_INTEGRATIONS = '10.0.0.11:3100';
const NOBODY = 'http://127.0.0.1:1';

/** A running nginx. */
export interface TestNginx {
  base: string;
  folder: string;
  /** Text of the access log and of the error log, so far. */
  logs(): string[];
}

/** Starts nginx with the example before nodes. Resolves when it answers, and ends it after the tests. */
export async function startNginx(
  nodes: readonly string[],
  integrations = NOBODY,
): Promise<TestNginx> {
  const folder = testFolder();
  const port = await freePort();
  const nginx = launchNginx(folder, exampleFor(folder, port, nodes, integrations));
  after(() => nginx.kill('SIGTERM'));
  const base = `http://127.0.0.1:${port}`;
  const answers = () =>
    rawCall(base, '/livez').then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(answers, 'nginx answers');
  return { base, folder, logs: () => logsIn(folder).map((path) => readFileSync(path, 'utf8')) };
}

const logsIn = (folder: string) => ['access', 'error'].map((name) => join(folder, `${name}.log`));

/** The example on a port before nodes, each in the place of one of EXAMPLE_NODES, with its files in a folder. */
function exampleFor(
  folder: string,
  port: number,
  nodes: readonly string[],
  integrations: string,
): string {
  const logs = logsIn(folder);
  let example = readFileSync(new URL('nginx.conf', import.meta.url), 'utf8');
  const put = (found: string, text: string) => {
    assert.ok(example.includes(found), found);
    example = example.replaceAll(found, text);
  };
  // Each node stands there as often as in the example.
  for (const [i, node] of EXAMPLE_NODES.entries()) {
    if (nodes[i]) put(node, new URL(nodes[i]).host);
    else example = example.replaceAll(new RegExp(`.*${node}.*\n`, 'g'), '');
  }
  put(EXAMPLE_INTEGRATIONS, new URL(integrations).host);
  put('listen 443 ssl http2;', `listen 127.0.0.1:${port};`);
  put('listen [::]:443 ssl http2;', '');
  put('ssl_certificate     /etc/ssl/sun.example.pem;', '');
  put('ssl_certificate_key /etc/ssl/private/sun.example.key;', '');
  put('/var/cache/nginx/sun', join(folder, 'cache'));
  put('/var/log/nginx/sun.log', logs[0]);
  put('/var/log/nginx/sun-error.log', logs[1]);
  // autocannon sends its next call into a connection that nginx has said it closes, after 1 000 calls by default.
  return `keepalive_requests 1000000;\n${example}`;
}
