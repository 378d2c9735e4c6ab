/**
 * `make architecture`: checks the rules of .dependency-cruiser.mjs and draws the folders into service/architecture.svg.
 * `architecture.ts --check` writes nothing and fails when the drawing is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instance } from '@viz-js/viz';
import { cruise, format, type ICruiseResult } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { PROJECT } from '../../../schemas/project.ts';
import { circularEntries } from './circular-entries.ts';

const DRAWING = 'service/architecture.svg';
/** The folders of the drawing, and the files that it leaves out. */
const DRAWN =
  '^(schemas|pipeline/(clock|solar)|pipeline|service/(http|engine|api|pages|server|integrations|commands|tools))(?=/)';
const NOT_DRAWN =
  '^node_modules|[.]test(-kit)?[.]ts$|(^|/)(test|e2e)/|^fixtures/|^service/deploy/|^service/[^/]+$';

const result = await readImports();
const report = await format(result, { outputType: 'err' });
const circles = circularEntries(result.modules);
if (report.exitCode > 0) fail(String(report.output));
if (circles.length > 0) fail(`Folders import each other in a circle: ${circles.join(', ')}.`);
const drawing = await draw();
const path = join(PROJECT, DRAWING);
if (!process.argv.includes('--check')) writeFileSync(path, drawing);
else if (readFileSync(path, 'utf8') !== drawing)
  fail(`${DRAWING} is stale. Run "make architecture".`);

async function readImports(): Promise<ICruiseResult> {
  const { options, ...ruleSet } = await extractConfig(join(PROJECT, '.dependency-cruiser.mjs'));
  const folders = ['schemas', 'pipeline', 'service', 'fixtures'];
  const { output } = await cruise(folders, { ...options, validate: true, ruleSet });
  // Without an output type the result is data.
  return output as ICruiseResult;
}

/** The imports between the folders as SVG. Graphviz lays them out. */
async function draw(): Promise<string> {
  const { output } = await format(result, {
    outputType: 'dot',
    collapse: DRAWN,

    exclude: { path: NOT_DRAWN },
  });
  return (await instance()).renderString(String(output), { format: 'svg' });
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
