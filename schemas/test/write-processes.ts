/** `make test`: writes a file in dist/tests for each process of the test runner. The arguments are all test files. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { group } from 'd3-array';
import { PROJECT } from '../project.ts';

/**
 * A process a file took more than half of all processor time, so the tests of a folder share one. These stop the clock,
 * start services with an environment of their own, or mostly wait: a process a file.
 */
const APART = ['service/test', 'service/http/guards', 'service/integrations/jobs'];

/** The longest begin first: none is left to run by itself. */
const LONGEST = [
  'service/api/simulation',
  'service/pages/explorer',
  'service/engine/battery',
  'service/engine/meter',
  'pipeline',
  'service/engine/simulation',
  'service/test/readme.test.ts',
  'service/server/store',
];

interface Process {
  name: string;
  files: string[];
}

/** The processes in the order in which the runner, which sorts names, begins them. */
function inOrder(files: readonly string[]): Process[] {
  const byProcess = group(files, (file) => {
    const folder = dirname(file).split('/').slice(0, 3).join('/');
    return APART.includes(folder) || file.endsWith('.long.test.ts') ? file : folder;
  });
  const all = Array.from(byProcess, ([name, files]) => ({ name, files }));
  const first = LONGEST.flatMap((name) => all.filter((one) => one.name === name));
  const others = all.filter((one) => !first.includes(one));
  return [
    ...first,
    ...mixed(
      others.filter(({ name }) => !name.endsWith('.ts')),
      others.filter(({ name }) => name.endsWith('.ts')),
    ),
  ];
}

/** Spreads those that wait evenly among those that compute, which use the cores meanwhile. */
function mixed(computing: readonly Process[], waiting: readonly Process[]): Process[] {
  return [computing, waiting]
    .flatMap((some) => some.map((one, i) => ({ one, at: (i + 0.5) / some.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

const to = join(PROJECT, 'dist/tests');
rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
for (const [i, { name, files }] of inOrder(process.argv.slice(2)).entries()) {
  const urls = files.map((file) => `new URL('../../${file}', import.meta.url)`);
  const place = String(i).padStart(3, '0');
  writeFileSync(
    join(to, `${place}-${basename(name.replaceAll('/', '-'), '.test.ts')}.test.ts`),
    `import { loadTogether } from '../../schemas/test/load-together.ts';\nawait loadTogether([${urls}]);\n`,
  );
}
