/** The architecture at run time: what is loaded with a file. Types and `import()`, which loads later, do not count. */
import { builtinModules } from 'node:module';
import imports, { pathsIn, TESTS } from './.dependency-cruiser.mjs';

/** Files that the service's processes start from, and others. */
const SERVED = ['service/main', 'service/server/start', 'service/integrations/main'];
const STARTED = [...SERVED, 'pipeline/build'];

/** Folders whose code does no I/O, nor does anything that it loads. */
const PURE = ['pipeline/clock', 'pipeline/solar', 'service/integrations/rules'];
/** Pure folders that are bundled for browsers. esbuild puts a file for browsers in the place of one. */
const BUNDLED = [
  'service/engine',
  'service/pages/explorer/answer',
  'service/pages/explorer/client',
  'service/pages/explorer/worker',
  'service/pages/explorer/meter',
  'service/pages/configurator/client',
  'service/pages/sdk/lookup',
  'service/pages/ui',
  'service/pages/messages',
];
const REPLACED = '/all-schemas[.]ts$';
const BUILT_IN = `^(node:)?(${builtinModules.join('|')})$`;

const { includeOnly: _, parser: __, ...shared } = imports.options;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-pages-at-start',
      comment: 'Neither process loads the pages at its start: the first request for one does.',
      severity: 'error',
      from: { path: `^(${SERVED.join('|')})[.]ts$` },
      to: { path: pathsIn('service/pages'), reachable: true },
    },
    {
      name: 'loaded-when-used',
      comment: 'Few need these packages: whoever starts without them does not load them.',
      severity: 'error',
      from: { path: `^(${STARTED.join('|')})[.]ts$` },
      to: { path: '^node_modules/(aws4fetch|bullmq|ioredis|h5wasm)/', reachable: true },
    },
    {
      name: 'no-io-in-pure-folders',
      severity: 'error',
      from: { path: PURE.map(pathsIn) },
      to: { path: `${BUILT_IN}|${REPLACED}`, reachable: true },
    },
    {
      name: 'no-io-in-browsers',
      severity: 'error',
      from: { path: BUNDLED.map(pathsIn) },
      to: { path: BUILT_IN, reachable: true },
    },
  ],
  options: {
    ...shared,
    tsPreCompilationDeps: false,
    doNotFollow: { path: ['^node_modules', REPLACED] },
    exclude: { dynamic: true, path: TESTS },
  },
};
