import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readEntries } from '../../rasters/open/zip.ts';

/** A year of quarter hours of four areas has 20 MB in the most verbose feed. */
const MOST_BYTES = 1 << 28;

/** Parsers quote all of a text that they cannot read. */
const MOST_SHOWN = 500;

/** A feed's file, or one inside a zip archive, read into memory. */
export interface PriceFile {
  name: string;
  /** The name in messages: `2025.zip > 01-01_SE3.json`. */
  label: string;
  text: string;
}

export interface PriceFiles {
  files: PriceFile[];
  /** Their files on disk, sorted. */
  paths: string[];
}

/**
 * Reads the files that a recipe names: a folder, a zip archive, one file, or a pattern with `*` in
 * its last part. Of a folder or an archive it takes those with the feed's ending (`.json`).
 * @throws Error when there is none, or an archive is damaged
 */
export async function readPriceFiles(
  folder: string,
  pattern: string,
  ending: string,
): Promise<PriceFiles> {
  const place = resolve(folder, pattern);
  const paths = await pricePaths(place, ending);
  const files: PriceFile[] = [];
  for (const path of paths) {
    if (isZip(path)) files.push(...(await zippedFiles(path, ending)));
    else files.push(await readPriceFile(path));
  }
  if (files.length > 0) return { files, paths };
  throw new Error(`${place}: no ${ending} file, expected the feed's prices. Correct "files".`);
}

/** Reads one file. @throws Error when there is none, or it is too large */
export async function readPriceFile(path: string): Promise<PriceFile> {
  const name = basename(path);
  const { size } = await namingPath(path, stat(path));
  if (size > MOST_BYTES) throw tooLarge(path);
  return { name, label: name, text: await namingPath(path, readFile(path, 'utf8')) };
}

/** The files on disk at a place: those of a folder with an ending, one file, or those of a pattern. */
export async function pricePaths(place: string, ending: string): Promise<string[]> {
  if (basename(place).includes('*')) {
    const names = await fileNames(dirname(place));
    return namesIn(dirname(place), names, patternExpression(basename(place)));
  }
  if (!(await namingPath(place, stat(place))).isDirectory()) return [place];
  const hasEnding = (name: string) => name.toLowerCase().endsWith(ending);
  return namesIn(place, await fileNames(place), { test: hasEnding });
}

function namesIn(folder: string, names: string[], wanted: { test(name: string): boolean }) {
  const found = names.filter((name) => wanted.test(name)).sort();
  return found.map((name) => join(folder, name));
}

async function fileNames(folder: string): Promise<string[]> {
  const entries = await namingPath(folder, readdir(folder, { withFileTypes: true }));
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

/** Unpacks only entries with the ending, and only when they fit into memory together. */
async function zippedFiles(path: string, ending: string): Promise<PriceFile[]> {
  const isWanted = (name: string) => name.toLowerCase().endsWith(ending);
  const wanted = await readEntries(path, isWanted, MOST_BYTES);
  if (!wanted) throw tooLarge(path);
  return wanted
    .map(({ name, content }) => {
      const label = `${basename(path)} > ${name}`;
      return { name: basename(name), label, text: content.toString('utf8') };
    })
    .sort((a, b) => (a.label < b.label ? -1 : 1));
}

function tooLarge(path: string): Error {
  return new Error(
    `${path}: has more than ${MOST_BYTES >> 20} MB of prices, expected a year's. Use the feed's original files.`,
  );
}

function isZip(path: string): boolean {
  return path.toLowerCase().endsWith('.zip');
}

function patternExpression(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^$()|[\]{}\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`);
}

/** Waits for what is read at a path, and puts the path in front of its error. */
async function namingPath<Content>(path: string, reading: Promise<Content>): Promise<Content> {
  return reading.catch((cause) => {
    throw new Error(`${path}: cannot be read (${messageOf(cause)}). Correct the recipe's path.`, {
      cause,
    });
  });
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Runs a step of reading, and puts the file's label in front of its error. */
export function namingFile<T>(file: PriceFile, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${file.label}: ${messageOf(cause).slice(0, MOST_SHOWN)}`, { cause });
  }
}
