import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, parse, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { durableRenameFolder } from '../../../pipeline/files/durable-rename.ts';
import { readReference, searchEntries } from '../api-docs/operations.ts';
import { REFERENCE } from '../api-docs/pages.ts';
import { referencePages } from '../api-docs/reference.tsx';
import { LANGUAGES } from '../messages/messages.ts';
import { packageFiles, SDK_PACKAGE, sdkFiles } from '../sdk/build-sdk.ts';
import { ASSET_LIST, IMPORT_LIST } from '../server/assets.ts';
import { listPlaces } from '../ui/places.ts';
import { wholeScript } from './whole-script.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Files to bundle: each page's script and style, and the workers, by the asset's name without its ending. */
const BUNDLED: Record<string, string> = {
  theme: here('../ui/theme.css'),
  reference: here('../api-docs/client/reference.ts'),
  'code-page': here('../api-docs/client/code-page.ts'),
  'sdk-page': here('../api-docs/client/sdk-page.css'),
  'sdk-demo': here('../api-docs/client/sdk-demo.ts'),
  explorer: here('../explorer/client/explorer.tsx'),
  'local-worker': here('../explorer/worker/local-worker.ts'),
  'meter-worker': here('../explorer/meter/meter-worker.ts'),
  'frame-refusal': here('../configurator/client/frame-refusal.ts'),
  configurator: here('../configurator/client/configurator.tsx'),
  proposal: here('../proposal/proposal.css'),
  inbox: here('../../integrations/pages/inbox.css'),
};

/** Browsers of the last four years. */
const COMMON = {
  bundle: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  write: false,
  logLevel: 'warning',
} as const;

/** Contents by hashed name. */
type Files = Map<string, Uint8Array>;

/**
 * Writes what the pages load into a folder, each file with the hash of its content in its name and
 * compressed next to it, and the list of them. A folder with other files is replaced whole. Nothing is downloaded.
 */
export async function buildPages(folder: string): Promise<void> {
  const sdk = await sdkFiles();
  const reference = readReference();
  const search = { 'reference.json': Buffer.from(JSON.stringify(searchEntries(reference))) };
  const hashed = hashNames({ ...readCopies(), ...search, ...sdk });
  const { files: bundled, imports } = await bundles();
  const files: Files = new Map([...bundled, ...hashed]);
  const staging = `${folder}.${process.pid}.tmp`;
  mkdirSync(staging, { recursive: true });
  try {
    for (const [name, content] of files) writeFileSync(join(staging, name), content);
    // On all cores.
    await Promise.all(
      Array.from(files, ([name, content]) =>
        compress(join(folder, name), join(staging, name), content),
      ),
    );
    const pages = LANGUAGES.map((language) => [language, referencePages(reference, language)]);
    writeFileSync(join(staging, REFERENCE), JSON.stringify(Object.fromEntries(pages)));
    mkdirSync(join(staging, SDK_PACKAGE));
    for (const [name, content] of Object.entries(packageFiles(sdk))) {
      writeFileSync(join(staging, SDK_PACKAGE, name), content);
    }
    const list = Object.fromEntries(Array.from(files.keys(), (name) => [ownName(name), name]));
    writeFileSync(join(staging, ASSET_LIST), `${JSON.stringify(list, null, 2)}\n`);
    writeFileSync(join(staging, IMPORT_LIST), `${JSON.stringify(imports, null, 2)}\n`);
    replaceFolder(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Replaces the folder. One that is the same stays: a service may be reading it. */
function replaceFolder(staging: string, folder: string): void {
  while (!isSameFolder(staging, folder)) {
    try {
      durableRenameFolder(staging, folder);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function isSameFolder(one: string, other: string): boolean {
  const filesOf = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
      .sort();
  if (!existsSync(other)) return false;
  const files = filesOf(one);
  const isSameFile = (file: string) =>
    readFileSync(join(one, file)).equals(readFileSync(join(other, file)));
  return files.join() === filesOf(other).join() && files.every(isSameFile);
}

/** The name without the hash: `theme.4KX2.css` is `theme.css`. */
function ownName(hashed: string): string {
  return hashed.replace(/\.[^.]+(?=\.[^.]+$)/, '');
}

/**
 * The bundles, and what each of them imports. A page's script is split by its `import()`s. Pages share no part: one
 * that two pages share would be small and cost a request of its own.
 */
async function bundles(): Promise<{ files: Files; imports: Record<string, string[]> }> {
  const files: Files = new Map();
  const imports: Record<string, string[]> = {};
  for (const [name, entry] of Object.entries(BUNDLED)) {
    const { outputFiles, metafile } = await build({
      ...COMMON,
      plugins: [wholeScript(entry)],
      entryPoints: { [name]: entry },
      entryNames: '[name].[hash]',
      chunkNames: 'chunk-[hash]',
      splitting: true,
      metafile: true,
      minify: true,
      outdir: 'assets',
    });
    // The styles of what is loaded later are in the page's sheet.
    const loaded = outputFiles.filter(({ path }) => !/chunk-[^/]+\.css$/.test(path));
    for (const { path, contents } of loaded) files.set(basename(path), contents);
    const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
      entryPoint?.endsWith(basename(entry)),
    );
    if (found) imports[`${name}.js`] = importedBy(metafile, found[0]);
  }
  return { files, imports };
}

/** Names of the files that an output loads at once, with what these load. */
function importedBy({ outputs }: Metafile, output: string): string[] {
  const found = new Set<string>();
  const follow = (path: string): void => {
    for (const { path: other, kind } of outputs[path].imports) {
      if (kind !== 'import-statement' || found.has(other)) continue;
      found.add(other);
      follow(other);
    }
  };
  follow(output);
  return Array.from(found, (path) => basename(path));
}

function readCopies(): Record<string, Uint8Array> {
  return {
    'favicon.svg': readFileSync(here('../favicon.svg')),
    'preview.png': readFileSync(here('../screenshot.png')),
    'preview-font.ttf': readFileSync(here('../preview/font.ttf')),
    'preview-font-bold.ttf': readFileSync(here('../preview/font-bold.ttf')),
    'places.json': Buffer.from(JSON.stringify(listPlaces())),
  };
}

function hashNames(contents: Record<string, Uint8Array>): Files {
  return new Map(
    Object.entries(contents).map(([file, content]) => {
      const { name, ext } = parse(file);
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
      return [`${name}.${hash}${ext}`, content];
    }),
  );
}

/** A file of that name has that content: what was compressed before is taken. */
async function compress(before: string, target: string, content: Uint8Array): Promise<void> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const endings = {
    '.br': () => promisify(brotliCompress)(content, quality),
    '.gz': () => promisify(gzip)(content, { level: 9 }),
  };
  for (const [ending, compressed] of Object.entries(endings)) {
    if (existsSync(before + ending)) copyFileSync(before + ending, target + ending);
    else writeFileSync(target + ending, await compressed());
  }
}
