/**
 * The architecture: which folder may import from which, types included. `make check` runs these rules. The rules about
 * what is loaded at run time are in .dependency-cruiser.loading.mjs.
 */

/** The pipeline's stages in the order of the data: each may import from those before it. */
const STAGES = [
  'common',
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
  'pages',
  'fetch',
  'bench',
].map((stage) => `pipeline/${stage}`);

/** Types and bytes of the contract, without its checks. */
const SHAPES = ['schemas/', 'schemas/codec'];

/** What every stage of a simulation may import: no other stage. */
const SIMULATION_STAGE = ['schemas', 'service/api/', 'service/api/simulation/', 'service/engine'];

/**
 * The folders that each folder may import from also itself. The first that a file lies in counts, so the most
 * specific come first. A slash at the end: the files in the folder itself, without the folders below it.
 */
const ALLOWED = {
  'schemas/checks': ['schemas/'],
  'schemas/codec': ['schemas/', 'schemas/checks'],
  'schemas/generate': ['schemas/', 'schemas/checks'],
  schemas: [],
  'pipeline/solar': [...SHAPES, 'pipeline/common/'],
  'pipeline/common/charts': [...SHAPES, 'pipeline/common/'],
  ...Object.fromEntries(STAGES.map((stage, i) => [stage, ['schemas', ...STAGES.slice(0, i)]])),
  'pipeline/': ['schemas', 'pipeline'],
  'service/engine/battery': [
    ...SHAPES,
    'schemas/api',
    'service/engine/',
    'service/engine/economy',
    'service/engine/tariff',
  ],
  'service/engine/tariff': [...SHAPES, 'service/engine/', 'pipeline/common/'],
  'service/engine/house': [...SHAPES, 'service/engine/', 'pipeline/common/'],
  'service/engine/deduction': ['schemas/', 'service/engine/', 'fixtures/market'],
  'service/engine': [...SHAPES, 'fixtures/market'],
  'service/http': ['schemas'],
  'service/api/yield': [
    'schemas',
    'pipeline/common/',
    'pipeline/solar',
    'service/api/',
    'service/engine/',
    'service/http',
  ],
  // Its stages know the plain values between them, in the folder itself, and not each other.
  'service/api/simulation/parse': [...SIMULATION_STAGE, 'service/http'],
  'service/engine/simulation/resolve': [...SIMULATION_STAGE, 'service/http', 'pipeline/common/'],
  'service/engine/simulation/answer': SIMULATION_STAGE,
  'service/api/simulation': ['schemas', 'service/api/', 'service/engine', 'service/http'],
  'service/api': ['schemas', 'pipeline/common/', 'service/http', 'fixtures/', 'fixtures/market'],
  'service/pages/messages': SHAPES,
  'service/pages/ui': [
    ...SHAPES,
    'pipeline/common/charts',
    'service/engine',
    'service/pages/messages',
    'fixtures/places',
  ],
  'service/pages/sdk/lookup': [
    'schemas',
    'pipeline/common/',
    'service/api',
    'service/http',
    'service/pages/sdk',
  ],
  'service/pages/sdk': ['schemas'],
  'service/pages/explorer/worker': [
    'schemas',
    'pipeline/common',
    'service/api',
    'service/engine',
    'service/http',
    'service/pages/data',
    'service/pages/explorer/',
    'service/pages/sdk',
    'service/pages/ui',
  ],
  'service/pages/explorer/client': [
    ...SHAPES,
    'pipeline/common',
    'service/engine',
    'service/pages/explorer',
    'service/pages/messages',
    'service/pages/ui',
  ],
  'service/pages/configurator/client': [
    ...SHAPES,
    'service/engine',
    'service/pages/explorer',
    'service/pages/messages',
    'service/pages/ui',
  ],
  'service/pages/server': [
    'schemas',
    'pipeline/common',
    'service/engine',
    'service/http',
    'service/pages/messages',
    'service/pages/ui',
  ],
  'service/pages/e2e': ['schemas', 'pipeline/common/', 'service', 'fixtures'],
  'service/pages': ['schemas', 'pipeline/common', 'service/api', 'service/engine', 'service/http'],
  'service/integrations/rules': ['schemas/', 'service/engine', 'service/integrations/'],
  'service/integrations': ['schemas', 'service/engine', 'service/http', 'service/pages'],
  'service/server': ['schemas', 'pipeline/common', 'service/api', 'service/http', 'service/pages'],
  'service/commands': [],
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
      ['./service/engine/', 'service/engine'],
      ['./pipeline/common/', 'pipeline/common'],
    ].map(([name, folder]) => ({
      name: `named-${folder.replace('/', '-')}`,
      comment: `Outside ${folder} its files are imported as ${name}...`,
      severity: 'error',
      from: { path: PROJECT, pathNot: pathsIn(folder) },
      to: { path: pathsIn(folder), dependencyTypesNot: ['aliased-subpath-import'] },
    })),
    {
      name: 'nothing-imports-integrations-or-tools',
      comment: 'The integrations are a process of their own, the tools are no part of the product.',
      severity: 'error',
      from: { path: PROJECT, pathNot: [TESTS, '^service/(integrations|tools|pages/e2e)/'] },
      to: { path: '^service/(integrations|tools)/' },
    },
    {
      name: 'simulation-computes-what-is-resolved',
      comment:
        'parse, resolve, compute, answer: what computes, and the plain values, import no earlier stage.',
      severity: 'error',
      from: {
        path: '^service/api/simulation/(compute|worker|house-case|house-request|series|cell-weight)[.]ts$',
      },
      to: { path: '^service/api/simulation/(parse|resolve)/' },
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
