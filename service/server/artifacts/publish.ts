/** `make publish`: puts the build of ARTIFACTS where ARTIFACTS_URL says, the manifest last. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { objectStore } from '#common/object-store.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { Manifest } from '../../../schemas/types.ts';
import { readConfig } from '../config.ts';
import { objectName } from './fetch-build.ts';
import { findBuildFault } from './one-build.ts';

try {
  await publish();
} catch (error) {
  console.error(`Nothing new was published: ${(error as Error).message}`);
  process.exit(1);
}

async function publish(): Promise<void> {
  const { artifacts, artifactsUrl } = readConfig(process.env);
  if (!artifactsUrl) throw new Error('ARTIFACTS_URL says where to, and is not set.');
  const problem = await findBuildFault(artifacts);
  if (problem) throw new Error(problem);
  const path = join(artifacts, 'manifest.json');
  const manifest: Manifest = validator('data/manifest.schema.json')(
    JSON.parse(readFileSync(path, 'utf8')),
  );
  const store = objectStore(artifactsUrl, process.env);
  for (const output of manifest.outputs) {
    const file = join(artifacts, basename(output.path));
    if (!existsSync(file)) throw new Error(`${file} is missing. Run "make artifacts".`);
    await store.put(objectName(output), file);
    console.log(`${basename(file)}: ${output.bytes} bytes as ${objectName(output)}`);
  }
  await store.put('manifest.json', path);
  console.log(`Dataset ${manifest.dataset_version} is published at ${artifactsUrl}.`);
}
