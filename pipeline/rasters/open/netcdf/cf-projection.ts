import type { NetcdfVariable } from './netcdf-variable.ts';

type Attributes = NetcdfVariable['attributes'];

const LATITUDE = 'latitude_of_projection_origin';
const LONGITUDE = 'longitude_of_projection_origin';
const MERIDIAN = 'longitude_of_central_meridian';

/** proj4's name of each grid mapping of CF (appendix F), with the attribute of its central longitude. */
const PROJECTIONS: Record<string, { proj: string; lon_0: string }> = {
  albers_conical_equal_area: { proj: 'aea', lon_0: MERIDIAN },
  azimuthal_equidistant: { proj: 'aeqd', lon_0: LONGITUDE },
  lambert_azimuthal_equal_area: { proj: 'laea', lon_0: LONGITUDE },
  lambert_conformal_conic: { proj: 'lcc', lon_0: MERIDIAN },
  lambert_cylindrical_equal_area: { proj: 'cea', lon_0: MERIDIAN },
  mercator: { proj: 'merc', lon_0: LONGITUDE },
  polar_stereographic: { proj: 'stere', lon_0: 'straight_vertical_longitude_from_pole' },
  sinusoidal: { proj: 'sinu', lon_0: LONGITUDE },
  stereographic: { proj: 'stere', lon_0: LONGITUDE },
  transverse_mercator: { proj: 'tmerc', lon_0: MERIDIAN },
};

/** Projections of one standard parallel, at which their scale is true. */
const TRUE_SCALE = new Set(['cea', 'merc', 'stere']);

/**
 * The coordinate system of a grid mapping: the text that GDAL and rioxarray write beside it, or proj4 text of CF's own
 * attributes; 'rotated' for a turned pole, undefined for degrees or a mapping that is not known.
 */
export function crsOfMapping(mapping: Attributes): string | undefined {
  const name = String(mapping.grid_mapping_name ?? '');
  if (name === 'rotated_latitude_longitude') return 'rotated';
  if (name === 'latitude_longitude') return undefined;
  const text = mapping.crs_wkt ?? mapping.spatial_ref ?? mapping.proj4 ?? mapping.proj4_params;
  if (typeof text === 'string' && text.trim() !== '') return text;
  const projection = PROJECTIONS[name];
  return projection && proj4Of(projection, mapping);
}

function proj4Of({ proj, lon_0 }: { proj: string; lon_0: string }, mapping: Attributes): string {
  const [first, second = first] = numbersOf(mapping.standard_parallel);
  const number = (attribute: string) => numbersOf(mapping[attribute])[0];
  const scale =
    number('scale_factor_at_projection_origin') ?? number('scale_factor_at_central_meridian');
  const parameters: [name: string, value: number | undefined][] = [
    ['lat_0', number(LATITUDE)],
    ['lon_0', number(lon_0) ?? number(LONGITUDE) ?? number(MERIDIAN)],
    ...(TRUE_SCALE.has(proj)
      ? ([['lat_ts', first]] satisfies [string, number | undefined][])
      : ([
          ['lat_1', first],
          ['lat_2', second],
        ] satisfies [string, number | undefined][])),
    ['k_0', scale],
    ['x_0', number('false_easting')],
    ['y_0', number('false_northing')],
  ];
  const written = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [`+${name}=${value}`],
  );
  return [`+proj=${proj}`, ...written, ellipsoidOf(number), '+units=m +no_defs'].join(' ');
}

function ellipsoidOf(number: (attribute: string) => number | undefined): string {
  const radius = number('earth_radius');
  if (radius !== undefined) return `+R=${radius}`;
  const [major, minor] = [number('semi_major_axis'), number('semi_minor_axis')];
  const inverse = number('inverse_flattening');
  if (major === undefined) return '+ellps=WGS84';
  if (minor !== undefined) return `+a=${major} +b=${minor}`;
  return inverse ? `+a=${major} +rf=${inverse}` : `+R=${major}`;
}

function numbersOf(value: Attributes[string] | undefined): number[] {
  if (value === undefined) return [];
  return typeof value === 'string'
    ? value
        .split(/[\s,]+/)
        .map(Number)
        .filter(Number.isFinite)
    : value;
}
