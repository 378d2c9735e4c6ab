/** Parameters of a coordinate system by PROJ's names, as written or as numbers. */
export type Proj4Parameters = Record<string, string | number>;

/** Projections that proj4js computes as PROJ 9.1 does, to a metre (crs.test.ts). Others are refused by name. */
const PROJECTIONS = new Set(
  'longlat utm tmerc etmerc lcc laea aea stere sterea merc eqc cea sinu moll robin eqearth aeqd eqdc'.split(
    ' ',
  ),
);
const LONGLAT = new Set(['latlong', 'latlon', 'lonlat']);
const ANGLES = new Set(['lat_0', 'lat_1', 'lat_2', 'lat_ts', 'lon_0']);
const NUMBERS = new Set('R a b rf f es e x_0 y_0 k k_0 to_meter'.split(' '));
/** Defaults of PROJ that proj4js does not have for every projection: without them it computes NaN. */
const ORIGIN = { lat_0: 0, lon_0: 0, x_0: 0, y_0: 0 };

/** A proj4 text's parameters. proj4js would split "+R=6.371e+06" at the plus of its exponent. */
export function proj4Parameters(text: string): Proj4Parameters {
  const found = text.matchAll(/(?:^|\s)\+?([A-Za-z_]\w*)(?:=(\S*))?/g);
  return Object.fromEntries(Array.from(found, ([, name, value]) => [name, value ?? '']));
}

/**
 * A proj4 text that proj4js reads as PROJ does: numbers without exponents, angles in degrees, PROJ's defaults written out.
 * @throws Error naming a projection, or a parameter, that is not read
 */
export function proj4Text(given: Proj4Parameters, owner: string): string {
  const proj = LONGLAT.has(String(given.proj)) ? 'longlat' : String(given.proj);
  refuseUnread({ ...given, proj }, owner);
  const isPlaced = proj === 'longlat' || proj === 'utm';
  const all = { ...(isPlaced ? {} : ORIGIN), ...onSphere(proj, given), ...given, proj };
  return Object.entries(withFlattening(all))
    .map(([name, value]) => [name, plainValue(name, String(value), owner)] as const)
    .filter(([name, value]) => !isPoleOfTrueScale(name, value))
    .map(([name, value]) => `+${name}${value === '' ? '' : `=${value}`}`)
    .join(' ');
}

function refuseUnread(given: Proj4Parameters, owner: string): void {
  const proj = String(given.proj);
  const isUtmByMeridian = proj === 'utm' && !(Number(given.zone) > 0);
  if (!PROJECTIONS.has(proj) || isUtmByMeridian) throw notRead(proj, owner);
  const radius = Object.keys(given).find((name) => /^R_/.test(name));
  if (radius) throw notRead(`${proj} +${radius}`, owner);
  refuseHalfCone(given, owner);
  refuseMeridian(given, owner);
}

function plainValue(name: string, text: string, owner: string): string | number {
  if (ANGLES.has(name)) return degrees(name, text, owner);
  return NUMBERS.has(name) && text !== '' ? numberIn(name, text, owner) : text;
}

/** The error about a projection that is not computed here, with the workaround. */
export function notRead(projection: string, owner: string): Error {
  return new Error(
    `${owner}: the projection "${projection}" of its coordinate system is not read. Bring the raster to degrees with: gdalwarp -r bilinear -t_srs EPSG:4326 in.tif out.tif`,
  );
}

/** A cone of one parallel with another origin: PROJ's own programs disagree whether its second parallel is the first or 0. */
function refuseHalfCone({ proj, lat_0, lat_1, lat_2 }: Proj4Parameters, owner: string): void {
  const isWhole = lat_2 === undefined ? Number(lat_0) === Number(lat_1) : Number(lat_2) !== 0;
  if (proj !== 'lcc' || isWhole) return;
  throw new Error(
    `${owner}: its coordinate system is +proj=lcc of one parallel, which is read in two ways. Give its proj4 text with +lat_0, +lat_1 and +lat_2 in "crs".`,
  );
}

/** The exact transverse Mercator of proj4js is for ellipsoids. */
function onSphere(proj: string, { R, a, b }: Proj4Parameters): Proj4Parameters {
  const isSphere = R !== undefined || (a !== undefined && Number(a) === Number(b));
  return proj === 'tmerc' && isSphere ? { approx: '' } : {};
}

/** proj4js knows the flattening only by its reciprocal. */
function withFlattening({ f, es, e, ...rest }: Proj4Parameters): Proj4Parameters {
  const squared = es ?? (e === undefined ? undefined : Number(e) ** 2);
  const flattening = f ?? (squared === undefined ? undefined : 1 - Math.sqrt(1 - Number(squared)));
  return flattening === undefined ? rest : { ...rest, rf: 1 / Number(flattening) };
}

/** True at the pole is what polar projections are without lat_ts. proj4js divides by zero. */
function isPoleOfTrueScale(name: string, value: string | number): boolean {
  return name === 'lat_ts' && Math.abs(Number(value)) === 90;
}

/** Longitudes from another meridian than Greenwich's. In metres proj4js accounts for it. */
function refuseMeridian({ proj, pm = 'greenwich' }: Proj4Parameters, owner: string): void {
  if (proj !== 'longlat' || /^(greenwich|[0.]+)$/i.test(String(pm))) return;
  throw notRead(`longlat +pm=${pm}`, owner);
}

function numberIn(name: string, text: string, owner: string): number {
  const [value, divisor = 1] = text.split('/').map(Number);
  if (Number.isFinite(value / divisor)) return value / divisor;
  throw new Error(
    `${owner}: its coordinate system has +${name}=${text}, expected a number. Correct it.`,
  );
}

/** Degrees, minutes and seconds as PROJ writes them (dmstor.c): 13d30, 15d48'29.8"E, 52n. */
const SEXAGESIMAL = /^([-+]?)([\d.]+)(?:[d°](?:([\d.]+)(?:'(?:([\d.]+)"?)?)?)?)?([nsew]?)$/i;

function degrees(name: string, text: string, owner: string): number {
  if (text !== '' && Number.isFinite(Number(text))) return Number(text);
  const [, sign, whole, minutes = 0, seconds = 0, side = ''] = SEXAGESIMAL.exec(text) ?? [];
  const value = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  if (Number.isFinite(value)) return (sign === '-') !== /[sw]/i.test(side) ? -value : value;
  throw new Error(
    `${owner}: its coordinate system has +${name}=${text}, expected degrees such as 13.5 or 13d30. Correct it.`,
  );
}
