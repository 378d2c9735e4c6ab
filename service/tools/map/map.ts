/**
 * `make map`: draws the rooms of the project and who imports whom, as a text in README.md and as service/map.svg.
 * `map.ts --check` writes nothing and fails when one of them is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { floorsOf, importedBy, type Room, removeDetours, SOURCES } from './import-graph.ts';
import { drawRooms } from './room-drawing.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const README = join(PROJECT, 'README.md');
const DRAWING = join(PROJECT, 'service/map.svg');

/** Rooms and their purpose. A file is in the room with the longest path that it lies below. */
const PURPOSES: Record<string, string> = {
  schemas: 'the contract: shapes, codec, checks',
  'pipeline/common': 'sun and sky kernels, charts, clock, store',
  pipeline: 'rasters and prices to artifacts, offline',
  'service/http': 'the shell of both processes, its guards',
  'service/engine': 'house, battery, tariff, deduction, economy: pure',
  'service/api': 'yield and simulation: requests, answers',
  'service/pages': 'explorer, configurator, SDK, proposals',
  'service/server': 'the public process',
  'service/integrations': 'CRM, signing, invoices: a process of its own',
  'service/tools': 'attack, bench, roof, bundle, map',
};

const BLOCK = /(<!-- map: .*? -->\n```\n)[\s\S]*?(```\n)/;

const rooms = removeDetours(roomsOf(Object.keys(PURPOSES)));
const floors = floorsOf(rooms);
const readme = readFileSync(README, 'utf8');
if (!BLOCK.test(readme)) throw new Error('README.md has no block "<!-- map: ... -->" for the map.');
const written: [path: string, text: string][] = [
  [README, readme.replace(BLOCK, (_all, head, end) => `${head}${textOf()}${end}`)],
  [DRAWING, drawRooms(floors, PURPOSES)],
];
const stale = written.filter(([path, text]) => text !== readOrEmpty(path));
if (!process.argv.includes('--check')) {
  for (const [path, text] of written) writeFileSync(path, text);
} else if (stale.length > 0) {
  console.error(`${stale.map(([path]) => path).join(', ')}: the map is stale. Run "make map".`);
  process.exit(1);
}

/** Each room with the rooms that its files import from. */
function roomsOf(paths: readonly string[]): Room[] {
  const roomOf = (file: string) =>
    paths
      .filter((path) => file.startsWith(`${path}/`))
      .reduce((longest, path) => (path.length > longest.length ? path : longest), '');
  return paths.map((path) => {
    const files = SOURCES.filter((file) => roomOf(file) === path);
    const imports = new Set(files.flatMap(importedBy).map(roomOf));
    return { path, imports: [...imports].filter((other) => other !== '' && other !== path).sort() };
  });
}

/** A line a room, the topmost floor first. */
function textOf(): string {
  const lines = floors.flat().map(({ path, imports }) => {
    const arrows = imports.length > 0 ? `  -> ${imports.join(', ')}` : '';
    return `${path.padEnd(22)}${PURPOSES[path].padEnd(46)}${arrows}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
