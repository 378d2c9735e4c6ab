/**
 * Drafts a recipe from what raster files state: `node --import tsx pipeline/validate/recipe/make-recipe.ts
 * --from FOLDER|ZIP|FILE [--out FILE]`. What they do not state is "?", with a line that says how to find it out.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeJsonWhole } from '../../files/write-whole.ts';
import { fileUnitOf } from '../../rasters/file-unit.ts';
import type { RasterRef } from '../../rasters/open-raster.ts';
import { findRasters, type RasterFilesGroup } from './find-rasters.ts';
import { contentsText, type RasterContents, rasterContents } from './raster-contents.ts';
import { suggestedGhiUnit } from './suggest-unit.ts';

type Variable = 'ghi' | 'diffuse_fraction' | 'temperature' | 'elevation';

/** Names of variables, of files and CF standard names that state what a raster is. */
const NAMES: [Variable, RegExp][] = [
  ['diffuse_fraction', /^(kd|diffuse_fraction)$/i],
  ['temperature', /^(t2m|tas|temperature|air_temperature)$/i],
  ['elevation', /^(elevation|dem|orog)$/i],
  ['ghi', /^(SIS|ssrd|rsds|ghi|gh|surface_downwelling_shortwave_flux_in_air)$/i],
];

/** A variable of a source as a recipe has it. */
interface DraftRasters {
  files: string;
  entry?: string;
  variable?: string;
  years?: [number, number];
  unit: string;
}

const { values: options } = parseArgs({
  options: { from: { type: 'string', default: '' }, out: { type: 'string', default: '' } },
});
try {
  await makeRecipe(options.from, options.out);
} catch (error) {
  console.error(`No recipe: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function makeRecipe(from: string, wantedOut: string): Promise<void> {
  if (!from) throw new Error('FROM is missing, expected a folder, a zip or a file: FROM=data.');
  const { folder, groups, doubts: unknowns } = await findRasters(from);
  const out = wantedOut || join(folder, 'recipe.json');
  if (existsSync(out)) {
    throw new Error(
      `${out}: is there already. Name another file (OUT=...), or move that one away.`,
    );
  }
  const source: Partial<Record<Variable, DraftRasters>> = {};
  for (const group of groups)
    await draftGroup(group, relative(dirname(out), folder), source, unknowns);
  mkdirSync(dirname(out), { recursive: true });
  writeJsonWhole(out, recipeOf(source));
  unknowns.push(
    '"radiation_db", "name", "licence" and "attribution": where the files are from. Ask who made them.',
  );
  unknowns.push('"grid": "step_deg" as fine as you want, and which area ("coverage", "bbox").');
  console.log(['Not stated by the files, so "?" or left out:', ...unknowns].join('\n  - '));
  console.log(`Wrote ${out}. Complete it, then: make validate RECIPE=${out}`);
}

/** Describes a group by its first file, and puts its variables into the source. */
async function draftGroup(
  group: RasterFilesGroup,
  place: string,
  source: Partial<Record<Variable, DraftRasters>>,
  unknowns: string[],
): Promise<void> {
  const { files, entry, members } = group;
  const ref = refOf(group, 0);
  const name = entry === undefined ? files : `${files} > ${entry}`;
  const found = await rasterContents(ref).catch((error: Error) => {
    unknowns.push(`${name} is refused: ${error.message}`);
    return [];
  });
  for (const contents of found) {
    const dated = members[0].month === undefined ? '' : ', month in the name';
    console.log(`${name} (${members.length} files${dated})\n${contentsText(contents)}`);
    const variable = variableOf(contents, entry ?? files);
    if (!variable || source[variable]) {
      unknowns.push(
        `${contents.variable?.name ?? name}: which variable it is${variable ? `, besides the other ${variable}` : ''}. Put it in as "ghi", "diffuse_fraction", "temperature" or "elevation", or leave it out.`,
      );
      continue;
    }
    const unit = fileUnitOf(contents.variable?.units ?? '?') ?? '?';
    if (unit === '?') unknowns.push(await unknownUnit(variable, name, group));
    source[variable] = {
      files: join(place, files),
      ...(entry !== undefined && { entry }),
      ...(contents.variable && { variable: contents.variable.name }),
      ...yearsOf(group, contents),
      unit,
    };
  }
}

function refOf({ folder, files, entry, members }: RasterFilesGroup, i: number): RasterRef {
  const { name } = members[i];
  return entry === undefined
    ? { path: resolve(folder, name) }
    : { path: resolve(folder, files), entry: name };
}

/** By NetCDF's variable, or a word of the file's or folder's name. */
function variableOf({ variable }: RasterContents, file: string): Variable | undefined {
  const words = variable ? [variable.name, variable.standardName] : file.split(/[^a-z0-9]+/i);
  return NAMES.find(([, known]) => words.some((word) => known.test(word)))?.[0];
}

/** The years that all of a group's names and times span; a recipe names them where there are several. */
function yearsOf({ members }: RasterFilesGroup, { months }: RasterContents) {
  const years = [
    ...members.flatMap(({ year }) => year ?? []),
    ...months.map((month) => Number(month.slice(0, 4))),
  ];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return years.length > 0 && first < last
    ? { years: [first, last] satisfies [number, number] }
    : {};
}

async function unknownUnit(
  variable: Variable,
  name: string,
  group: RasterFilesGroup,
): Promise<string> {
  const july = group.members.findIndex(({ month }) => month === 7);
  const advice =
    variable === 'ghi' && july >= 0
      ? `; ${await suggestedGhiUnit(refOf(group, july), 6)}`
      : '; see the range above';
  return `${name}: the "unit" of ${variable}. The page or paper that describes the files says it${advice}.`;
}

function recipeOf(source: Partial<Record<Variable, DraftRasters>>) {
  const origin = { radiation_db: '?', name: '?', licence: '?', attribution: '?' };
  return {
    dataset_version: '0.1.0',
    generated_at: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    grid: { step_deg: 0.25 },
    sources: [{ ...origin, ghi: { files: '?', unit: '?' }, ...source }],
    era5_correction: false,
    model: {
      sky_model: 'hay_davies',
      albedo: 0.2,
      days_per_month: 3,
      steps_per_day: 24,
      system_loss: 0.14,
    },
  };
}
