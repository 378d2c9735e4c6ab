import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  FILES,
  IS_TEST,
  importedBy,
  importsOf,
  loadedWith,
  NAMED_FOLDERS,
  SOURCES,
  targets,
} from '../../service/tools/map/import-graph.ts';
import { PROJECT } from '../files/file-record.ts';

/** The stages of the pipeline in the order of the data's way: each may import from those before it. */
const STAGES = [
  'common',
  'files',
  'rasters',
  'coverage',
  'dataset',
  'prices',
  'accuracy',
  'versions',
  'distributed',
  'validate',
  'pages',
  'fetch',
  'bench',
].map((stage) => `pipeline/${stage}`);

/** Types and bytes of the contract, without the checks of it. */
const SHAPES = ['schemas/', 'schemas/codec'];

/**
 * The folders that each folder may import from, the most specific first; its own is always allowed. A
 * slash at the end means the files in the folder itself, without the folders below it.
 */
const ALLOWED: [folder: string, from: string[]][] = [
  ['schemas/checks', ['schemas/']],
  ['schemas/codec', ['schemas/', 'schemas/checks']],
  ['schemas/generate', ['schemas/', 'schemas/checks']],
  ['schemas', []],
  ['pipeline/common/solar', [...SHAPES, 'pipeline/common/']],
  ['pipeline/common/charts', [...SHAPES, 'pipeline/common/']],
  ...STAGES.map((stage, i): [string, string[]] => [stage, ['schemas', ...STAGES.slice(0, i)]]),
  ['pipeline/', ['schemas', 'pipeline']],
  [
    'service/engine/battery',
    [...SHAPES, 'service/engine/', 'service/engine/economy', 'service/engine/tariff'],
  ],
  ['service/engine/tariff', [...SHAPES, 'service/engine/', 'pipeline/common/']],
  ['service/engine/house', [...SHAPES, 'service/engine/', 'pipeline/common/']],
  ['service/engine/deduction', ['schemas/', 'service/engine/', 'fixtures/market']],
  ['service/engine', [...SHAPES, 'fixtures/market']],
  ['service/http', ['schemas']],
  [
    'service/api/yield',
    [
      'schemas',
      'pipeline/common/',
      'pipeline/common/solar',
      'service/api/',
      'service/engine/',
      'service/http',
    ],
  ],
  ['service/api/simulation', ['schemas', 'service/api/', 'service/engine', 'service/http']],
  ['service/api', ['schemas', 'service/http', 'fixtures/']],
  [
    'service/pages/shared',
    [...SHAPES, 'pipeline/common/charts', 'service/engine', 'fixtures/places'],
  ],
  [
    'service/pages/views',
    [...SHAPES, 'pipeline/common/charts', 'service/engine', 'service/pages/shared'],
  ],
  ['service/pages/sdk', ['schemas']],
  [
    'service/pages/lookup',
    ['schemas', 'pipeline/common/', 'service/api', 'service/http', 'service/pages/sdk'],
  ],
  [
    'service/pages/browser/local',
    [
      'schemas',
      'pipeline/common',
      'service/api',
      'service/engine',
      'service/http',
      'service/pages/browser/',
      'service/pages/lookup',
      'service/pages/sdk',
      'service/pages/shared',
    ],
  ],
  [
    'service/pages/browser/offline',
    ['service/pages/browser/local', 'service/pages/lookup', 'service/pages/shared'],
  ],
  [
    'service/pages/browser',
    [
      ...SHAPES,
      'pipeline/common',
      'service/api/simulation',
      'service/engine',
      'service/pages/sdk',
      'service/pages/shared',
    ],
  ],
  [
    'service/pages/server',
    [
      'schemas',
      'pipeline/common',
      'service/engine',
      'service/http',
      'service/pages/shared',
      'service/pages/views',
    ],
  ],
  ['service/pages/check', ['schemas', 'pipeline/common/', 'service', 'fixtures']],
  [
    'service/pages',
    ['schemas', 'pipeline/common', 'service/api', 'service/engine', 'service/http'],
  ],
  ['service/integrations/mapping', ['schemas/', 'service/engine', 'service/integrations/']],
  ['service/integrations/bench', ['schemas/', 'service/integrations', 'service/test']],
  ['service/integrations', ['schemas', 'service/engine', 'service/http', 'service/pages']],
  [
    'service/server',
    ['schemas', 'pipeline/common', 'service/api', 'service/http', 'service/pages'],
  ],
  ['service/tools', ['schemas', 'pipeline', 'service', 'fixtures']],
  ['service/', ['service/http', 'service/server']],
  ['fixtures', ['schemas', 'pipeline']],
];

/** Folders whose code does no I/O, and whatever it loads neither. */
const PURE = [
  'pipeline/common/solar',
  'service/engine',
  'service/integrations/mapping',
  'service/pages/browser',
  'service/pages/lookup',
  'service/pages/shared',
];

/** Names that a folder may list, its tests aside. */
const LISTED: [folder: string, most: number][] = [
  ['schemas', 16],
  ['pipeline', 28],
  ['service', 14],
  ['service/pages', 27],
];

function isIn(path: string, folder: string): boolean {
  return folder.endsWith('/') ? `${dirname(path)}/` === folder : path.startsWith(`${folder}/`);
}

/** The files that are loaded with some files, these included. */
function loadedBy(files: readonly string[]): Set<string> {
  const loaded = new Set(files);
  for (const file of loaded) {
    const next = /\.tsx?$/.test(file) ? targets(file, loadedWith(file)) : [];
    for (const target of next) loaded.add(target);
  }
  return loaded;
}

/** A circle in a graph, its first node repeated at the end. Null if there is none. */
function circleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const walked = new Set<string>();
  const walk = (node: string, way: readonly string[]): string[] | null => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (walked.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next, [...way, node]);
      if (circle) return circle;
    }
    walked.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const circle = walk(node, []);
    if (circle) return circle;
  }
  return null;
}

/** The imports between the entries of a folder: its files and, each as a whole, its folders. */
function arrowsIn(folder: string): Map<string, Set<string>> {
  const entryOf = (path: string) => path.slice(folder.length).split('/')[0];
  const arrows = new Map<string, Set<string>>();
  for (const file of SOURCES.filter((path) => path.startsWith(folder))) {
    const inside = importedBy(file).filter((path) => path.startsWith(folder));
    const others = inside.map(entryOf).filter((entry) => entry !== entryOf(file));
    arrows.set(entryOf(file), new Set([...(arrows.get(entryOf(file)) ?? []), ...others]));
  }
  return arrows;
}

test('every source imports only from the folders it may', () => {
  assert.ok(SOURCES.length > 500);
  for (const file of SOURCES) {
    const rule = ALLOWED.find(([folder]) => isIn(file, folder));
    assert.ok(rule, `${file} is in no known folder`);
    const [folder, from] = rule;
    for (const target of importedBy(file)) {
      const allowed = [folder, ...from].some((name) => isIn(target, name));
      assert.ok(allowed, `${file} must not import ${target}`);
    }
  }
});

test('what is used across the house is imported by its name from outside', () => {
  for (const file of FILES) {
    for (const name of importsOf(file).filter((n) => n.startsWith('.'))) {
      const [target] = targets(file, [name]);
      const room = NAMED_FOLDERS.find(([, folder]) => target.startsWith(folder));
      assert.ok(!room || file.startsWith(room[1]), `${file}: ${name}, expected ${room?.[0]}...`);
    }
  }
});

test('every folder of the pipeline is a stage with its place in the order', () => {
  const folders = readdirSync(join(PROJECT, 'pipeline'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'test')
    .map(({ name }) => `pipeline/${name}`);
  assert.deepEqual(folders.sort(), STAGES.toSorted());
});

test('no folder holds more than 30 source files, and those read first list few names', () => {
  const held = new Map<string, number>();
  for (const file of SOURCES) held.set(dirname(file), (held.get(dirname(file)) ?? 0) + 1);
  assert.ok(held.size > 40);
  for (const [folder, files] of held) {
    assert.ok(files <= 30, `${folder} holds ${files} source files, expected at most 30`);
  }
  for (const [folder, most] of LISTED) {
    const names = readdirSync(join(PROJECT, folder)).filter((name) => !IS_TEST.test(name));
    assert.ok(names.length <= most, `${folder} lists ${names.length}, expected at most ${most}`);
  }
});

test('no circle of imports exists, types included', () => {
  assert.equal(circleIn(new Map(SOURCES.map((file) => [file, new Set(importedBy(file))]))), null);
});

test('no circle exists among the entries of any folder', () => {
  const folders = new Set(['']);
  for (const file of SOURCES) {
    for (let at = dirname(file); at !== '.'; at = dirname(at)) folders.add(`${at}/`);
  }
  assert.ok(folders.size > 50);
  for (const folder of folders) assert.equal(circleIn(arrowsIn(folder)), null, folder);
});

/**
 * A test bears the name of a source in its folder, alone or followed by a hyphen, or imports one. Where a
 * folder holds no source it tests the other files there. All others stand in a folder test/.
 */
test('a test stands beside what it tests', () => {
  const tests = FILES.filter((file) => file.endsWith('.test.ts') && !/\/test\//.test(file));
  assert.ok(tests.length > 200);
  for (const file of tests) {
    const beside = SOURCES.filter((source) => dirname(source) === dirname(file));
    const name = basename(file).replace(/(\.long)?\.test\.ts$/, '');
    const isNamed = beside.some((source) => {
      const own = basename(source).replace(/\.tsx?$/, '');
      return name === own || name.startsWith(`${own}-`);
    });
    const isImported = importedBy(file).some((target) => beside.includes(target));
    assert.ok(beside.length === 0 || isNamed || isImported, file);
  }
});

test('neither process loads the pages at its start: the first request for one does', () => {
  const start = 'service/main.ts';
  const loaded = loadedBy([start, ...importedBy(start), 'service/integrations/main.ts']);
  assert.ok(loaded.size > 100);
  for (const file of loaded) assert.ok(!isIn(file, 'service/pages'), file);
});

test('nothing outside imports the integrations, a process of their own, nor the tools', () => {
  for (const folder of ['service/integrations', 'service/tools']) {
    const outside = SOURCES.filter((file) => !isIn(file, folder));
    for (const file of outside) {
      for (const target of importedBy(file)) assert.ok(!isIn(target, folder), file);
    }
  }
});

test('the queue of builds is loaded by nothing but distributed builds: the service counts at that Redis alone', () => {
  const queues = SOURCES.filter((file) => importsOf(file).includes('bullmq'));
  assert.ok(queues.length > 0);
  for (const file of queues) assert.ok(isIn(file, 'pipeline/distributed'), file);
});

test('the pure folders load no built-in module', () => {
  const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
  const pure = SOURCES.filter((file) => PURE.some((folder) => isIn(file, folder)));
  assert.ok(pure.length > 100);
  const isBundled = (file: string) =>
    isIn(file, 'service/pages/lookup') || isIn(file, 'service/pages/browser');
  const loaded = [
    ...loadedBy(pure.filter((file) => !isBundled(file))),
    // Bundles have the schemas themselves and sha-256.ts in their places, and esbuild refuses built-in modules there.
    ...[...loadedBy(pure.filter(isBundled))].filter(
      (file) => !/\/(?:all-schemas|sha-256-node)\.ts$/.test(file),
    ),
  ];
  for (const file of loaded) {
    if (!/\.tsx?$/.test(file)) continue;
    assert.deepEqual(
      importsOf(file).filter((name) => builtin.has(name)),
      [],
      file,
    );
  }
});
