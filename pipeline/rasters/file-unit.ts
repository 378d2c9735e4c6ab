import type { GhiRasters } from '../../schemas/types.ts';

/** Units that a raster's numbers may have by the recipe. J/m2 are those of a mean day, kWh/m2 those of the month. */
export type FileUnit = GhiRasters['unit'] | '°C' | 'K' | '1' | 'm' | '%';

/** Units of irradiation. */
export const GHI_UNITS = [
  'kWh/m2',
  'W/m2',
  'kWh/m2/day',
  'Wh/m2/day',
  'MJ/m2/day',
  'kJ/m2/day',
  'J/m2',
] as const satisfies GhiRasters['unit'][];

/** The unit of irradiation in the text of a file: W/m2, or J/m2 of a period (empty where the text names none). */
interface RadiationUnit {
  isPower: boolean;
  /** W/m2 or J/m2 for a number of 1. */
  factor: number;
  period: '' | 'hour' | 'day' | 'month' | 'year';
}

/** How files write the units without dimensions of their own, without spaces, points, carets and asterisks. */
const PLAIN: [FileUnit, RegExp][] = [
  ['°C', /^(°?C|deg(rees?)?_?C(elsius)?|celsius)$/i],
  ['K', /^(K|kelvins?|deg(rees?)?_?K(elvin)?)$/i],
  ['1', /^(1|-|fraction|dimensionless|\(0-1\)|0-1|)$/i],
  ['m', /^(m|met(re|er)s?)(a\.?s\.?l\.?)?$/i],
  ['%', /^(%|percent)$/i],
];

/** Units of energy, power and length with their size in J, W, m. */
const SIZES: ['energy' | 'power' | 'length', RegExp, number][] = [
  ['energy', /^(J|[Jj]oules?)$/, 1],
  ['energy', /^(kJ|KJ|[Kk]ilojoules?)$/, 1e3],
  ['energy', /^(MJ|[Mm]egajoules?)$/, 1e6],
  ['energy', /^(GJ)$/, 1e9],
  ['energy', /^(Wh|WH|wh)r?$/, 3600],
  ['energy', /^(kWh|KWh|KWH|kwh|kWH|Kwh)r?$/, 3.6e6],
  ['energy', /^(MWh|MWH)$/, 3.6e9],
  ['energy', /^cal$/, 4.184],
  ['power', /^(W|w|[Ww]atts?)$/, 1],
  ['power', /^(kW|KW|[Kk]ilowatts?)$/, 1e3],
  ['power', /^mW$/, 1e-3],
  ['power', /^MW$/, 1e6],
  ['length', /^(m|M|[Mm]et(re|er)s?)$/, 1],
  ['length', /^cm$/, 0.01],
  ['length', /^km$/, 1000],
];
/** Units of time. Those of the calendar count as themselves. */
const TIME: [RegExp, string][] = [
  [/^(s|sec|secs|seconds?)$/i, 'second'],
  [/^(h|hr|hrs|hours?)$/i, 'hour'],
  [/^(d|days?|dag|dygn)$/i, 'day'],
  [/^(mon|mo|mth|months?)$/i, 'month'],
  [/^(a|y|yr|yrs|years?)$/i, 'year'],
];

/** One spelling of signs, and of words that represent them. */
function plainText(text: string): string {
  return text.replace(/[º˚]/g, '°').normalize('NFKC').replace(/[−–—]/g, '-').trim();
}

/** The unit that a file's text represents. Undefined for one that is not known. */
export function fileUnitOf(text: string): FileUnit | undefined {
  const plain = plainText(text);
  const bare = plain.replace(/[\s.^*[\]]+/g, '');
  const known = PLAIN.find(([, spelling]) => spelling.test(bare))?.[0];
  if (known) return known;
  const radiation = radiationUnitOf(plain);
  return radiation && namedUnit(radiation);
}

function namedUnit({ isPower, factor, period }: RadiationUnit): FileUnit | undefined {
  if (isPower) return factor === 1 ? 'W/m2' : undefined;
  if (factor === 1) return period === '' || period === 'day' ? 'J/m2' : undefined;
  if (factor === 3.6e6 && (period === '' || period === 'month')) return 'kWh/m2';
  if (period !== 'day') return undefined;
  const daily = {
    3600: 'Wh/m2/day',
    3600000: 'kWh/m2/day',
    1000: 'kJ/m2/day',
    1000000: 'MJ/m2/day',
  };
  return daily[factor as keyof typeof daily] as FileUnit | undefined;
}

/**
 * Reads a unit of irradiation by its dimensions, in the spellings of CF, UDUNITS, ECMWF, WMO and of people: "W m-2",
 * "W/(m^2)", "kWh m⁻² d⁻¹", "MJ/m2/day", "J cm**-2 per day".
 * @returns undefined for what is no energy or power by area
 */
function radiationUnitOf(text: string): RadiationUnit | undefined {
  const plain = plainText(text)
    .replace(/kilo-?watt[\s-]*hours?|kW[\s·.*-]*hr?(?![a-z])/gi, 'kWh')
    .replace(/watt[\s-]*hours?|(?<![a-zA-Z])W[\s·.*-]*hr?(?![a-z])/g, 'Wh')
    .replace(/\b(langleys?|ly)\b/gi, 'cal cm-2')
    .replace(/^(k?Wh?|[kM]?J)(?=m\W*-?2)/, '$1 ')
    .replace(/\bsq(uare)?[\s.]*m(et(er|re)s?)?\b/gi, 'm2')
    .replace(/\bper\b/gi, '/')
    .replace(/\bof a\b/gi, '/')
    .replace(/\*\*|\^|[{}[\]]/g, '');
  const [, number = '1', rest] =
    /^(?:([\d.]+(?:e[+-]?\d+)?)\s*[*x]?\s*(?=[a-z]))?(.*)$/is.exec(plain) ?? [];
  const size = Number(number);
  if (rest === undefined || /[^\sa-z0-9./*·()_-]/i.test(rest)) return undefined;
  return fromFactors(size, rest);
}

function fromFactors(number: number, text: string): RadiationUnit | undefined {
  const sum = { energy: 0, power: 0, length: 0 };
  const times = new Map<string, number>();
  let factor = number;
  let isBelow = false;
  for (const [token, name, power] of text.matchAll(/\/|([a-z]+)(-?\d+)?/gi)) {
    if (token === '/') {
      isBelow = true;
      continue;
    }
    const exponent = Number(power ?? 1) * (isBelow && Number(power ?? 1) > 0 ? -1 : 1);
    const [dimension, , size] = SIZES.find(([, spelling]) => spelling.test(name)) ?? [];
    const time = TIME.find(([spelling]) => spelling.test(name))?.[1];
    if (dimension) sum[dimension] += exponent;
    else if (time) times.set(time, (times.get(time) ?? 0) + exponent);
    else return undefined;
    factor *= (size ?? 1) ** exponent;
  }
  if (sum.energy + sum.power !== 1 || sum.energy * sum.power !== 0 || sum.length !== -2) {
    return undefined;
  }
  return byPeriod(Number(factor.toPrecision(12)), sum.power === 1, times);
}

/** Watts for an hour are energy, and joules by a second are power. */
function byPeriod(
  factor: number,
  isPower: boolean,
  times: ReadonlyMap<string, number>,
): RadiationUnit | undefined {
  const [[time, exponent] = ['', 0], ...others] = [...times].filter(([, power]) => power !== 0);
  if (others.length > 0) return undefined;
  if (isPower) {
    if (time === '') return { isPower, factor, period: '' };
    return time === 'hour' && exponent === 1
      ? { isPower: false, factor: factor * 3600, period: '' }
      : undefined;
  }
  if (time === 'second') return exponent === -1 ? { isPower: true, factor, period: '' } : undefined;
  if (time !== '' && exponent !== -1) return undefined;
  return { isPower: false, factor, period: time as RadiationUnit['period'] };
}

/**
 * Names of accumulated radiation at ECMWF. Its monthly means say J m-2 and are those of a day
 * (Copernicus, "ERA5: data documentation", monthly means of accumulations).
 */
const DAILY_AT_ECMWF = new Set(['ssrd', 'ssrdc', 'fdir', 'cdir', 'var169']);

/**
 * Holds the unit of the recipe against the one that a file states.
 * @param variable undefined for a GeoTIFF's band
 * @throws Error naming both, with the recipe's right word or the line that converts the file
 */
export function checkUnit(
  unit: FileUnit,
  stated: string | undefined,
  variable: string | undefined,
  owner: string,
): void {
  if (stated === undefined) return;
  const found = fileUnitOf(stated);
  const radiation = radiationUnitOf(stated);
  if (found === unit) {
    const isOfADay =
      radiation?.period === 'day' || DAILY_AT_ECMWF.has(variable?.toLowerCase() ?? '');
    if (variable === undefined || unit !== 'J/m2' || isOfADay) return;
    throw new Error(
      `${owner}: "${variable}" is in "${stated}", and whether of a day, an hour or a month is not known by that name, as it is of ERA5's ssrd. Convert it to W m-2 (a day's by 86400 s) with: cdo -divc,86400 -setattribute,${variable}@units="W m-2" in.nc out.nc`,
    );
  }
  // A text without a period leaves the day of "kWh/m2/day" to the recipe.
  if (radiation?.period === '' && namedUnit({ ...radiation, period: 'day' }) === unit) return;
  const what = `is in "${stated}", but the recipe says "unit": "${unit}".`;
  if (variable !== undefined) {
    throw new Error(`${owner}: "${variable}" ${what} ${unitAdvice(unit, stated, variable)}`);
  }
  // A GeoTIFF's band has text for anybody's use next to its unit: what is no unit of these is left to the recipe.
  if (stated.trim() === '' || !(found || radiation)) return;
  const advice = found
    ? `Put "unit": "${found}" into the recipe if that variable takes it, or choose another file.`
    : `Convert it to "${unit}", for example with: gdal_calc.py -A in.tif --allBands=A --calc="A*FACTOR" --outfile=out.tif`;
  throw new Error(`${owner}: ${what} ${advice}`);
}

/** Advice about a unit that a NetCDF variable states and the recipe does not. */
export function unitAdvice(unit: FileUnit, stated: string, variable: string): string {
  const found = fileUnitOf(stated);
  const radiation = radiationUnitOf(stated);
  if (found === '%' && unit === '1') return convert(variable, '-divc,100', '1');
  if (found) {
    return `Put "unit": "${found}" into the recipe if that variable takes it, or choose another variable.`;
  }
  if (radiation?.isPower) return convert(variable, `-mulc,${radiation.factor}`, 'W m-2');
  const seconds = { hour: 3600, day: 86400 };
  if (radiation?.period === 'hour' || radiation?.period === 'day') {
    const perWatt = Number((seconds[radiation.period] / radiation.factor).toPrecision(10));
    return convert(variable, `-divc,${perWatt}`, 'W m-2');
  }
  if (radiation?.period === 'month') {
    const perKwh = Number((3.6e6 / radiation.factor).toPrecision(10));
    return convert(variable, `-divc,${perKwh}`, 'kWh m-2');
  }
  const known = radiation
    ? `and of which period is not stated. Find out whether it is of a day or a month, and convert it: 1 kWh is 3.6 MJ, 1 W for a day 86.4 kJ`
    : 'which is not known here. Convert the file to that unit, or choose another variable';
  return `The file's unit is "${stated}", ${known}.`;
}

function convert(variable: string, operator: string, to: string): string {
  return `Convert it to ${to} with: cdo ${operator} -setattribute,${variable}@units="${to}" in.nc out.nc`;
}
