/** The package as a folder: bundles, the packages that stay outside them, the dataset, and inputs of the default build. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeDigest } from '../../../pipeline/versions/build-key.ts';
import { PROJECT } from '../../../schemas/project.ts';
import type { Manifest } from '../../../schemas/types.ts';
import { bundle } from '../bundle/bundle.ts';
import { copy, copyRead, readPackage, withNeeded } from '../bundle/served-files.ts';
import { ONE_FILE, writeFormats, writeOneFile } from './one-file.ts';

const ENTRIES = {
  sun: 'service/commands/package/sun.ts',
  'simulation-worker': 'service/api/simulation/worker.ts',
  'kernel-worker': 'pipeline/dataset/cube/kernel-worker.ts',
  'hdf5-worker': 'pipeline/rasters/open/netcdf/hdf5-worker.mjs',
};

/** Packages that are loaded by their names, and have files next to their code. */
const WHOLE = ['fs-native-extensions', 'piscina', 'world-atlas'];
/** Packages that are loaded by their names. */
const OUTSIDE = [...WHOLE, ...ONE_FILE.map(({ name }) => name), 'ajv-formats'].sort();

/** Files of packages that no Node on a desktop or a server loads. */
const UNUSED =
  /\.(?:d\.[cm]?ts|map)$|\/prebuilds\/(?:android|ios)|\/world-atlas\/(?:land|countries-110m)|\/(?:test|docs|benchmark|src)(?:\/|$)/;

/** Makes the folder that npm packs. `folder` is below the project's, and new. */
export async function makePackageFolder(artifacts: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const define = { CODE_DIGEST: JSON.stringify(codeDigest(PROJECT)), PACKAGED: 'true' };
  await bundle(ENTRIES, join(folder, 'dist'), define);
  await copyBesideBundles(artifacts, folder);
}

/** Copies what the bundles load and read, and describes the package to npm. */
export async function copyBesideBundles(artifacts: string, folder: string): Promise<void> {
  copyRead(artifacts, folder);
  for (const path of buildInputs()) copy(join(PROJECT, path), join(folder, path));
  for (const name of withNeeded(WHOLE)) copyPackage(name, folder);
  for (const each of ONE_FILE) await writeOneFile(each, folder);
  writeFormats(folder);
  copy(join(PROJECT, 'service/commands/package/README.md'), join(folder, 'README.md'));
  writeJson(join(folder, 'package.json'), packageJson());
}

/** Inputs of the default build by its committed record, but those from npm. And the towns that a comparison names. */
function buildInputs(): string[] {
  const record = join(PROJECT, 'artifacts/manifest.json');
  const manifest: Manifest = JSON.parse(readFileSync(record, 'utf8'));
  const paths = manifest.inputs.map(({ path }) => path);
  return [...paths.filter((path) => path.startsWith('fixtures/')), 'fixtures/towns.json'];
}

/** Optional dependencies are removed, because npm would look for them at its registry. */
function copyPackage(name: string, folder: string): void {
  const to = join(folder, 'node_modules', name);
  copy(join(PROJECT, 'node_modules', name), to, UNUSED);
  const { optionalDependencies: _, ...needed } = readPackage(name);
  writeJson(join(to, 'package.json'), needed);
}

/** The package.json of the package. It has no scripts, so nothing runs when it is installed. */
function packageJson(): Record<string, unknown> {
  const { name, version, description, license, engines } = readPackage();
  return {
    name,
    version,
    description,
    private: true,
    license,
    type: 'module',
    engines,
    bin: { [name]: 'dist/sun.js' },
    files: ['dist', 'artifacts', 'fixtures', 'schemas', 'service', 'DATA_LICENSE'],
    dependencies: Object.fromEntries(OUTSIDE.map((each) => [each, readPackage(each).version])),
    bundleDependencies: OUTSIDE,
  };
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
