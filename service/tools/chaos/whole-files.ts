import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Names of what is still being written. */
const UNFINISHED = /\.(staging|part|tmp|new)$/;

/** Names of files below a folder that are not whole: unfinished, no JSON, or not what a manifest beside them records. */
export function findUnwhole(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  const unfinished = names.filter((name) => UNFINISHED.test(name));
  const json = files.filter((name) => name.endsWith('.json') && !isJson(join(folder, name)));
  const manifests = files.filter((name) => basename(name) === 'manifest.json');
  return [...unfinished, ...json, ...manifests.flatMap((name) => notAsRecorded(folder, name))];
}

function isJson(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

function notAsRecorded(folder: string, manifest: string): string[] {
  if (!isJson(join(folder, manifest))) return [];
  const { outputs } = JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as {
    outputs: { path: string; sha256: string }[];
  };
  return outputs
    .map(({ path, sha256 }) => ({ name: join(dirname(manifest), basename(path)), sha256 }))
    .filter(({ name, sha256 }) => digestOf(join(folder, name)) !== sha256)
    .map(({ name }) => name);
}

/** Null for a file that is not there. */
function digestOf(path: string): string | null {
  if (!statSync(path, { throwIfNoEntry: false })) return null;
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
