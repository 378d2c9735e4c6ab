/** The scene of a cell in which the service is called: a node or two behind nginx, a sink of leads, callers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import fixture from '../../../fixtures/embeds.json' with { type: 'json' };
import { launchNginx } from '../../deploy/nginx.test-kit.ts';
import { ageS } from '../../test/process-figures.ts';
import { endWithThisProcess } from '../../test/start-program.ts';
import { ask, type Callers, freshAddress, startCallers } from './callers.ts';
import { type Fault, type World, within } from './cell.ts';
import type { History } from './history.ts';
import { makeNode, type Node } from './node.ts';
import { ownPort } from './own-port.ts';
import { nameOf, TURN } from './requests.ts';
import { putUp, type Surroundings } from './surroundings.ts';

const PROCESSES = 2;
/** Secret of the sink. */
const HOOK = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const READY_LIMIT_MS = 20_000;
/** A worker that says nothing is given half a minute; one that has never listened a minute more. */
const REPLACED_LIMIT_MS = 40_000;
const STARTED_LIMIT_MS = 100_000;
/** Half a second for load balancers, seven for connections, and what a busy machine adds. */
export const STOP_LIMIT_MS = 10_000;
const IN_A_ROW = 10;
const GROWN_S = 2;

export interface Scene extends World {
  around: Surroundings;
  nodes: Node[];
  isBehindNginx: boolean;
  sink: Sink;
  /** Begins to call. */
  startCallers(): Callers;
  /** Whether all processes of all nodes serve a version. */
  isServed(version: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Puts up a scene of nodes with the history; they do not run yet. */
export async function setScene(fault: Fault, history: History): Promise<Scene> {
  const around = await putUp(fault.needs, history.folder);
  const sink = await openSink();
  const isBehindNginx = fault.needs === 'nginx';
  const [metricsPort, nginxPort] = [await ownPort(), await ownPort()];
  const env = settingsOf(around, sink);
  const one = { ...env, PROCESSES: String(PROCESSES), METRICS_PORT: String(metricsPort) };
  const each = { ...env, TRUST_PROXY: '127.0.0.1' };
  const nodes = await Promise.all((isBehindNginx ? [each, each] : [one]).map(makeNode));
  if (isBehindNginx) startNginx(around.folder, nginxPort, nodes);
  const port = isBehindNginx ? nginxPort : nodes[0].port;
  const workers = () => nodes.flatMap((node) => node.workers());
  let callers: Callers | undefined;
  return {
    ...around,
    around,
    nodes,
    isBehindNginx,
    sink,
    startCallers() {
      const { versionsOf } = history;
      const hasOwnClock = fault.needs === 'own clock';
      const direct = isBehindNginx ? { isDirect: false } : { isDirect: true, metricsPort };
      callers = startCallers({ port, versionsOf, hasOwnClock, ...direct });
      return callers;
    },
    async isServed(version) {
      const isWhole = isBehindNginx || workers().length === PROCESSES;
      if (!isWhole || !workers().every(isGrown)) return false;
      const served = await Promise.all(nodes.map((node) => serves(node, version, history)));
      return served.every(Boolean);
    },
    async worker() {
      await within(
        READY_LIMIT_MS,
        () => workers().length > 0,
        () => 'no worker was started',
      );
      return workers()[0];
    },
    async doWithout(pid) {
      const hasListened = nodes.some(({ log }) => log.some((line) => /Listening/.test(line)));
      const limitMs = hasListened ? REPLACED_LIMIT_MS : STARTED_LIMIT_MS;
      const sentence = () => `process ${pid} was not replaced within ${limitMs / 1000} s`;
      await within(limitMs, () => !workers().includes(pid), sentence);
    },
    async restartNodes() {
      for (const node of nodes) {
        await within(READY_LIMIT_MS, node.lives, () => 'there is no node to restart');
        await node.stop(STOP_LIMIT_MS);
        node.start();
        await within(
          READY_LIMIT_MS,
          () => isReady(node),
          () => 'a restarted node is not ready',
        );
      }
    },
    async close() {
      await Promise.all([callers?.stop(), ...nodes.map((node) => node.stop(0))]);
      sink.close();
      await around.close();
    },
  };
}

function settingsOf({ env, disk, folder, relayedStoreUrl }: Surroundings, sink: Sink) {
  const { demo } = fixture;
  const lead = { ...demo.lead, sink: sink.url, secret_env: 'HOOK' };
  const path = join(folder, 'embeds.json');
  writeFileSync(path, JSON.stringify({ demo: { ...demo, lead } }));
  return {
    ...env,
    ARTIFACTS: disk,
    ARTIFACTS_URL: relayedStoreUrl,
    EMBEDS_FILE: path,
    HOOK,
    DRAIN_DELAY_MS: '500',
  };
}

function startNginx(folder: string, port: number, nodes: Node[]): void {
  const own = join(folder, 'nginx');
  mkdirSync(own);
  const bases = nodes.map((node) => `http://127.0.0.1:${node.port}`);
  endWithThisProcess(launchNginx(own, port, bases));
}

/** Whether a worker has had the time to listen: until then callers meet the others alone. */
function isGrown(pid: number): boolean {
  try {
    return ageS(pid) >= GROWN_S;
  } catch {
    return false;
  }
}

/** Answers as /readyz has them, past nginx. */
export async function isReady({ port }: Node): Promise<boolean> {
  const asked = { method: 'GET' as const, path: '/readyz', statuses: [200] };
  return (await ask(port, asked, freshAddress())).fate === 200;
}

/** Whether a node is ready and answers so many calls in a row, each on a connection of its own, from a version. */
async function serves(node: Node, version: string, { versionsOf }: History): Promise<boolean> {
  if (!(await isReady(node))) return false;
  for (let i = 0; i < IN_A_ROW; i++) {
    const { fate, text } = await ask(node.port, TURN[i], freshAddress());
    if (fate !== 200 || !versionsOf(nameOf(TURN[i]), text).includes(version)) return false;
  }
  return true;
}

/** The installer's side. */
interface Sink {
  url: string;
  /** References of the leads that it has. */
  kept: Set<string>;
  close(): void;
}

async function openSink(): Promise<Sink> {
  const kept = new Set<string>();
  const server = createServer(async (request, response) => {
    kept.add(JSON.parse(await read(request)).reference);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, kept, close: () => server.close() };
}
