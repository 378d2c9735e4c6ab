/** Commands of the READMEs for callers, run as written against the service on the default dataset. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pino from 'pino';
import { greenDeduction, turnkeyRows } from '#engine/deduction/green-deduction.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { PROJECT } from '../../schemas/project.ts';
import { createSimulator } from '../api/simulation/simulator.ts';
import { DEFAULT_RATE_LIMITS } from '../http/guards/limits.ts';
import { builtDefault } from './default-dataset.ts';
import { assertPrinted, commandsOf, runDocumented } from './documented-commands.ts';
import { PATIENCE_MS, startTestService } from './service.ts';

const TOOLS = ['bash', 'curl', 'jq'];
const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).status !== 0);
const skip = missing.length > 0 && `the READMEs' commands need ${missing.join(', ')}`;

const { folder, loaded } = await builtDefault();
/** One for all: its threads take longer to start than a command. */
const simulator = createSimulator(pino({ enabled: false }), { deadlineMs: PATIENCE_MS });
after(() => simulator.close());

/** Sections of a document by their heading. */
function sectionsOf(document: string): Map<string, string> {
  const parts = readFileSync(join(PROJECT, document), 'utf8').split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('\n')), part]));
}

/** A folder in which commands find the project and leave their files. */
function checkout(): string {
  const cwd = testFolder();
  for (const name of readdirSync(PROJECT).filter((name) => name !== 'artifacts')) {
    symlinkSync(join(PROJECT, name), join(cwd, name));
  }
  return cwd;
}

const DOCUMENTED: [document: string, sections: string[]][] = [
  ['README.md', ['A lookup', 'A simulation']],
  ['service/api/yield/README.md', ['Lookups', 'Hourly series of a roof']],
  ['service/api/yield/reference.md', ['Caching', 'Errors']],
  ['service/api/simulation/README.md', ['Savings of a battery']],
  [
    'service/api/simulation/recipes.md',
    [
      'An installer: two faces, battery sizes, costs, deduction',
      "A home owner: a meter's import and export",
      'An analyst: 290 municipalities',
    ],
  ],
  [
    'service/api/simulation/reference.md',
    ['Prices', 'Whether it pays off', 'The market as data', 'Hours'],
  ],
  ['service/api/simulation/range/README.md', ['Range of savings']],
  ['service/tools/README.md', ['Answers without a server', "A roof's own log"]],
];

for (const [document, headings] of DOCUMENTED) {
  const sections = sectionsOf(document);
  for (const heading of headings) {
    test(`${document}, ${heading}: its commands print what it shows`, { skip }, async () => {
      // Each section within the limits of a caller without a key.
      const service = await startTestService({ loaded, limits: DEFAULT_RATE_LIMITS, simulator });
      const section = sections.get(heading) ?? assert.fail(`${document} has no such section`);
      const commands = commandsOf(section.replaceAll('http://localhost:3000', service.base));
      assert.ok(commands.length > 0);
      const printed = await runDocumented(commands, checkout(), { ARTIFACTS: folder });
      for (const [i, command] of commands.entries()) {
        if (command.shown !== '') assertPrinted(command, printed[i]);
        else assert.doesNotMatch(printed[i], /error/i, `${command.command}\n${printed[i]}`);
      }
    });
  }
}

test("the installer's arithmetic is that of the deduction's own code", () => {
  const [recipe] = sectionsOf('service/api/simulation/recipes.md').values();
  const printed = JSON.parse(/^\{"roof":.*$/m.exec(recipe)?.[0] ?? '{}');
  const paidSek = (sekByClass: Record<'solar_cells' | 'storage', number>, owners: number) => {
    const rows = (['solar_cells', 'storage'] as const).map((workClass) => {
      return { workClass, totalOre: 100 * sekByClass[workClass], vatPercent: 25 };
    });
    const allowances = Array(owners).fill(50_000);
    const { claimedSek } = greenDeduction(
      turnkeyRows(rows).rows,
      '2025-07-01',
      allowances,
      'fewest',
    );
    return sekByClass.solar_cells + sekByClass.storage - claimedSek;
  };
  assert.equal(printed.roof, paidSek({ solar_cells: 140_000, storage: 0 }, 1));
  for (const [size, storage] of [
    ['5', 45_000],
    ['10', 70_000],
    ['15', 95_000],
  ] as const) {
    const both = paidSek({ solar_cells: 140_000, storage }, 1);
    assert.equal(printed.by_size[size], both - printed.roof, `${size} kWh`);
  }
  assert.equal(paidSek({ solar_cells: 140_000, storage: 70_000 }, 2) - printed.roof, 36_050);
});
