/** Imports between the files of the project, read from their text. */
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

/** Folders that all of the house imports by a name of their own, as package.json has them. */
export const NAMED_FOLDERS = Object.entries<string>(packageJson.imports).map(([name, room]) => [
  name.replace('*', ''),
  room.replace('./', '').replace('*', ''),
]);

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
