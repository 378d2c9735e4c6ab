import { MONTHS } from '../../schemas/codec/axes.ts';
import { diffuseFractions, monthlyPlanes } from './monthly-planes.ts';
import type { Climate, PvModel } from './place-light.ts';
import type { PlaneGeometry } from './plane-geometry.ts';
import { type SkyResidual, skyResidual } from './sky-residuals.ts';

/** A place whose irradiation varies from year to year. Months January to December. */
export interface VaryingPlace {
  ghiKwhM2: ArrayLike<number>;
  /** 24 h means. NaN: 8 °C. */
  temperatureC: ArrayLike<number>;
  /** Standard deviation of the year's irradiation and of the months', percent of the mean. */
  annualSdPct: number;
  monthlySdPct: ArrayLike<number>;
}

/**
 * How yields answer to irradiation at a place: [period][plane], the periods being the
 * months and then the year. kWh/kWp.
 */
export interface Answers {
  /** Move of the yield with one standard deviation of the irradiation. */
  moved: Float64Array;
  /** Its move if the yield were proportional to the irradiation. */
  inProportion: Float64Array;
  /** Square of the move by light apart from the irradiation, (kWh/kWp)^2, beyond that of the plane of index 0. */
  scattered: Float64Array;
  yields: Float64Array;
}

/** A month's light apart from its irradiation, on logarithmic scales as in `SkyResidual`. */
interface Shift {
  diffuse: number;
  ends: number;
  afternoon: number;
}

const NO_SHIFT: Shift = { diffuse: 0, ends: 0, afternoon: 0 };

/** The three scatters of a month's light, each by itself. */
const SCATTERS: ((residual: SkyResidual) => Shift)[] = [
  ({ diffuseScatter }) => ({ diffuse: diffuseScatter, ends: 0, afternoon: 0 }),
  ({ endsScatter }) => ({ diffuse: 0, ends: endsScatter, afternoon: 0 }),
  ({ afternoonScatter }) => ({ diffuse: 0, ends: 0, afternoon: afternoonScatter }),
];

type Summed = 'yieldKwhKwp' | 'poaKwhM2';

/**
 * How the planes' yields at a place respond to irradiation one standard deviation above and below its
 * mean. Months vary by their own deviation. For the year all months vary by the year's, as far as it is
 * not explained by independent months (`setYears`).
 *
 * The diffuse fraction follows Erbs, Klein & Duffie 1982 (a bright month has less diffuse light),
 * whatever fraction the dataset has. It and the beam's place in the day also follow the slopes of
 * `SKY_RESIDUALS`. The scatter about these slopes is independent between months, so a year's is the
 * months' in quadrature. The warmer air of a bright month is not included.
 * @param planes of which the first is flat
 */
export function answersAt(
  planes: PlaneGeometry,
  place: VaryingPlace,
  model: PvModel,
  summed: Summed = 'yieldKwhKwp',
): Answers {
  const count = planes.tilts * planes.azimuths;
  const size = (MONTHS + 1) * count;
  const moved = new Float64Array(size);
  const inProportion = new Float64Array(size);
  const bothOf = (shareOf: (month: number) => number) => {
    const climates = [1, -1].map((sign) =>
      brighter(planes, place, (month) => sign * shareOf(month)),
    );
    return [...monthlyPlanes(planes, climates, model)].map((sums) => sums[summed]);
  };
  const add = ([above, below]: Float64Array[], period: number, month: number, share: number) => {
    for (let plane = 0; plane < count; plane++) {
      const high = above[month * count + plane];
      const low = below[month * count + plane];
      moved[period * count + plane] += (high - low) / 2;
      inProportion[period * count + plane] += (share * (high + low)) / 2;
    }
  };
  const byMonth = bothOf((month) => place.monthlySdPct[month] / 100);
  const byYear = bothOf(() => place.annualSdPct / 100);
  for (let month = 0; month < MONTHS; month++) {
    add(byMonth, month, month, place.monthlySdPct[month] / 100);
    add(byYear, MONTHS, month, place.annualSdPct / 100);
  }
  setYears(moved, count);
  return { moved, inProportion, ...scatterAt(planes, place, model, summed) };
}

/**
 * Combines the years' moves of common and of independent months. Independent months explain part of the
 * flat plane's year, and the rest is common to all months. Without independent months a north plane's
 * year would nearly vanish, since its months respond with different signs.
 */
function setYears(moved: Float64Array, count: number): void {
  const year = MONTHS * count;
  const ofMonths = (plane: number) => {
    let square = 0;
    for (let month = 0; month < MONTHS; month++) square += moved[month * count + plane] ** 2;
    return square;
  };
  const common = Math.max(0, 1 - ofMonths(0) / moved[year] ** 2);
  for (let plane = 0; plane < count; plane++) {
    moved[year + plane] = Math.sqrt(common * moved[year + plane] ** 2 + ofMonths(plane));
  }
}

/** A place's climate with irradiation that differs by a share, and the light of such months. */
function brighter(
  planes: PlaneGeometry,
  place: VaryingPlace,
  shareOf: (month: number) => number,
): Climate {
  const ghiKwhM2 = Float64Array.from(place.ghiKwhM2, (kwh, month) => kwh * (1 + shareOf(month)));
  return shifted(planes, { ...place, ghiKwhM2 }, (month) => {
    const { diffuseSlope, endsSlope } = skyResidual(month);
    const change = Math.log(1 + shareOf(month));
    return { diffuse: diffuseSlope * change, ends: endsSlope * change, afternoon: 0 };
  });
}

/** A climate whose light differs from that of a mean month with its irradiation. */
function shifted(
  { sun }: PlaneGeometry,
  { ghiKwhM2, temperatureC }: Pick<Climate, 'ghiKwhM2' | 'temperatureC'>,
  shiftOf: (month: number) => Shift,
): Climate {
  const climate = { ghiKwhM2, temperatureC, diffuseFraction: Array(MONTHS).fill(Number.NaN) };
  const beamMoves = Array.from({ length: MONTHS }, (_, month) => shiftOf(month));
  const diffuseFraction = diffuseFractions(sun, climate).map((fraction, month) =>
    Math.min(1, fraction * Math.exp(beamMoves[month].diffuse)),
  );
  return { ...climate, diffuseFraction, beamMoves };
}

/** Effect of the scatter of light: sums of squared moves relative to the flat plane's, and the mean yields. */
function scatterAt(
  planes: PlaneGeometry,
  place: VaryingPlace,
  model: PvModel,
  summed: Summed,
): Pick<Answers, 'scattered' | 'yields'> {
  const count = planes.tilts * planes.azimuths;
  const scattered = new Float64Array((MONTHS + 1) * count);
  const [mean] = [...monthlyPlanes(planes, [shifted(planes, place, () => NO_SHIFT)], model)];
  const yields = withYear(mean[summed], count);
  for (const scatterOf of SCATTERS) {
    const [high, low] = [1, -1].map((sign) =>
      shifted(planes, place, (month) => timesSign(scatterOf(skyResidual(month)), sign)),
    );
    const [above, below] = [...monthlyPlanes(planes, [high, low], model)];
    const moved = above[summed].map((kwh, i) => (kwh - below[summed][i]) / 2);
    addSquares(moved, yields, count, scattered);
  }
  return { scattered, yields };
}

function timesSign({ diffuse, ends, afternoon }: Shift, sign: number): Shift {
  return { diffuse: sign * diffuse, ends: sign * ends, afternoon: sign * afternoon };
}

/** The months, followed by their sums. */
function withYear(months: Float64Array, count: number): Float64Array {
  const all = new Float64Array(months.length + count);
  all.set(months);
  months.forEach((kwh, i) => {
    all[months.length + (i % count)] += kwh;
  });
  return all;
}

function addSquares(
  moved: Float64Array,
  yields: Float64Array,
  count: number,
  out: Float64Array,
): void {
  const year = MONTHS * count;
  moved.forEach((kwh, i) => {
    const plane = i % count;
    const flat = i - plane;
    if (yields[flat] > 0) out[i] += (kwh - (moved[flat] * yields[i]) / yields[flat]) ** 2;
    out[year + plane] += (kwh - (moved[flat] * yields[year + plane]) / yields[year]) ** 2;
  });
}

/**
 * By how many percent a plane varies when the flat one varies by one percent: the ratio of their
 * responses over all places, without sign, to three decimals. 1 where nothing yields. The plane of index 0 is flat.
 */
export function planeFactors(places: readonly Answers[], count: number): number[][] {
  const sumOf = (answer: 'moved' | 'inProportion', at: number) =>
    places.reduce((sum, place) => sum + place[answer][at], 0);
  return Array.from({ length: MONTHS + 1 }, (_, period) => {
    const answer = (plane: number) => {
      const at = period * count + plane;
      return sumOf('moved', at) / sumOf('inProportion', at);
    };
    return Array.from({ length: count }, (_, plane) => {
      const factor = Math.abs(answer(plane) / answer(0));
      return Number.isFinite(factor) ? Math.round(1000 * factor) / 1000 : 1;
    });
  });
}

/**
 * Spread of a plane's yield by light apart from the irradiation, percent: [period][plane], over all places, to
 * two decimals. It adds in quadrature to that of `planeFactors`. 0 where nothing yields.
 */
export function planeScatterPct(places: readonly Answers[], count: number): number[][] {
  return Array.from({ length: MONTHS + 1 }, (_, period) =>
    Array.from({ length: count }, (_, plane) => {
      const at = period * count + plane;
      const square = places.reduce((sum, { yields }) => sum + yields[at] ** 2, 0);
      const scattered = places.reduce((sum, place) => sum + place.scattered[at], 0);
      return square > 0 ? Math.round(10_000 * Math.sqrt(scattered / square)) / 100 : 0;
    }),
  );
}
