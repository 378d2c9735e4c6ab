import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { clientDeclarations, loaderDeclarations } from './declarations.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The package that "npm pack" makes a file of: a folder below what `make pages` builds. */
export const SDK_PACKAGE = 'sdk';

const COMMON = {
  bundle: true,
  target: 'es2022',
  minify: true,
  write: false,
  logLevel: 'warning',
} as const;

/** What is served below /sdk, by name. */
export async function sdkFiles(): Promise<Record<string, Uint8Array>> {
  const [loader, client] = await Promise.all([
    build({ ...COMMON, entryPoints: [here('loader.ts')], format: 'iife' }),
    build({ ...COMMON, entryPoints: [here('client.ts')], format: 'esm' }),
  ]);
  return {
    'v1.js': loader.outputFiles[0].contents,
    'client.mjs': client.outputFiles[0].contents,
    'client.d.mts': Buffer.from(clientDeclarations()),
  };
}

/** The files of the package, by name. */
export function packageFiles(sdk: Record<string, Uint8Array>): Record<string, Uint8Array> {
  const { 'client.mjs': client, 'client.d.mts': types } = sdk;
  return {
    'client.mjs': client,
    'client.d.mts': types,
    'loader.d.mts': Buffer.from(loaderDeclarations()),
    'package.json': readFileSync(here('package.json')),
    'README.md': readFileSync(here('README.md')),
    LICENSE: readFileSync(here('../../../LICENSE')),
  };
}
