import { join, relative } from 'node:path';
import type { RadiationDb } from '../../../schemas/types.ts';
import { fileUnitOf, unitAdvice } from '../../rasters/file-unit.ts';
import { monthlyRasters } from '../../rasters/raster-files.ts';
import type { RasterFacts } from '../raster-table.ts';
import type { RasterFilesGroup } from './find-rasters.ts';
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

type Variables = Partial<Record<Variable, DraftRasters>>;

/** A source as a recipe has it, without what no file states. */
export interface DraftSource extends Variables {
  radiation_db: RadiationDb;
}

/** Radiation databases in the order of preference: satellites see the clouds, and end at 65 N. */
const DATABASES: readonly RadiationDb[] = ['RADDB-SARAH3', 'RADDB-ERA5'];

/**
 * Drafts sources from the variables that groups of files state, each by its first file, and prints what they hold.
 * @param folder of the groups
 * @param base folder of the recipe
 * @returns sources in the order of preference, headers of the first files of irradiation (`ghi`), names of all groups
 *   (`found`), and sentences on what is not stated (`unknowns`)
 */
export async function draftSources(
  groups: readonly RasterFilesGroup[],
  folder: string,
  base: string,
) {
  const sources: Record<RadiationDb, Variables> = { 'RADDB-SARAH3': {}, 'RADDB-ERA5': {} };
  const found: string[] = [];
  const unknowns: string[] = [];
  const ghi: RasterFacts[] = [];
  for (const { files, entry, members, first } of groups) {
    const name = entry === undefined ? files : `${files} > ${entry}`;
    const contents = await rasterContents(first).catch((error: Error) => {
      unknowns.push(`${name} is refused: ${error.message}`);
      found.push(`${name} (refused)`);
      return [];
    });
    const months = members[0].month === undefined ? '' : ', month in the name';
    for (const one of contents) {
      const isMonthly = members[0].month !== undefined || one.fields > 1;
      const what = one.variable ? `${name} ${one.variable.name}` : name;
      found.push(isMonthly ? what : `${what} (no months)`);
      console.log(`${name} (${members.length} files${months})\n${contentsText(one)}`);
      const rasters = {
        files: join(relative(base, folder), files),
        ...(entry !== undefined && { entry }),
        ...(one.variable && { variable: one.variable.name }),
        ...yearsOf(members.some(({ year }) => year) ? members : one.months),
        unit: fileUnitOf(one.units || '?') ?? '?',
      };
      const variable = variableOf(one, entry ?? files);
      const source = sources[databaseOf(one, name)];
      if (variable && !source[variable]) {
        await draftVariable(unknowns, source, variable, one, rasters, name, base);
        if (variable === 'ghi' && source.ghi) ghi.push(one.facts);
        continue;
      }
      const next = variable ? `, next to the other ${variable}` : '';
      unknowns.push(
        `${one.variable?.name ?? name}: which variable it is${next}. Put it in as "ghi", "diffuse_fraction", "temperature" or "elevation", or leave it out.`,
      );
    }
  }
  return { sources: withIrradiation(sources), ghi, found, unknowns };
}

/** ERA5 by ECMWF's short names, or by the name of a file or folder. Else any satellite. */
function databaseOf({ variable }: RasterContents, name: string): RadiationDb {
  const isEra5 = /^(ssrd|t2m|2t|var16[79])$/i.test(variable?.name ?? '');
  return isEra5 || /era-?5/i.test(name) ? 'RADDB-ERA5' : 'RADDB-SARAH3';
}

/** Sources that have irradiation. Other variables of a source without go to the first that lacks them. */
function withIrradiation(sources: Record<RadiationDb, Variables>): DraftSource[] {
  const all = DATABASES.map((radiation_db) => ({ radiation_db, ...sources[radiation_db] }));
  const [first, ...others] = all.filter(({ ghi }) => ghi);
  const lacking = all.find(({ ghi }) => !ghi);
  return first ? [{ ...lacking, ...first }, ...others] : [];
}

/** Puts in a variable whose months are there, and says where its unit is not stated. */
async function draftVariable(
  unknowns: string[],
  source: Variables,
  variable: Variable,
  { units, variable: named }: RasterContents,
  rasters: DraftRasters,
  name: string,
  base: string,
): Promise<void> {
  const isGhi = variable === 'ghi';
  const months = variable === 'elevation' ? Promise.resolve([]) : monthlyRasters(base, rasters);
  const refs = await months.catch((error: Error) => {
    unknowns.push(`${name} is not the twelve months of ${variable}: ${error.message}`);
  });
  if (!refs) return;
  source[variable] = rasters;
  if (rasters.unit !== '?') return;
  const unknown = `${name}: the "unit" of ${variable}.`;
  const where = 'The page or paper that describes the files states it';
  if (units) {
    const advice = isGhi && named ? `. ${unitAdvice('W/m2', units, named.name)}` : '';
    unknowns.push(`${unknown} The file says "${units}", which a recipe has no word for${advice}`);
  } else if (isGhi) {
    // January comes first.
    const { unit, text } = await suggestedGhiUnit(refs[6]);
    rasters.unit = unit;
    unknowns.push(`${unknown} ${where}. ${text}.`);
  } else unknowns.push(`${unknown} ${where}. See the range above.`);
}

/** The climate variable by NetCDF's variable, or a word of the file's or folder's name. */
function variableOf({ variable }: RasterContents, file: string): Variable | undefined {
  const words = variable
    ? [variable.name, variable.standardName]
    : file.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^a-z0-9]+/i);
  return NAMES.find(([, known]) => words.some((word) => known.test(word)))?.[0];
}

/** First and last whole year of files of several years. A date without a month is of a whole year. */
function yearsOf(dates: readonly Partial<Record<'year' | 'month', number | undefined>>[]): {
  years?: [number, number];
} {
  const months = new Map<number, number>();
  for (const { year, month } of dates) {
    if (year) months.set(year, (months.get(year) ?? 0) + (month === undefined ? 12 : 1));
  }
  const whole = [...months].flatMap(([year, count]) => (count >= 12 ? [year] : []));
  if (months.size < 2 || whole.length === 0) return {};
  return { years: [Math.min(...whole), Math.max(...whole)] };
}
