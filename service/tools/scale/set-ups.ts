/** The three set-ups on this machine, one process a node, to drive a load through. */

import { launchNginx } from '../../deploy/nginx.test-kit.ts';
import type { FileServer } from '../../test/file-server.ts';
import { freePort } from '../../test/free-port.ts';
import { childrenOf } from '../../test/process-figures.ts';
import { launchRedis } from '../../test/redis.ts';
import { rawCall, until } from '../../test/service.ts';
import { type Program, SERVICE, startProgram } from '../../test/start-program.ts';
import { serveCells } from './measure-files.ts';

/** Folders of a set-up. */
interface Folders {
  artifacts: string;
  /** For files of its programs. */
  folder: string;
}

/** A running set-up. */
export interface SetUp {
  base: string;
  /** Serving processes of the service. */
  nodes: number[];
  /** All processes that answer a call. */
  pids: number[];
  /** Server of the lookups' files, where they are no calls. */
  files?: FileServer;
  stop(): Promise<void>;
}

export async function startOneNode({ artifacts }: Folders): Promise<SetUp> {
  const node = await startNode(artifacts);
  const pids = [node.pid];
  return { base: node.base, nodes: pids, pids, stop: () => node.stop() };
}

/** Two nodes behind the shipped nginx.conf, without TLS; callers are who they say. */
export async function startBehindNginx({ artifacts, folder }: Folders): Promise<SetUp> {
  const [redisPort, port] = [await freePort(), await freePort()];
  const redis = launchRedis(redisPort);
  const env = { REDIS_URL: `redis://127.0.0.1:${redisPort}` };
  const nodes = [await startNode(artifacts, env), await startNode(artifacts, env)];
  const nginx = launchNginx(
    folder,
    port,
    nodes.map(({ base }) => base),
    { 'X-Forwarded-For $remote_addr': 'X-Forwarded-For $http_x_forwarded_for' },
  );
  const base = `http://127.0.0.1:${port}`;
  const answers = () =>
    rawCall(base, '/livez').then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(answers, 'nginx answers');
  const own = nodes.map(({ pid }) => pid);
  return {
    base,
    nodes: own,
    pids: [...own, redis.pid ?? 0, ...childrenOf(nginx.pid ?? 0).slice(0, 1)],
    async stop() {
      nginx.kill('SIGTERM');
      for (const node of nodes) await node.stop();
      redis.kill('SIGKILL');
    },
  };
}

/** Files for lookups, and the nodes for simulations alone. */
export async function startStaticLookups(folders: Folders): Promise<SetUp> {
  const api = await startBehindNginx(folders);
  const files = await serveCells(folders.artifacts, folders.folder);
  return {
    ...api,
    pids: [...api.pids, ...childrenOf(files.pid)],
    files,
    async stop() {
      files.stop();
      await api.stop();
    },
  };
}

function startNode(artifacts: string, env: Record<string, string> = {}): Promise<Program> {
  return startProgram([SERVICE], { env: { ARTIFACTS: artifacts, TRUST_PROXY: '1', ...env } });
}
