/**
 * An S3 store for machines that share no disk. It has inputs by their hash, the list of a build's inputs, and its
 * finished parts.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { PROJECT } from '../../schemas/project.ts';
import type { FileRecord } from '../../schemas/types.ts';
import { durableRename } from '../files/durable-rename.ts';
import { fileRecord } from '../files/file-record.ts';
import { fetchObject } from '../files/object-store.ts';
import { scratchFolder } from '../files/staging.ts';
import type { ObjectStore } from '../files/store.ts';
import { writeJsonWhole } from '../files/write-whole.ts';

/** Folder of the packages, which are not shared: they are on every machine and in the build key. */
const PACKAGES = join(PROJECT, 'node_modules') + sep;

/** Puts the missing inputs of a build and their list into the store. The recipe is the first. */
export async function shareInputs(
  store: ObjectStore,
  build: string,
  inputs: readonly FileRecord[],
): Promise<void> {
  const files = inputs
    .map((input) => ({ ...input, path: resolve(PROJECT, input.path) }))
    .filter(({ path }) => !path.startsWith(PACKAGES));
  const root = commonFolder(files.map(({ path }) => path));
  for (const { path, sha256 } of files) {
    if (!(await store.has(inputName(sha256)))) await store.put(inputName(sha256), path);
  }
  const scratch = scratchFolder();
  try {
    const list = join(scratch.path, 'inputs.json');
    writeJsonWhole(
      list,
      files.map((file) => ({ ...file, path: relative(root, file.path) })),
    );
    await store.put(listName(build), list);
  } finally {
    scratch.remove();
  }
}

/**
 * Fetches the inputs of a build into a folder, with the same relative paths.
 * @returns path of the recipe
 * @throws Error naming the object that differs from its record
 */
export async function fetchInputs(
  store: ObjectStore,
  build: string,
  folder: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const list = join(folder, 'inputs.json');
  await fetchObject(store, listName(build), list);
  const files: FileRecord[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const file of files) {
    const path = join(folder, 'inputs', file.path);
    if (isAbsolute(relative(folder, path)) || relative(folder, path).startsWith('..')) {
      throw new Error(`${listName(build)} of the store names "${file.path}", which leads outside.`);
    }
    const there = await fileRecord(path).catch(() => null);
    if (there?.sha256 === file.sha256) continue;
    mkdirSync(dirname(path), { recursive: true });
    await fetchObject(store, inputName(file.sha256), `${path}.part`, file);
    durableRename(`${path}.part`, path);
  }
  return join(folder, 'inputs', files[0].path);
}

/** The object of one part of a build. */
export function partName(build: string, file: string): string {
  return `builds/${build}/${file}`;
}

/** Fetches a finished part to its path. False when the store has none. */
export async function fetchPart(store: ObjectStore, name: string, path: string): Promise<boolean> {
  if (!(await store.has(name))) return false;
  try {
    await fetchObject(store, name, `${path}.part`);
    durableRename(`${path}.part`, path);
  } finally {
    rmSync(`${path}.part`, { force: true });
  }
  return true;
}

function inputName(sha256: string): string {
  return `inputs/${sha256}`;
}

function listName(build: string): string {
  return `builds/${build}/inputs.json`;
}

function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0]);
  while (!paths.every((path) => path.startsWith(folder + (folder === sep ? '' : sep)))) {
    folder = dirname(folder);
  }
  return folder;
}
