import { basename } from 'node:path';
import { databaseNamed, type KnownDatabase } from './known-names.ts';
import { monthsOf, type RasterSet } from './raster-sets.ts';

/** Fewer months are no monthly variable. */
const LEAST_MONTHS = 6;

/** Irradiation of one database. */
export interface GhiChoice {
  set: RasterSet;
  /** Undefined where no name says it. */
  database: KnownDatabase | undefined;
}

/** Sets by what they are taken for. */
export interface ChosenSets {
  /** In order of preference, one a database. */
  ghi: GhiChoice[];
  diffuse_fraction?: RasterSet;
  temperature?: RasterSet;
  elevation?: RasterSet;
  doubts: string[];
  unused: RasterSet[];
}

/** A set's name for people. */
export function setName({ files, entry, netcdf }: Omit<RasterSet, 'fields' | 'variable'>): string {
  return [files, entry, netcdf?.variable].filter(Boolean).join(' > ');
}

/**
 * Decides by names which sets are which variable. Twelve rasters of no known name are irradiation where
 * nothing else is.
 * @param from what was looked at, whose name may tell the database
 * @throws Error when there is no irradiation
 */
export function chooseSets(sets: readonly RasterSet[], from: string): ChosenSets {
  const doubts: string[] = [];
  const isMonthly = (set: RasterSet) => monthsOf(set).length >= LEAST_MONTHS;
  let ghi = sets.filter((set) => set.variable === 'ghi' && isMonthly(set));
  if (ghi.length === 0) {
    ghi = sets.filter((set) => set.variable === undefined && isMonthly(set));
    if (ghi.length !== 1) throw noIrradiation(sets, from);
    doubts.push(
      `No name says what ${setName(ghi[0])} is: taken for irradiation on the horizontal (GHI). Give files names such as ghi_01.tif, t2m_01.tif, kd_01.tif if that is wrong.`,
    );
  }
  const byDatabase = new Map<string, GhiChoice>();
  for (const set of ghi) {
    const database = databaseNamed(`${setName(set)} ${basename(from)}`);
    const key = database?.radiationDb ?? 'RADDB-SARAH3';
    const earlier = byDatabase.get(key);
    if (!earlier) byDatabase.set(key, { set, database });
    else doubts.push(`${setName(set)} is irradiation, too: ${setName(earlier.set)} was taken.`);
  }
  // Satellites see clouds that a reanalysis reckons.
  const choices = [...byDatabase].sort(([a], [b]) => (a > b ? -1 : 1)).map(([, choice]) => choice);
  const first = (variable: string, fits: (set: RasterSet) => boolean) =>
    sets.find((set) => set.variable === variable && fits(set));
  const diffuse = first('diffuse_fraction', isMonthly);
  const temperature = first('temperature', isMonthly);
  const elevation = first('elevation', ({ fields }) => fields.length === 1);
  const taken = [...ghi, diffuse, temperature, elevation];
  return {
    ghi: choices,
    ...(diffuse && { diffuse_fraction: diffuse }),
    ...(temperature && { temperature }),
    ...(elevation && { elevation }),
    doubts,
    unused: sets.filter((set) => !taken.includes(set)),
  };
}

function noIrradiation(sets: readonly RasterSet[], from: string): Error {
  const found = sets
    .slice(0, 6)
    .map((set) => `${setName(set)} (${monthsOf(set).length || 'no'} months)`);
  return new Error(
    `${from}: no irradiation of the horizontal (GHI) for each month was found. There are: ${found.join(', ') || 'none that can be read'}. A year's raster alone does not do; name twelve files such as ghi_01.tif to ghi_12.tif, or take PVGIS's gh_0_month rather than gh_0_year.`,
  );
}
