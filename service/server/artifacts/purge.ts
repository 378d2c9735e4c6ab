import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { CurrentBuild } from '../../../schemas/types.ts';
import { cacheTagOf } from './cache-tag.ts';

/**
 * Rests between the times that caches are told. Nodes ask every five seconds, and fetch and check a build in a few:
 * behind the first of these most have the new one, behind the second all that are up.
 */
const RESTS_MS = [10_000, 20_000];

/**
 * Has shared caches forget the answers from a build: at once, and again when nodes that were a little late have kept
 * no more of them there. The last time decides.
 * @param command the operator's, run by `sh`; it finds FORMER_TAG and TAG in its environment
 * @param former the build whose answers go; those of `current` stay
 * @throws Error with the command's exit code
 */
export async function purgeCaches(
  command: string,
  former: CurrentBuild,
  current: CurrentBuild,
  restsMs = RESTS_MS,
): Promise<void> {
  const [FORMER_TAG, TAG] = [former, current].map(({ digests }) =>
    cacheTagOf(digests['manifest.json']),
  );
  const env = { ...process.env, FORMER_TAG, TAG };
  let code = await run(command, env);
  for (const restMs of restsMs) {
    const told = code === 0 ? `Caches forget ${FORMER_TAG}` : `PURGE ended with ${code}`;
    console.log(`${told}; again in ${restMs / 1000} s, for nodes that are late.`);
    await wait(restMs);
    code = await run(command, env);
  }
  if (code === 0) return;
  throw new Error(
    `PURGE ended with ${code}: caches may give answers of ${FORMER_TAG} for a day. Run it by hand, with FORMER_TAG=${FORMER_TAG} TAG=${TAG}.`,
  );
}

/** @returns exit code */
async function run(command: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn('sh', ['-c', command], { stdio: 'inherit', env });
  const [code] = await once(child, 'exit');
  return code;
}
