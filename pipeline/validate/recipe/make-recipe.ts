/**
 * Drafts a recipe from what raster files state: `node --import tsx pipeline/validate/recipe/make-recipe.ts
 * --from FOLDER|ZIP|FILE [--out FILE]`. What they do not state is "?", or is suggested, with a line that says so.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeJsonWhole } from '../../files/write-whole.ts';
import { fileUnitOf, unitAdvice } from '../../rasters/file-unit.ts';
import { monthlyRasters } from '../../rasters/raster-files.ts';
import { draftGrid, gridText } from './draft-grid.ts';
import { findRasters, type RasterFilesGroup } from './find-rasters.ts';
import { contentsText, type RasterContents, rasterContents } from './raster-contents.ts';
import { suggestedGhiUnit } from './suggest-unit.ts';

type Variable = 'ghi' | 'diffuse_fraction' | 'temperature' | 'elevation';

/** Names of variables, of files and CF standard names that state what a raster is. */
const NAMES: [Variable, RegExp][] = [
  ['diffuse_fraction', /^(kd|diffuse_fraction)$/i],
  ['temperature', /^(t2m|tas|tavg|temperature|air_temperature)$/i],
  ['elevation', /^(elevation|dem|elev|orog)$/i],
  ['ghi', /^(SIS|ssrd|rsds|dswrf|srad|ghi|gh|surface_downwelling_shortwave_flux_in_air)$/i],
];

/** A variable of a source as a recipe has it. */
interface DraftRasters {
  files: string;
  entry?: string;
  variable?: string;
  years?: [number, number];
  unit: string;
}

/** What was found, for the recipe and for people. */
interface Draft {
  source: Partial<Record<Variable, DraftRasters>>;
  /** Contents of the irradiation's first file. */
  ghi: RasterContents | undefined;
  /** Every group with its months, for a refusal. */
  found: string[];
  /** Sentences on what is not stated. */
  unknowns: string[];
}

const { values: options } = parseArgs({
  options: { from: { type: 'string', default: '' }, out: { type: 'string', default: '' } },
});
try {
  await makeRecipe(options.from, options.out);
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function makeRecipe(from: string, wantedOut: string): Promise<void> {
  if (!from) throw new Error('FROM is missing, expected a folder, a zip or a file: FROM=data.');
  const { folder, groups, doubts } = await findRasters(from);
  const out = wantedOut || join(folder, 'recipe.json');
  if (existsSync(out)) {
    throw new Error(
      `${out}: is there already. Name another file (OUT=...), or move that one away.`,
    );
  }
  const draft: Draft = { source: {}, ghi: undefined, found: [], unknowns: [...doubts] };
  for (const group of groups) await draftGroup(group, dirname(out), draft);
  if (!draft.source.ghi || !draft.ghi) throw noIrradiation(from, draft);
  const grid = draftGrid(draft.ghi.facts);
  mkdirSync(dirname(out), { recursive: true });
  writeJsonWhole(out, recipeOf(draft.source, grid));
  const unknowns = [
    ...draft.unknowns,
    '"radiation_db", "name", "licence" and "attribution": where the files are from. Use RADDB-SARAH3 for any satellite. Ask who made them.',
    `"grid": "step_deg" as fine as you want, and which area: ${gridText(grid)}.`,
  ];
  console.log(['Not stated by the files, so left open or suggested:', ...unknowns].join('\n  - '));
  console.log(`Wrote ${out}. Complete it, then: make validate RECIPE=${out}`);
}

function noIrradiation(from: string, { found, unknowns }: Draft): Error {
  const refused = unknowns.map((text) => `\n  - ${text}`).join('');
  return new Error(
    `${from}: no irradiation of the horizontal (GHI) for each month was found. There are: ${found.slice(0, 12).join(', ') || 'none that is read'}. A raster of the year is not enough. Name twelve files such as ghi_01.tif to ghi_12.tif, or write the recipe by hand (pipeline/docs/real-rasters.md).${refused}`,
  );
}

/** Describes a group by its first file, and puts its variables into the source. */
async function draftGroup(group: RasterFilesGroup, base: string, draft: Draft): Promise<void> {
  const { files, entry, members, folder } = group;
  const name = entry === undefined ? files : `${files} > ${entry}`;
  const ref =
    entry === undefined
      ? { path: resolve(folder, members[0].name) }
      : { path: resolve(folder, files), entry: members[0].name };
  const contents = await rasterContents(ref).catch((error: Error) => {
    draft.unknowns.push(`${name} is refused: ${error.message}`);
    return [];
  });
  if (contents.length === 0) draft.found.push(`${name} (refused)`);
  for (const one of contents) {
    const named = members[0].month !== undefined;
    const rasters: DraftRasters = {
      files: join(relative(base, folder), files),
      ...(entry !== undefined && { entry }),
      ...(one.variable && { variable: one.variable.name }),
      ...yearsOf(group, one),
      unit: fileUnitOf(one.units || '?') ?? '?',
    };
    const count = named ? members.length : one.fields;
    const isMonthly = named || one.months.length > 0 || count === 12;
    const bands = one.fields > 1 ? `${one.fields} bands` : 'no months';
    const months = isMonthly ? `${count} months` : bands;
    draft.found.push(`${name}${one.variable ? ` ${one.variable.name}` : ''} (${months})`);
    console.log(
      `${name} (${members.length} files${named ? ', month in the name' : ''})\n${contentsText(one)}`,
    );
    await draftVariable(group, one, rasters, name, base, draft);
  }
}

async function draftVariable(
  group: RasterFilesGroup,
  contents: RasterContents,
  rasters: DraftRasters,
  name: string,
  base: string,
  draft: Draft,
): Promise<void> {
  const { source, unknowns } = draft;
  const variable = variableOf(contents, group.entry ?? group.files);
  const label = contents.variable?.name ?? name;
  if (!variable || source[variable]) {
    unknowns.push(
      `${label}: which variable it is${variable ? `, next to the other ${variable}` : ''}. Put it in as "ghi", "diffuse_fraction", "temperature" or "elevation", or leave it out.`,
    );
    return;
  }
  if (variable === 'elevation') {
    source[variable] = rasters;
    return;
  }
  const refs = await monthlyRasters(base, rasters).catch((error: Error) => {
    unknowns.push(`${name} is not the twelve months of ${variable}: ${error.message}`);
  });
  if (!refs) return;
  if (variable === 'ghi') draft.ghi = contents;
  source[variable] = rasters;
  if (rasters.unit !== '?') return;
  const stated = contents.units && statedText(variable, contents);
  const where = 'The page or paper that describes the files says it';
  const july = refs.find(({ date }, i) => (date ? date.month === 7 : i === 6));
  if (variable === 'ghi' && july && !contents.units) {
    const { unit, text } = await suggestedGhiUnit(july, 6);
    rasters.unit = unit ?? '?';
    unknowns.push(`${name}: the "unit" of ghi. ${where}; ${text}.`);
  } else
    unknowns.push(
      `${name}: the "unit" of ${variable}. ${stated || `${where}. See the range above.`}`,
    );
}

/** A unit that a recipe has no word for, with the line that converts irradiation in NetCDF. */
function statedText(variable: Variable, { units, variable: named }: RasterContents): string {
  const found = `The file says "${units}", which a recipe has no word for`;
  return variable === 'ghi' && named ? `${found}. ${unitAdvice('W/m2', units, named.name)}` : found;
}

/** By NetCDF's variable, or a word of the file's or folder's name. */
function variableOf({ variable }: RasterContents, file: string): Variable | undefined {
  const words = variable
    ? [variable.name, variable.standardName]
    : file.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^a-z0-9]+/i);
  return NAMES.find(([, known]) => words.some((word) => known.test(word)))?.[0];
}

/** The years that all of a group's names and times span. A recipe names them where there are several whole ones. */
function yearsOf({ members }: RasterFilesGroup, { months }: RasterContents) {
  const dated = members.some(({ year }) => year !== undefined)
    ? members.flatMap(({ year, month }) => (year === undefined ? [] : [{ year, month }]))
    : months.flatMap((text) =>
        /^\d{4}-/.test(text)
          ? [{ year: Number(text.slice(0, 4)), month: Number(text.slice(5)) }]
          : [],
      );
  const fields = dated.length * (months.length > 1 && members.length > 1 ? 12 : 1);
  const years = dated.map(({ year }) => year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  // Twelve months over a New Year are one mean year.
  return years.length > 0 && first < last && fields > 12
    ? { years: wholeYears(dated, first, last) }
    : {};
}

/** Without a first or last year that lacks months. */
function wholeYears(
  dated: readonly { year: number; month: number | undefined }[],
  first: number,
  last: number,
): [number, number] {
  const months = (year: number) =>
    dated.filter((one) => one.year === year && one.month !== undefined).length;
  const isWhole = (year: number) => months(year) === 0 || months(year) >= 12;
  const from = isWhole(first) ? first : first + 1;
  const to = isWhole(last) ? last : last - 1;
  return [from, Math.max(from, to)];
}

function recipeOf(source: Draft['source'], grid: object) {
  const origin = {
    radiation_db: /^(ssrd|var169)$/i.test(source.ghi?.variable ?? '')
      ? 'RADDB-ERA5'
      : 'RADDB-SARAH3',
    name: '?',
    licence: '?',
    attribution: '?',
  };
  return {
    dataset_version: '0.1.0',
    generated_at: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    grid,
    sources: [{ ...origin, ...source }],
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
