/** The architecture at run time: what is loaded with a file. Types and `import()`, which loads later, do not count. */
import { builtinModules } from 'node:module';
import { build } from 'esbuild';
import { PROJECT } from '../../../schemas/project.ts';
import { IS_TEST } from './circular-entries.ts';

/** Files that the service's processes start from, and others. */
const SERVED = /^service\/(main|server\/start|integrations\/main)\.ts$/;
const STARTED = /^(service\/(main|server\/start|integrations\/main)|pipeline\/build)\.ts$/;

/** Folders whose code does no I/O, nor does anything that it loads. */
const PURE = /^(pipeline\/(clock|solar)|service\/integrations\/rules)\//;
/** Pure folders that are bundled for browsers. esbuild puts a file for browsers in the place of one. */
const BUNDLED =
  /^service\/(engine|pages\/(explorer\/(answer|client|worker|meter)|configurator\/client|sdk\/lookup|ui|messages))\//;
const REPLACED = 'schemas/checks/all-schemas.ts';

const BUILT_IN = new RegExp(`^(node:)?(${builtinModules.join('|')})$`);

const RULES = [
  {
    because: 'Neither process loads the pages at its start: the first request for one does',
    from: SERVED,
    to: /^service\/pages\//,
  },
  {
    because: 'Few need these packages: whoever starts without them does not load them',
    from: STARTED,
    to: /^(aws4fetch|bullmq|ioredis|h5wasm)(\/|$)/,
  },
  {
    because: 'Code of this folder does no I/O',
    from: PURE,
    to: new RegExp(`${BUILT_IN.source}|^${REPLACED}$`),
  },
  { because: 'Code of this folder runs in browsers', from: BUNDLED, to: BUILT_IN },
];

/** Files that run, each with the files and packages that it loads before it runs. */
type Loads = ReadonlyMap<string, readonly string[]>;

/** AssemblyScript imports nothing else, and is no TypeScript that esbuild could read. */
const IS_SCRIPT = /^(?!pipeline\/solar\/assembly\/).*(?<!\.d)\.(tsx?|mjs)$/;

/** Lists what the rules forbid, each with the imports that lead to it. @param files files of the project */
export async function wronglyLoaded(files: readonly string[]): Promise<string[]> {
  const scripts = files.filter((file) => IS_SCRIPT.test(file) && !IS_TEST.test(file));
  const loads = await readLoads(
    scripts.filter((file) => RULES.some(({ from }) => from.test(file))),
  );
  return RULES.flatMap(({ because, from, to }) =>
    [...loads.keys()]
      .filter((file) => from.test(file))
      .flatMap((file) => chainTo(to, file, loads) ?? [])
      .map((chain) => `${because}: ${chain}.`),
  );
}

/** As esbuild reads it, which leaves out what only the compiler reads. */
async function readLoads(files: readonly string[]): Promise<Loads> {
  const { metafile } = await build({
    absWorkingDir: PROJECT,
    stdin: { contents: files.map((file) => `import './${file}';`).join('\n'), resolveDir: PROJECT },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    loader: { '.css': 'empty' },
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.filter(({ kind }) => kind !== 'dynamic-import').map(({ path }) => path),
    ]),
  );
}

/** The shortest chain of imports from a file to what an expression names. */
function chainTo(wanted: RegExp, file: string, loads: Loads): string | undefined {
  const chains = new Map([[file, file]]);
  for (const [from, chain] of chains)
    for (const to of loads.get(from) ?? []) {
      if (wanted.test(to)) return `${chain} -> ${to}`;
      if (!chains.has(to) && to !== REPLACED) chains.set(to, `${chain} -> ${to}`);
    }
  return undefined;
}
