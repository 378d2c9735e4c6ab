/** Part of `make check`: prints the lines of source and of tests by folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../schemas/project.ts';

const TOPS = ['schemas', 'pipeline', 'service', 'fixtures'];
const SOURCE = /\.(tsx?|mjs)$/;
const GENERATED = /^schemas\/(types|checks\/(quick|filling)-checks)\.ts$/;
const TEST = /\.(test|test-kit)\.tsx?$|\/(test|e2e)\//;

interface Lines {
  source: number;
  tests: number;
}

const byFolder = new Map<string, Lines>();
for (const path of TOPS.flatMap(filesIn)) {
  const folder = path.split('/').slice(0, 2).join('/');
  const name = SOURCE.test(folder) ? path.split('/')[0] : folder;
  const lines = byFolder.get(name) ?? { source: 0, tests: 0 };
  lines[TEST.test(path) ? 'tests' : 'source'] += countLines(path);
  byFolder.set(name, lines);
}
const total: Lines = { source: 0, tests: 0 };
for (const [folder, { source, tests }] of byFolder) {
  print(folder, source, tests);
  total.source += source;
  total.tests += tests;
}
print('all', total.source, total.tests);

function filesIn(top: string): string[] {
  return readdirSync(join(PROJECT, top), { recursive: true, encoding: 'utf8' })
    .map((name) => join(top, name))
    .filter((path) => SOURCE.test(path) && !GENERATED.test(path));
}

/** As `wc -l` counts them. */
function countLines(path: string): number {
  return readFileSync(join(PROJECT, path), 'utf8').split('\n').length - 1;
}

function print(name: string, source: number, tests: number): void {
  console.log(`${name.padEnd(28)}${String(source).padStart(8)}${String(tests).padStart(8)}`);
}
