import type { RadiationDb } from '../../../schemas/types.ts';

/** Variables of a recipe's source. */
export type RecipeVariable = 'ghi' | 'diffuse_fraction' | 'temperature' | 'elevation';

/**
 * Names of rasters that no recipe has: planes other than the horizontal, beam and diffuse light alone, a system's yield.
 * PVGIS calls its optimum plane gh_opt, its tracker gh_2a.
 */
const OTHERS =
  /^(opt|2a|vert|gti|dni|dhi|beam|direct|fdir|cdir|sid|sdi|dal|pvout|pvgis53|year|sd|std|ssrdc)$/i;

const NAMES: [RecipeVariable, RegExp][] = [
  ['diffuse_fraction', /^(kd|diffuse|difffrac)$/i],
  ['temperature', /^(t2m|tas|temp|temperature|2t|ta)$/i],
  ['elevation', /^(elevation|elev|dem|orog|height|altitude)$/i],
  ['ghi', /^(sis|sismm|sisms|ssrd|ghi|gh|rsds|msdwswrf|sdswrf|irradiation|irradiance|radiation)$/i],
];

/**
 * A recipe's variable that the name of a file or folder speaks of: null for what is known and no variable
 * of a recipe, undefined for an unknown one.
 */
export function variableNamed(name: string): RecipeVariable | null | undefined {
  const words = name.replace(/(?<=[a-z])(?=\d{4})|\.\w+$/gi, ' ').split(/[^a-z0-9]+/i);
  if (words.some((word) => OTHERS.test(word))) return null;
  return NAMES.find(([, known]) => words.some((word) => known.test(word)))?.[0];
}

/** Likewise for a variable of NetCDF, whose whole name counts: SIS_nb is no irradiance. */
export function netcdfVariable(name: string, standardName: string): RecipeVariable | undefined {
  if (OTHERS.test(name)) return undefined;
  if (standardName === 'surface_downwelling_shortwave_flux_in_air') return 'ghi';
  if (standardName === 'air_temperature') return 'temperature';
  return NAMES.find(([, known]) => known.test(name.replace(/^avg_/, '')))?.[0];
}

/** A database with the credit that its makers ask for. */
export interface KnownDatabase {
  radiationDb: RadiationDb;
  name: string;
  licence: string;
  attribution: string;
}

const PVGIS_CREDIT =
  'PVGIS (c) European Union, 2001-2026 (European Commission, Joint Research Centre), averaged and regridded.';

/** By names of files and folders; the first that fits. */
const DATABASES: [RegExp, KnownDatabase][] = [
  [
    /sis(mm|ms)|cm.?saf/i,
    {
      radiationDb: 'RADDB-SARAH3',
      name: 'CM SAF SARAH, monthly means of surface irradiance',
      licence: 'CC BY 4.0',
      attribution: 'Contains data of EUMETSAT CM SAF (SARAH), averaged and regridded.',
    },
  ],
  [
    /sarah/i,
    {
      radiationDb: 'RADDB-SARAH3',
      name: 'PVGIS, monthly means of SARAH',
      licence: 'CC BY 4.0',
      attribution: PVGIS_CREDIT,
    },
  ],
  [
    /moda|ssrd/i,
    {
      radiationDb: 'RADDB-ERA5',
      name: 'Copernicus ERA5, monthly means',
      licence: 'Licence to use Copernicus products',
      attribution:
        'Contains modified Copernicus Climate Change Service information; neither the European Commission nor ECMWF is responsible for its use.',
    },
  ],
  [
    /era5/i,
    {
      radiationDb: 'RADDB-ERA5',
      name: 'PVGIS, monthly means of ERA5',
      licence: 'CC BY 4.0',
      attribution: PVGIS_CREDIT,
    },
  ],
];

/** The database that names speak of; undefined for none that is known. */
export function databaseNamed(names: string): KnownDatabase | undefined {
  return DATABASES.find(([known]) => known.test(names))?.[1];
}
