import { MONTHS } from '../../../schemas/codec/axes.ts';
import {
  type Climate,
  diffuseFractions,
  type MonthlyPlanes,
  monthlyPlanes,
  type PvModel,
} from './monthly-planes.ts';
import type { PlaneGeometry } from './plane-geometry.ts';

/** A place whose irradiation varies from year to year; months January to December. */
export interface VaryingPlace {
  ghiKwhM2: ArrayLike<number>;
  /** 24 h means; NaN: 8 °C. */
  temperatureC: ArrayLike<number>;
  /** Standard deviation of the year's irradiation and of the months', percent of the mean. */
  annualSdPct: number;
  monthlySdPct: ArrayLike<number>;
}

/**
 * How yields answer to irradiation at a place: [period][plane], the periods being the
 * months and then the year; kWh/kWp.
 */
export interface Answers {
  /** By how much the yield moves with one standard deviation of the irradiation. */
  moved: Float64Array;
  /** By how much it would if it moved in proportion. */
  inProportion: Float64Array;
}

/**
 * How the planes' yields answer at a place, by the kernel with the irradiation one standard
 * deviation above and below its mean: each month by its own, and for the year every month by the
 * year's. The diffuse fraction answers by Erbs, Klein & Duffie 1982 (`erbsDiffuseFraction`; a bright
 * month has less diffuse light), whatever fraction the dataset itself has. Other changes of the diffuse
 * light are not in it, nor is a bright month's warmer air.
 */
export function answersAt(planes: PlaneGeometry, place: VaryingPlace, model: PvModel): Answers {
  const count = planes.tilts * planes.azimuths;
  const size = (MONTHS + 1) * count;
  const out = { moved: new Float64Array(size), inProportion: new Float64Array(size) };
  const bothOf = (sharesOf: (month: number) => number) =>
    monthlyPlanes(
      planes,
      [1, -1].map((sign) => climateAt(planes, place, (month) => 1 + sign * sharesOf(month))),
      model,
    );
  const add = ([above, below]: MonthlyPlanes[], period: number, month: number, share: number) => {
    for (let plane = 0; plane < count; plane++) {
      const high = above.yieldKwhKwp[month * count + plane];
      const low = below.yieldKwhKwp[month * count + plane];
      out.moved[period * count + plane] += (high - low) / 2;
      out.inProportion[period * count + plane] += (share * (high + low)) / 2;
    }
  };
  const byMonth = [...bothOf((month) => place.monthlySdPct[month] / 100)];
  const byYear = [...bothOf(() => place.annualSdPct / 100)];
  for (let month = 0; month < MONTHS; month++) {
    add(byMonth, month, month, place.monthlySdPct[month] / 100);
    add(byYear, MONTHS, month, place.annualSdPct / 100);
  }
  return out;
}

/** A place's climate with other irradiation, whose diffuse fraction answers. */
function climateAt(
  { sun }: PlaneGeometry,
  place: VaryingPlace,
  factorOf: (month: number) => number,
): Climate {
  const ghiKwhM2 = Float64Array.from(place.ghiKwhM2, (kwh, month) => kwh * factorOf(month));
  const { temperatureC } = place;
  const climate = { ghiKwhM2, temperatureC, diffuseFraction: Array(MONTHS).fill(Number.NaN) };
  return { ...climate, diffuseFraction: diffuseFractions(sun, climate) };
}

/**
 * How much a plane varies for each percent that the flat one does, which is 1: the ratio of their
 * answers over all places, without sign, to three decimals. 1 where nothing yields.
 * @param flat index of a plane of tilt 0
 */
export function planeFactors(places: readonly Answers[], count: number, flat = 0): number[][] {
  const sumOf = (answer: keyof Answers, at: number) =>
    places.reduce((sum, place) => sum + place[answer][at], 0);
  return Array.from({ length: MONTHS + 1 }, (_, period) => {
    const answer = (plane: number) => {
      const at = period * count + plane;
      return sumOf('moved', at) / sumOf('inProportion', at);
    };
    return Array.from({ length: count }, (_, plane) => {
      const factor = Math.abs(answer(plane) / answer(flat));
      return Number.isFinite(factor) ? Math.round(1000 * factor) / 1000 : 1;
    });
  });
}
