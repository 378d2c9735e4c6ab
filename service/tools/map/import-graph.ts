/** Imports between the files of the project, read from their text, and between its rooms. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const packageJson = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
const TOPS = ['schemas', 'pipeline', 'service', 'fixtures'];

export const IS_TEST = /\.test(-kit)?\.ts$/;

function filesOf(top: string): string[] {
  return readdirSync(join(PROJECT, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(top, name));
}

/** Every TypeScript file of the project. */
export const FILES = TOPS.flatMap(filesOf);
/** Files that are no tests and no helpers of tests. */
export const SOURCES = FILES.filter((file) => !IS_TEST.test(file) && !/(^|\/)test\//.test(file));

/** Modules that are loaded with a file. */
export function loadedWith(file: string): string[] {
  return findMatches(file, /^(?:import|export) (?!type )(?:[^;']*? from )?'([^']+)'/gm);
}

/** Modules that a file imports, types included, at its start, while it runs or as the code of a thread. */
export function importsOf(file: string): string[] {
  return [
    ...findMatches(file, /(?:from|import)\s+'([^']+)'/g),
    ...findMatches(file, /import\(([^()]+)\)/g).flatMap((text) =>
      Array.from(text.matchAll(/'([^']+)'/g), ([, name]) => name),
    ),
    ...findMatches(file, /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g),
  ];
}

function findMatches(file: string, pattern: RegExp): string[] {
  return [...readFileSync(join(PROJECT, file), 'utf8').matchAll(pattern)].map(([, name]) => name);
}

/** Folders, and files by where they run, that all of the house imports by a name of their own, as package.json has them. */
export const NAMED_FOLDERS = Object.entries<string | { default: string }>(packageJson.imports).map(
  ([name, room]) => [
    name.replace('*', ''),
    (typeof room === 'string' ? room : room.default).replace('./', '').replace('*', ''),
  ],
);

/** The files of this project among the modules that a file imports. */
export function targets(file: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const room = NAMED_FOLDERS.find(([prefix]) => name.startsWith(prefix));
    if (room) return [join(name.replace(room[0], room[1]))];
    return name.startsWith('.') ? [join(dirname(file), name)] : [];
  });
}

const IMPORTED = new Map(FILES.map((file) => [file, targets(file, importsOf(file))]));
/** The files of this project that a file imports. */
export const importedBy = (file: string): string[] => IMPORTED.get(file) ?? [];

/** A folder of the house and the rooms that its files import from. */
export interface Room {
  path: string;
  imports: readonly string[];
}

/** Rooms without the arrows that a way over other rooms already shows. */
export function removeDetours(rooms: readonly Room[]): Room[] {
  const importsOf = (path: string) => rooms.find((room) => room.path === path)?.imports ?? [];
  const reached = (path: string): Set<string> =>
    new Set(importsOf(path).flatMap((next) => [next, ...reached(next)]));
  return rooms.map(({ path, imports }) => ({
    path,
    imports: imports.filter(
      (target) => !imports.some((other) => other !== target && reached(other).has(target)),
    ),
  }));
}

/**
 * Rooms by floor, the topmost first: each lies above all that it imports from.
 * @throws Error when rooms import each other in a circle
 */
export function floorsOf(rooms: readonly Room[]): Room[][] {
  const floors: Room[][] = [];
  const placed = new Set<string>();
  while (placed.size < rooms.length) {
    const floor = rooms.filter(
      ({ path, imports }) => !placed.has(path) && imports.every((target) => placed.has(target)),
    );
    if (floor.length === 0) throw new Error('Rooms import each other in a circle.');
    floors.unshift(floor);
    for (const { path } of floor) placed.add(path);
  }
  return floors;
}
