/** Files that the service reads in addition to its bundles, and how they get into a folder of their own. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { schemaFiles } from '../../../schemas/checks/all-schemas.ts';
import { PROJECT } from '../../../schemas/project.ts';

/** Files and folders that the bundles read from where their sources would be. */
const READ = [
  'LICENSE',
  'DATA_LICENSE',
  'schemas/openapi.json',
  ...schemaFiles().map((file) => join('schemas', file)),
  'service/pages/sdk/recipes',
  'artifacts/pages',
];
const TESTS = /\.test\.ts$/;
/** Files of a dataset that only pages read, which may be missing. */
const OF_PAGES = ['report.html', 'report.sv.html'];
const DATASET = ['manifest.json', 'pv-yield.bin', 'prices.bin', ...OF_PAGES];

/**
 * Copies what serving reads: schemas, recipes, pages, and the dataset of `artifacts`.
 * @throws Error naming what is missing
 */
export function copyRead(artifacts: string, folder: string): void {
  for (const path of READ) copy(join(PROJECT, path), join(folder, path), TESTS);
  for (const name of DATASET) {
    const from = join(artifacts, name);
    if (existsSync(from) || !OF_PAGES.includes(name)) copy(from, join(folder, 'artifacts', name));
  }
}

/**
 * Copies a file or folder. Of a folder what `left` matches is left out.
 * @throws Error naming what is missing
 */
export function copy(from: string, to: string, left?: RegExp): void {
  if (!existsSync(from))
    throw new Error(`${from} is missing, expected it from "make artifacts pages bundle".`);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, filter: (path) => !left?.test(path) });
}

/** package.json as far as commands read it. */
interface PackageJson {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
}

/** The package.json of a package. Without a name the project's. */
export function readPackage(name = ''): PackageJson {
  const path = join(PROJECT, name && join('node_modules', name), 'package.json');
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Names of packages, and of those that these need.
 * @param isTaken whether an optional one is needed, too
 */
export function withNeeded(
  names: readonly string[],
  isTaken: (optional: string) => boolean = () => false,
  found = new Set<string>(),
): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = readPackage(name);
    const optional = Object.keys(optionalDependencies).filter(isTaken);
    withNeeded([...Object.keys(dependencies), ...optional], isTaken, found);
  }
  return found;
}
