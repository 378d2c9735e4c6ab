/**
 * The history of a node: a build was published and taken, then another, which was withdrawn by publishing the
 * first again. Every cell begins behind it, on copies of what it has left on the disk and in the store.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { testArtifact } from '../../test/artifact.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { type Program, SERVICE, startProgram } from '../../test/start-program.ts';
import { call } from '../attack/attack.ts';
import { within } from './cell.ts';
import { nameOf, TURN } from './requests.ts';
import { STORE_KEYS, startStore } from './surroundings.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PUBLISH = fileURLToPath(new URL('../../server/artifacts/publish.ts', import.meta.url));
/** Names of the two builds are their versions. */
export const [CURRENT, OTHER] = ['1.0.0', '1.1.0'];
const TAKEN_LIMIT_MS = 20_000;

export interface History {
  /** Has `s3` and `disk` as they are in the end. */
  folder: string;
  /** Publishes a build to a folder of a store, as `make publish` does. */
  publish(version: string, storeUrl: string): Promise<void>;
  /** The versions to which a text is the right answer of a request. */
  versionsOf(name: string, text: string): string[];
}

/** Lives through it. */
export async function makeHistory(): Promise<History> {
  const folder = temporaryFolder();
  const buildAt = (version: string) => join(folder, version);
  await writeBuild(buildAt(CURRENT), CURRENT);
  await writeBuild(buildAt(OTHER), OTHER, duskierArtifact());
  const publish = (version: string, url: string) => publishBuild(buildAt(version), url);

  const store = await startStore(join(folder, 's3'));
  await publish(CURRENT, store.url);
  const env = { ARTIFACTS: join(folder, 'disk'), ARTIFACTS_URL: store.url, ...STORE_KEYS };
  const node = await startProgram([SERVICE], { env: { ...env, TRUST_PROXY: '1' } });
  const right = new Map<string, Map<string, string>>();
  try {
    for (const version of [CURRENT, OTHER, CURRENT]) {
      await publish(version, store.url);
      node.child.kill('SIGHUP');
      await within(
        TAKEN_LIMIT_MS,
        () => serves(node, version),
        () =>
          `${version} is not taken: ${node.log.filter((l) => !l.includes('readyz') && !l.includes('method')).join(' ')}`,
      );
      right.set(version, await answersOf(node));
    }
  } finally {
    await node.stop('SIGTERM');
    await store.close();
  }
  const versionsOf = (name: string, text: string) =>
    [...right].flatMap(([version, answers]) => (answers.get(name) === text ? [version] : []));
  return { folder, publish, versionsOf };
}

/** The test dataset with a tenth less in every month. */
function duskierArtifact() {
  const artifact = testArtifact();
  return { ...artifact, yield_scale: artifact.yield_scale.map((scale) => 0.9 * scale) };
}

async function publishBuild(artifacts: string, url: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', PUBLISH], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...STORE_KEYS, ARTIFACTS: artifacts, ARTIFACTS_URL: url },
  });
  const [[status], said] = await Promise.all([once(child, 'exit'), read(child.stderr)]);
  if (status !== 0) throw new Error(`make publish: ${said}`);
}

async function serves(node: Program, version: string): Promise<boolean> {
  const { status, text } = await call(node, '/readyz');
  return status === 200 && JSON.parse(text).versions.pv_yield === version;
}

/** The right answers of a build, asked for in peace by callers of their own. */
async function answersOf(node: Program): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [i, asked] of TURN.entries()) {
    const headers = { 'x-forwarded-for': `198.51.100.${i}`, 'content-type': 'application/json' };
    const { method, path, body } = asked;
    const { status, text } = await call(node, path, { method, headers, ...(body && { body }) });
    if (status !== 200) throw new Error(`${path} answers ${status} in peace: ${text}`);
    answers.set(nameOf(asked), text);
  }
  return answers;
}
