/** Light that horizons leave, by the service's way and by hand: the sky by closed forms, sunshine by the sun's hour angles. */
import { max } from 'd3-array';
import { hiddenSky, horizonOf } from '#common/solar/hours/horizon.ts';
import { ringHorizon, valleyHorizon, wallHorizon } from '#common/solar/hours/horizon-shapes.ts';
import { emptyHourlySky, setHourlySky } from '#common/solar/hours/hourly-sky.ts';
import { emptyObstruction, obstructSky } from '#common/solar/hours/obstructed-sky.ts';
import { hayDavies } from '#common/solar/sky-models.ts';
import { STOCKHOLM, STOCKHOLM_LAT_DEG } from '#common/solar/stockholm.ts';
import { declinationRad, radians } from '#common/solar/sun-position.ts';
import { CLOCK_HOURS, MONTH_START, MONTHS } from '../../schemas/codec/axes.ts';

const LNG_DEG = 18.07;
const EAST_DEG = 90;

/** The most that any of it may be off. */
export const HORIZON_TARGET_PCT = 1;

/** Hour angles between which the sun is seen on a day, radians. */
type SeenBetween = (day: DaySun) => [from: number, to: number];

/** A day's sun: the sine of its elevation is sines + cosines x cos(hour angle). */
interface DaySun {
  sines: number;
  cosines: number;
  cosDeclination: number;
}

/** A horizon with what it leaves by hand. */
interface KnownHorizon {
  name: string;
  heightsDeg: number[];
  /** Share of a flat plane's sky. */
  sky: number;
  seenBetween: SeenBetween;
}

/** How far a horizon's light is off, percent of what it is by hand. */
export interface HorizonError {
  name: string;
  skyPct: number;
  /** Error of the sun's light on the horizontal, in the month where it is furthest. */
  sunshinePct: number;
}

/** Errors of the horizons whose light is known by hand, at Stockholm. */
export function horizonErrors(): HorizonError[] {
  const sky = emptyHourlySky();
  const diffuseFraction = Array(MONTHS).fill(0.5);
  setHourlySky(STOCKHOLM_LAT_DEG, LNG_DEG, { ...STOCKHOLM, diffuseFraction }, hayDavies, sky);
  const own = emptyObstruction();
  return knownHorizons().map(({ name, heightsDeg, sky: openByHand, seenBetween }) => {
    const horizon = horizonOf(heightsDeg);
    const { sun } = obstructSky(sky, horizon, own);
    const off = sunshineByHand(seenBetween).map((byHand, month) => {
      const hours = sun.cosSolarZenith.subarray(MONTH_START[month], MONTH_START[month + 1]);
      const found = hours.reduce((sum, sine) => sum + sine, 0);
      return 100 * (found / byHand - 1);
    });
    const open = 1 - hiddenSky(horizon, 0, 0);
    return { name, skyPct: 100 * (open / openByHand - 1), sunshinePct: max(off, Math.abs) ?? 0 };
  });
}

function knownHorizons(): KnownHorizon[] {
  return [
    ...[2, 5].map((deg) => ({
      name: `ring of ${deg}°`,
      heightsDeg: ringHorizon(deg),
      sky: Math.cos(radians(deg)) ** 2,
      seenBetween: aroundNoon(({ sines, cosines }) =>
        hourAngle((Math.sin(radians(deg)) - sines) / cosines),
      ),
    })),
    ...[5, 20, 45].map((deg) => ({
      name: `valley of ${deg}°`,
      heightsDeg: valleyHorizon(deg),
      sky: Math.cos(radians(deg)),
      seenBetween: aroundNoon((day) => behindWall(deg, day)),
    })),
    ...[10, 30, 60].map((deg) => ({
      name: `wall of ${deg}° in the east`,
      heightsDeg: wallHorizon(EAST_DEG, deg),
      sky: (1 + Math.cos(radians(deg))) / 2,
      seenBetween: (day: DaySun): [number, number] => [
        -behindWall(deg, day),
        hourAngle(-day.sines / day.cosines),
      ],
    })),
  ];
}

function aroundNoon(last: (day: DaySun) => number): SeenBetween {
  return (day) => [-last(day), last(day)];
}

/** The hour angle after noon at which the sun goes behind a long wall in the west. */
function behindWall(heightDeg: number, { sines, cosines, cosDeclination }: DaySun): number {
  const slope = cosDeclination * Math.tan(radians(heightDeg));
  return hourAngle(-sines / Math.hypot(cosines, slope)) - Math.atan2(slope, cosines);
}

function hourAngle(cos: number): number {
  return Math.acos(Math.min(1, Math.max(-1, cos)));
}

/** Hours of each month times the sine of the sun's elevation, integrated over the hour angles in which it is seen. */
function sunshineByHand(seenBetween: SeenBetween): number[] {
  return Array.from({ length: MONTHS }, (_, month) => {
    let total = 0;
    for (let t = MONTH_START[month]; t < MONTH_START[month + 1]; t += CLOCK_HOURS) {
      const day = daySun(t / CLOCK_HOURS + 1);
      const [from, to] = seenBetween(day);
      const area = day.sines * (to - from) + day.cosines * (Math.sin(to) - Math.sin(from));
      total += Math.max(0, (12 / Math.PI) * area);
    }
    return total;
  });
}

function daySun(dayOfYear: number): DaySun {
  const declination = declinationRad(dayOfYear);
  const lat = radians(STOCKHOLM_LAT_DEG);
  const cosDeclination = Math.cos(declination);
  return {
    sines: Math.sin(lat) * Math.sin(declination),
    cosines: Math.cos(lat) * cosDeclination,
    cosDeclination,
  };
}
