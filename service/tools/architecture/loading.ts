/** The architecture at run time: what is loaded with a file. Types and `import()`, which loads later, do not count. */
import { builtinModules } from 'node:module';
import type { IDependency } from 'dependency-cruiser';
import { pathsIn, TESTS } from '../../../.dependency-cruiser.mjs';

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
/** Names of Node's modules, as dependency-cruiser has them. */
export const BUILT_IN = `^(node:)?(${builtinModules.join('|')})$`;

/** A file with what it imports, as dependency-cruiser has it. */
export interface Module {
  source: string;
  dependencies: readonly Pick<IDependency, 'resolved' | 'dynamic' | 'dependencyTypes'>[];
}

interface Rule {
  name: string;
  /** Expressions of the files that load nothing of the second, not even through others. */
  from: string;
  never: string;
}

const RULES: Rule[] = [
  {
    // Neither process loads the pages at its start: the first request for one does.
    name: 'no-pages-at-start',
    from: `^(${SERVED.join('|')})[.]ts$`,
    never: pathsIn('service/pages'),
  },
  {
    // Few need these packages: whoever starts without them does not load them.
    name: 'loaded-when-used',
    from: `^(${STARTED.join('|')})[.]ts$`,
    never: '^node_modules/(aws4fetch|bullmq|ioredis|h5wasm)/',
  },
  {
    name: 'no-io-in-pure-folders',
    from: PURE.map(pathsIn).join('|'),
    never: `${BUILT_IN}|${REPLACED}`,
  },
  { name: 'no-io-in-browsers', from: BUNDLED.map(pathsIn).join('|'), never: BUILT_IN },
];

type Loads = Map<string, readonly string[]>;

/** What breaks a rule: its name, and the files from the one that starts to the one that must not be loaded. */
export function findLoaded(modules: readonly Module[]): string[] {
  const loads = loadsOf(modules);
  return RULES.flatMap(({ name, from, never }) => {
    const starts = [...loads.keys()].filter((source) => new RegExp(from).test(source));
    if (starts.length === 0) throw new Error(`${name}: no file is ${from}. Correct the rule.`);
    const chains = starts.map((start) => chainTo(new RegExp(never), start, loads));
    return chains.flatMap((chain) => (chain ? [`${name}: ${chain.join(' loads ')}`] : []));
  });
}

/** The files that each source loads itself. What is loaded in the place of another is not followed. */
function loadsOf(modules: readonly Module[]): Loads {
  const sources = modules.filter(({ source }) => !new RegExp(TESTS).test(source));
  return new Map(
    sources.map(({ source, dependencies }) => {
      const loaded = dependencies.filter(
        ({ dynamic, dependencyTypes }) => !dynamic && !dependencyTypes.includes('type-only'),
      );
      const isReplaced = new RegExp(REPLACED).test(source);
      return [source, isReplaced ? [] : loaded.map(({ resolved }) => resolved)];
    }),
  );
}

/** The shortest chain of files, each of which loads the next, to one that must not be loaded. */
function chainTo(never: RegExp, start: string, loads: Loads): string[] | undefined {
  const chains = new Map([[start, [start]]]);
  for (const [file, chain] of chains)
    for (const loaded of loads.get(file) ?? []) {
      if (never.test(loaded)) return [...chain, loaded];
      if (!chains.has(loaded)) chains.set(loaded, [...chain, loaded]);
    }
  return undefined;
}
