/** A store of objects in a folder of a disk that publishers and nodes share, with the conditions of S3. */
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openAsBlob,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { durableRename, syncFile } from './durable-rename.ts';
import type { ObjectStore, PutOptions } from './store.ts';

/** @param folder path of the folder, which need not exist */
export function folderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name);

  async function find(name: string, knownTag?: string): Promise<Response | null> {
    const etag = tagOf(pathOf(name));
    if (etag === null) return null;
    if (etag === knownTag) return new Response(null, { status: 304 });
    return new Response(await openAsBlob(pathOf(name)), { headers: { etag } });
  }

  return {
    find,
    async get(name, knownTag) {
      const found = await find(name, knownTag);
      if (found) return found;
      throw new Error(`${pathOf(name)} is missing, or cannot be read.`);
    },
    has: async (name) => existsSync(pathOf(name)),
    async put(name, content, { condition }: PutOptions = {}) {
      const path = pathOf(name);
      mkdirSync(dirname(path), { recursive: true });
      const temporary = `${path}.${randomUUID()}.part`;
      try {
        if (typeof content === 'string') copyFileSync(content, temporary);
        else writeFileSync(temporary, content);
        if (!condition) durableRename(temporary, path);
        else if ('if-match' in condition) return replace(temporary, path, condition['if-match']);
        else return isLinked(temporary, path);
        return true;
      } finally {
        rmSync(temporary, { force: true });
      }
    },
  };
}

/** Tag of a file, which each replacement changes. Null when there is no file. */
function tagOf(path: string): string | null {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file ? `"${file.ino}-${file.mtimeNs}-${file.size}"` : null;
}

/** Links a file to a name that is free, atomically and durably. False when the name is taken. */
function isLinked(temporary: string, path: string): boolean {
  try {
    syncFile(temporary);
    linkSync(temporary, path);
    syncFile(dirname(path));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Replaces a file that still has a tag. Only the process that holds `.next` compares and replaces. */
function replace(temporary: string, path: string, tag: string): boolean {
  const next = `${path}.next`;
  if (!isLinked(temporary, next))
    throw new Error(
      `${next} exists: another publisher is replacing ${path}, or was killed while doing so. If none is running, remove it.`,
    );
  const isStill = tagOf(path) === tag;
  if (isStill) durableRename(next, path);
  else rmSync(next);
  return isStill;
}
