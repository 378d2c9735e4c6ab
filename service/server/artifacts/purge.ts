import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { CurrentBuild } from '../../../schemas/types.ts';
import { cacheTagOf } from './cache-tag.ts';

/** By then every node that is up has the new build: it asks every five seconds, and a build is fetched and checked in a few. */
const AGAIN_MS = 30_000;

/**
 * Has shared caches forget the answers from a build: at once, and again when nodes that were a little late have kept
 * no more of them there.
 * @param command the operator's, run by `sh`; it finds FORMER_TAG and TAG in its environment
 * @param former the build whose answers go; those of `current` stay
 * @throws Error with the command's exit code
 */
export async function purgeCaches(
  command: string,
  former: CurrentBuild,
  current: CurrentBuild,
  againMs = AGAIN_MS,
): Promise<void> {
  const [FORMER_TAG, TAG] = [former, current].map(({ digests }) =>
    cacheTagOf(digests['manifest.json']),
  );
  const env = { ...process.env, FORMER_TAG, TAG };
  await run(command, env);
  console.log(
    `Caches forget ${FORMER_TAG}; again in ${againMs / 1000} s, for nodes that are late.`,
  );
  await wait(againMs);
  await run(command, env);
}

async function run(command: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn('sh', ['-c', command], { stdio: 'inherit', env });
  const [code] = await once(child, 'exit');
  if (code === 0) return;
  throw new Error(
    `PURGE ended with ${code}: caches may give answers of ${env.FORMER_TAG} for a day. Run it by hand, with FORMER_TAG=${env.FORMER_TAG} TAG=${env.TAG}.`,
  );
}
