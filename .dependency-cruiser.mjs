/**
 * The architecture: which folder may import from which, types included. `make check` runs these rules. The rules about
 * what is loaded at run time are in .dependency-cruiser.loading.mjs.
 */

/** The pipeline's stages in the order of the data: each may import from those before it. */
const STAGES = [
  'clock',
  'solar',
  'files',
  'rasters',
  'coverage',
  'dataset',
  'prices',
  'accuracy',
  'compare',
  'versions',
  'distributed',
  'validate',
  'export',
  'fetch',
  'bench',
].map((stage) => `pipeline/${stage}`);

/** Types and bytes of the contract, without its checks. */
const SHAPES = ['schemas/', 'schemas/codec'];

/** Formulas of sun and clock that pipeline and service share. */
const FORMULAS = ['pipeline/clock', 'pipeline/solar'];

/** What the engine's parts stand on. */
const BASE = [...SHAPES, ...FORMULAS, 'service/engine/'];

/** What every stage of a simulation may import: no other stage. */
const SIMULATION_STAGE = [
  'schemas',
  ...FORMULAS,
  ...[
    '',
    'battery',
    'deduction',
    'economy',
    'house',
    'range',
    'tariff',
    'yield',
    'simulation/',
  ].map((part) => `service/engine/${part}`),
  'fixtures/market',
];

/**
 * The folders that each folder may import from also itself. The first that a file lies in counts, so the most
 * specific come first. A slash at the end: the files in the folder itself, without the folders below it.
 */
const ALLOWED = {
  'schemas/checks': ['schemas/'],
  'schemas/codec': ['schemas/', 'schemas/checks'],
  'schemas/generate': ['schemas/', 'schemas/checks'],
  schemas: [],
  ...Object.fromEntries(STAGES.map((stage, i) => [stage, ['schemas', ...STAGES.slice(0, i)]])),
  'pipeline/': ['schemas', 'pipeline'],
  'service/engine/battery': [...BASE, 'schemas/api', 'service/engine/tariff'],
  'service/engine/yield': [...BASE, 'schemas', 'service/engine/house'],
  'service/engine/meter': [...BASE, 'service/engine/house'],
  'service/engine/deduction': ['schemas/', 'service/engine/', 'fixtures/market'],
  'service/engine/simulation/parse': SIMULATION_STAGE,
  'service/engine/simulation/resolve': SIMULATION_STAGE,
  'service/engine/simulation/answer': SIMULATION_STAGE,
  'service/engine': ['schemas', ...FORMULAS, 'fixtures/market', 'fixtures/'],
  'service/http': ['schemas', 'service/engine/'],
  'service/api': ['schemas', ...FORMULAS, 'service/engine', 'service/http'],
  'service/pages/messages': SHAPES,
  'service/pages/ui': [
    ...BASE,
    'service/engine',
    'service/pages/messages',
    'pipeline/coverage',
    'fixtures/places',
  ],
  // The build report is made from the pipeline's figures.
  'service/pages/data': ['schemas', 'pipeline', 'service/engine', 'service/http', 'service/pages'],
  'service/pages/e2e': ['schemas', 'pipeline', 'service', 'fixtures'],
  'service/pages': [
    'schemas',
    ...FORMULAS,
    'pipeline/coverage',
    'pipeline/files',
    'service/engine',
    'service/http',
    'fixtures/market',
  ],
  'service/integrations/rules': ['schemas/', 'service/engine', 'service/integrations/'],
  'service/integrations': ['schemas', 'service/engine', 'service/http', 'service/pages'],
  'service/server': [
    'schemas',
    'pipeline/files',
    'service/api',
    'service/engine',
    'service/http',
    'service/pages',
  ],
  'service/commands': [
    'service/',
    'service/server',

    'schemas',
    'pipeline',
    'service/engine',
    'service/http',
    'service/pages',
    'service/integrations',
    'service/commands/bundle',
  ],
  'service/tools': ['schemas', 'pipeline', 'service', 'fixtures'],
  'service/': ['service/http', 'service/server'],
  fixtures: ['schemas', 'pipeline'],
};

const FOLDERS = Object.keys(ALLOWED);
/** What these rules are about: sources. Tests may import anything. */
export const TESTS = '[.]test(-kit)?[.]ts$|(^|/)test/';
/** Folders of the project, the only targets that the rules by folder look at. */
const PROJECT = '^(schemas|pipeline|service|fixtures)/';

/** The folder as an expression of the paths in it. */
export const pathsIn = (folder) => (folder.endsWith('/') ? `^${folder}[^/]+$` : `^${folder}/`);

const byFolder = FOLDERS.map((folder, i) => ({
  name: `imports-of-${folder.replaceAll('/', '-').replace(/-$/, '-itself')}`,
  comment: `A source in ${folder} imports only from the folders that its line in ALLOWED names.`,
  severity: 'error',
  from: { path: pathsIn(folder), pathNot: [TESTS, ...FOLDERS.slice(0, i).map(pathsIn)] },
  to: { path: PROJECT, pathNot: [folder, ...ALLOWED[folder]].map(pathsIn) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...byFolder,
    {
      name: 'no-unknown-folder',
      comment: 'Every folder has its line in ALLOWED, a stage of the pipeline its place in STAGES.',
      severity: 'error',
      from: { path: PROJECT, pathNot: [TESTS, ...FOLDERS.map(pathsIn)] },
      to: {},
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { circular: true },
    },
    ...[
      ['#engine/', 'service/engine'],
      ['#clock/', 'pipeline/clock'],
      ['#solar/', 'pipeline/solar'],
    ].map(([name, folder]) => ({
      name: `named-${folder.replace('/', '-')}`,
      comment: `Outside ${folder} its files are imported as ${name}...`,
      severity: 'error',
      from: { path: PROJECT, pathNot: pathsIn(folder) },
      to: { path: pathsIn(folder), dependencyTypesNot: ['aliased-subpath-import'] },
    })),
    {
      name: 'nothing-imports-integrations-commands-or-tools',
      comment:
        'The integrations are a process of their own. Commands and tools stand on all the rest.',
      severity: 'error',
      from: {
        path: PROJECT,
        pathNot: [TESTS, '^service/(integrations|commands|tools|pages/e2e)/'],
      },
      to: { path: '^service/(integrations|commands|tools)/' },
    },
    {
      name: 'simulation-computes-what-is-resolved',
      comment:
        'parse, resolve, compute, answer: what computes, and the plain values, import no earlier stage.',
      severity: 'error',
      from: {
        path: '^service/engine/simulation/[^/]+[.]ts$',
      },
      to: { path: '^service/engine/simulation/(parse|resolve)/' },
    },
    {
      name: 'queue-in-distributed-builds-alone',
      severity: 'error',
      from: { path: PROJECT, pathNot: [TESTS, '^pipeline/distributed/'] },
      to: { path: '^node_modules/bullmq/' },
    },
  ],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^node_modules' },
    includeOnly: `${PROJECT}|^node_modules`,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
