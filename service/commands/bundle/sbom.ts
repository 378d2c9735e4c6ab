/** `make sbom`: writes the packages that are installed for building and serving as CycloneDX, `sbom.ts FILE`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeJsonWhole } from '../../../pipeline/files/write-whole.ts';
import { PROJECT } from '../../../schemas/project.ts';

/** The parts of a CycloneDX document that differ between packages. */
export interface Sbom {
  components: { 'bom-ref': string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

interface Lock {
  name: string;
  version: string;
  packages: Record<string, { version: string; dev?: boolean }>;
}

/** Lists the locked packages but for those of development. With `--omit=dev` npm leaves out what development needs, too. */
export function listPackages(): Sbom {
  const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  const all: Sbom = JSON.parse(execFileSync('npm', words, { cwd: PROJECT, encoding: 'utf8' }));
  const { packages, name, version }: Lock = JSON.parse(
    readFileSync(`${PROJECT}package-lock.json`, 'utf8'),
  );
  const installed = new Set([`${name}@${version}`]);
  for (const [path, { version, dev }] of Object.entries(packages))
    if (!dev) installed.add(`${path.split('node_modules/').at(-1)}@${version}`);
  return {
    ...all,
    components: all.components.filter((one) => installed.has(one['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => installed.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => installed.has(one)),
      })),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path] = process.argv.slice(2);
  const sbom = listPackages();
  writeJsonWhole(path, sbom);
  console.log(`${sbom.components.length} packages: ${path}`);
}
