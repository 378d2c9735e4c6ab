import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../files/file-record.ts';

/** The stages of the pipeline in the order of the data's way: each may import from those before it. */
const STAGES = [
  'files',
  'rasters',
  'coverage',
  'solar',
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

/** Of service/, what both of the API's halves may import, which know nothing of each other. */
const SHARED = ['assert-covered', 'limits', 'loaded', 'round'].map((name) => `service/${name}.ts`);

/** What each folder may import from, most specific first; its own folder is always allowed. */
const ALLOWED: [folder: string, from: string[]][] = [
  ['schemas', []],
  ['pipeline/common/solar', ['schemas']],
  ...STAGES.map((stage, i): [string, string[]] => [stage, ['schemas', ...STAGES.slice(0, i)]]),
  ['pipeline', ['schemas', 'pipeline']],
  ['service/api/yield', [...SHARED, 'schemas', 'pipeline/common/solar', 'service/http']],
  ['service/api/simulation', [...SHARED, 'schemas', 'service/http', 'service/engine/battery']],
  [
    'service/engine/battery',
    ['schemas/types.ts', 'schemas/codec/axes.ts', 'service/engine/round.ts'],
  ],
  ['service/engine/deduction', ['schemas/types.ts', 'fixtures/market/green-deduction.json']],
  [
    'service/integrations/mapping',
    ['schemas/types.ts', 'service/engine/deduction', 'service/integrations/ports.ts'],
  ],
  [
    'service/integrations',
    [
      'schemas',
      'service/http',
      'service/engine/deduction',
      'service/http/guards/limits.ts',
      'service/pages',
      'service/http/setting-values.ts',
      'service/http/signals.mjs',
    ],
  ],
  [
    'service/pages',
    [
      'schemas',
      'pipeline/common/solar',
      'pipeline/common/charts',
      'pipeline/common/stockholm-time.ts',
      'service',
      'fixtures/places/places.json',
      'fixtures/embeds.json',
      'fixtures/market/battery-programs.json',
      'fixtures/market/green-deduction.json',
    ],
  ],
  [
    'service/tools/accuracy',
    ['schemas', 'pipeline/common/solar', 'service', 'fixtures/liveliness.json'],
  ],
  ['service/tools/attack', ['schemas', 'pipeline', 'service', 'fixtures']],
  ['service/tools/bench', ['schemas', 'pipeline/common/solar', 'pipeline/bench', 'service']],
  ['service', ['schemas', 'pipeline/common/solar', 'service']],
  ['fixtures', ['schemas', 'pipeline', 'fixtures']],
];

/** Folders whose code does no I/O. */
const PURE = [
  'pipeline/common/solar',
  'service/engine/battery',
  'service/engine/deduction',
  'service/integrations/mapping',
];

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function sources(): string[] {
  return ['schemas', 'pipeline', 'service', 'fixtures'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test(-kit)?\.ts$|(^|\/)test\//.test(name))
      .map((name) => join(folder, name)),
  );
}

/** What a file imports when it is loaded, types included. */
function importsOf(file: string): string[] {
  return found(file, /(?:from|import)\s+'([^']+)'/g);
}

/** What it imports while it runs, or as `import('...').Type`. */
function laterImportsOf(file: string): string[] {
  return found(file, /import\(\s*'([^']+)'/g);
}

function found(file: string, pattern: RegExp): string[] {
  return [...readFileSync(join(PROJECT, file), 'utf8').matchAll(pattern)].map(([, name]) => name);
}

test('every source imports only from the folders it may', () => {
  const files = sources();
  assert.ok(files.length > 30);
  for (const file of files) {
    const rule = ALLOWED.find(([folder]) => isIn(file, folder));
    assert.ok(rule, `${file} is in no known folder`);
    const [folder, from] = rule;
    const names = [...importsOf(file), ...laterImportsOf(file)];
    for (const name of names.filter((n) => n.startsWith('.'))) {
      const target = relative(PROJECT, join(PROJECT, dirname(file), name));
      const allowed = [folder, ...from].some((f) => isIn(target, f));
      assert.ok(allowed, `${file} must not import ${target}`);
    }
  }
});

test('every folder of the pipeline is a stage with its place in the order', () => {
  const folders = readdirSync(join(PROJECT, 'pipeline'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `pipeline/${name}`);
  assert.deepEqual(folders.sort(), STAGES.toSorted());
});

test('no folder holds more than 30 source files, the root of the pipeline no more than 15', () => {
  const held = new Map<string, number>();
  for (const file of sources()) held.set(dirname(file), (held.get(dirname(file)) ?? 0) + 1);
  assert.ok(held.size > 20);
  for (const [folder, files] of held) {
    const most = folder === 'pipeline' ? 15 : 30;
    assert.ok(files <= most, `${folder} holds ${files} source files, expected at most ${most}`);
  }
});

test('no circle of imports exists, types included', () => {
  const walked = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    assert.ok(!way.includes(file), `a circle: ${[...way, file].join(' > ')}`);
    if (walked.has(file)) return;
    const names = [...importsOf(file), ...laterImportsOf(file)];
    for (const name of names.filter((n) => /^\..*\.tsx?$/.test(n))) {
      walk(join(dirname(file), name), [...way, file]);
    }
    walked.add(file);
  };
  for (const file of sources()) walk(file, []);
  assert.ok(sources().every((file) => walked.has(file)));
});

test('nothing imports the pages but they themselves: the service loads them with the first request for one', () => {
  // Loaded by the first request for an offer's page.
  const pages = ['service/pages', 'service/integrations/http/public-offer.ts'];
  const outside = sources().filter(
    (file) => isIn(file, 'service') && !pages.some((page) => isIn(file, page)),
  );
  assert.ok(outside.length > 100);
  for (const file of outside) {
    const targets = importsOf(file).map((name) => join(dirname(file), name));
    assert.ok(!targets.some((target) => isIn(target, 'service/pages')), file);
  }
});

test('nothing outside imports the integrations: they are a process of their own', () => {
  const folder = 'service/integrations';
  const outside = sources().filter((file) => !isIn(file, folder));
  for (const file of outside) {
    const names = [...importsOf(file), ...laterImportsOf(file)];
    const targets = names.map((name) => join(dirname(file), name));
    assert.ok(!targets.some((target) => isIn(target, folder)), file);
  }
});

test('the queue of builds is loaded by nothing but distributed builds: the service counts at that Redis alone', () => {
  const queues = sources().filter((file) =>
    [...importsOf(file), ...laterImportsOf(file)].includes('bullmq'),
  );
  assert.ok(queues.length > 0);
  for (const file of queues) assert.ok(isIn(file, 'pipeline/distributed'), file);
});

test('the pure folders import no built-in module', () => {
  const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
  for (const file of sources().filter((f) => PURE.some((folder) => isIn(f, folder)))) {
    assert.deepEqual(
      [...importsOf(file), ...laterImportsOf(file)].filter((name) => builtin.has(name)),
      [],
      file,
    );
  }
});
