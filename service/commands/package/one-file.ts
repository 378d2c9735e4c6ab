/** Packages as a file each with all that they need: npx writes every file of a package to the disk at every start. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { PROJECT } from '../../../schemas/project.ts';

/** A package, the file of it that is loaded, and the script that becomes this file. */
interface OneFile {
  name: string;
  main: string;
  script: string;
}

/** Names that an `import` of a package in CommonJS finds have to are in its file. */
const namesOf = (name: string) => Object.keys(createRequire(join(PROJECT, 'x'))(name)).join(', ');

/** The packages. Formats of Ajv take part in its code, so they are in its file. */
export const ONE_FILE: readonly OneFile[] = [
  {
    name: 'ajv',
    main: 'dist/2020.js',
    script:
      "module.exports = require('ajv/dist/2020.js'); module.exports.formats = require('ajv-formats');",
  },
  { name: 'proj4', main: 'proj4.js', script: "module.exports = require('proj4');" },
  {
    name: 'prom-client',
    main: 'index.js',
    script: `export { ${namesOf('prom-client')} } from 'prom-client';`,
  },
];

/** Writes such a package, with the licences of all that is in its file. */
export async function writeOneFile({ name, main, script }: OneFile, folder: string): Promise<void> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    stdin: { contents: script, resolveDir: PROJECT },
    bundle: true,
    minifyWhitespace: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    metafile: true,
    write: false,
  });
  const inputs = Object.keys(metafile.inputs).map((path) => PACKAGE.exec(path)?.[1] ?? '');
  const packages = [...new Set(inputs.filter(Boolean))].sort();
  put(join(folder, 'node_modules', name, main), outputFiles[0].contents);
  put(join(folder, 'node_modules', name, 'LICENSES'), packages.map(licenceOf).join('\n'));
  writePackageJson(name, main, folder);
}

/** Writes the package whose code is in Ajv's file. */
export function writeFormats(folder: string): void {
  const name = 'ajv-formats';
  const script = "module.exports = require('ajv/dist/2020.js').formats;\n";
  put(join(folder, 'node_modules', name, 'index.js'), script);
  writePackageJson(name, 'index.js', folder);
}

const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//;

function licenceOf(name: string): string {
  const from = join(PROJECT, 'node_modules', name);
  const file = readdirSync(from).find((each) => /^licen[cs]e/i.test(each));
  const { version, license } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const text = file ? readFileSync(join(from, file), 'utf8') : '';
  return `${name} ${version}, ${license}\n\n${text}\n`;
}

function writePackageJson(name: string, main: string, folder: string): void {
  const from = readFileSync(join(PROJECT, 'node_modules', name, 'package.json'), 'utf8');
  const { version, license } = JSON.parse(from);
  const text = JSON.stringify({ name, version, license, main }, null, 2);
  put(join(folder, 'node_modules', name, 'package.json'), `${text}\n`);
}

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
