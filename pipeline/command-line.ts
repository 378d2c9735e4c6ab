import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { PvYieldArtifact } from '../schemas/codec/pv-yield-artifact.ts';
import { readPvYield } from '../schemas/codec/read-artifact.ts';
import type { Shard } from '../schemas/types.ts';
import { typedCommand, typedOption } from './files/packaged.ts';
import { pvYieldPath } from './versions/build-outputs.ts';

/**
 * The options of a command. A wrong one ends the process with an error message. The work continues when the reader
 * of its output stops early, as `head` does.
 */
export function commandLine<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>>['values'] {
  for (const output of [process.stdout, process.stderr]) output.on('error', ignoreClosed);
  try {
    return parseArgs(config).values;
  } catch (error) {
    console.error(`error: ${(error as Error).message}`);
    process.exit(2);
  }
}

function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Limit of workers and parts, more than a build can use. A join has all parts open. */
const MOST = 500;

/**
 * The number of an option.
 * @throws Error naming the option, with an example, when it is no whole number from 1 to 500
 */
export function countOption(name: string, text: string, example: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number <= MOST) return number;
  throw new Error(
    `${name} is ${text === '' ? 'missing' : `"${text}"`}, expected a whole number from 1 to ${MOST}, for example "${example}".`,
  );
}

/**
 * Part I of N, where I counts from 1.
 * @throws Error with the expected form
 */
export function partOf(text: string): Omit<Shard, 'key'> {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const index = Number(part) - 1;
  const count = Number(parts);
  if (index >= 0 && index < count && count <= MOST) return { index, count };
  throw new Error(
    `SHARD (--shard) is "${text}", expected I/N with I from 1 to N and N up to ${MOST}, for example "make artifacts SHARD=2/4".`,
  );
}

/**
 * Reads a built yield dataset.
 * @throws Error naming the file that is missing or damaged, and what to do
 */
export async function readDataset(path: string): Promise<PvYieldArtifact> {
  const folder = dirname(path);
  const remedy = `Name a dataset that is there, ${alternativeTo(path)}`;
  if (!existsSync(folder)) throw new Error(`${folder}: there is no such folder. ${remedy}`);
  if (!existsSync(path)) throw new Error(`${path}: there is no such file. ${remedy}`);
  if (!statSync(path).isDirectory()) return readPvYield(path);
  throw new Error(`${path}: is a folder, expected a file, such as ${pvYieldPath(path)}.`);
}

/** How to build the missing file, if builds write one of that name. Otherwise an example. */
function alternativeTo(path: string): string {
  const folder = dirname(path);
  if (folder === '.' || path !== pvYieldPath(folder)) return `such as ${pvYieldPath('artifacts')}.`;
  return `or build one: ${typedCommand(`make artifacts ARTIFACTS=${folder}`, `build --out ${folder}`)}`;
}

/**
 * Creates the folder that a command writes into.
 * @throws Error when the path is a file, or the folder cannot be created
 */
export function makeOutputFolder(path: string): void {
  if (isFolder(path) === false) {
    throw new Error(
      `${path}: is a file, expected a folder to write into. Give another ${typedOption('OUT')}.`,
    );
  }
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new Error(
      `${path}: cannot be made (${(error as Error).message}). Give another ${typedOption('OUT')}.`,
    );
  }
}

/**
 * Creates the folder of the file that a command writes.
 * @throws Error when the path is a folder, or its folder cannot be created
 */
export function makeRoomFor(path: string, example: string): void {
  if (isFolder(path)) {
    throw new Error(
      `${path}: is a folder, expected the name of a file. Give OUT=${join(path, example)}.`,
    );
  }
  makeOutputFolder(dirname(path));
}

/** Null if there is no such file. */
function isFolder(path: string): boolean | null {
  return existsSync(path) ? statSync(path).isDirectory() : null;
}
