import type { DaySteps } from './day-profile.ts';
import type { LatitudeSun } from './latitude-sun.ts';
import { HULD_K, huldPolynomial } from './module-yield.ts';
import { naturalLog } from './natural-log.ts';
import { beamTransmission, groundTransmission, skyTransmission } from './reflection.ts';
import type { SkyModel } from './sky-models.ts';
import { radians } from './sun-position.ts';

/**
 * A set of planes (every tilt with every azimuth) under the sun of one latitude. What depends on
 * the sun is kept only for the planes that it shines on: those of step s and tilt t are the entries
 * `litFrom[s * tilts + t]` up to `litFrom[s * tilts + t + 1]` of the lit arrays.
 */
export interface PlaneGeometry {
  sun: LatitudeSun;
  tilts: number;
  azimuths: number;
  litFrom: Int32Array;
  /** Index of the azimuth. */
  litAzimuth: Uint8Array;
  /** Cosine of the angle of incidence, above 0. */
  aoiProjection: Float64Array;
  /** The same times the share of the beam that is not reflected. */
  aoiProjectionTransmitted: Float64Array;
  /** Per tilt: share of the isotropic sky and of the ground that it sees, bare and not reflected. */
  skyView: Float64Array;
  skyViewTransmitted: Float64Array;
  groundView: Float64Array;
  groundViewTransmitted: Float64Array;
}

/** Geometry of all planes of the given tilts and compass azimuths (degrees). */
export function planeGeometry(
  sun: LatitudeSun,
  tiltsDeg: readonly number[],
  azimuthsDeg: readonly number[],
): PlaneGeometry {
  const tiltsRad = tiltsDeg.map(radians);
  const skyView = Float64Array.from(tiltsRad, (b) => (1 + Math.cos(b)) / 2);
  const groundView = Float64Array.from(tiltsRad, (b) => (1 - Math.cos(b)) / 2);
  const steps = sun.hours.length;
  const size = steps * tiltsDeg.length * azimuthsDeg.length;
  const geometry: PlaneGeometry = {
    sun,
    tilts: tiltsDeg.length,
    azimuths: azimuthsDeg.length,
    litFrom: new Int32Array(steps * tiltsDeg.length + 1),
    litAzimuth: new Uint8Array(size),
    aoiProjection: new Float64Array(size),
    aoiProjectionTransmitted: new Float64Array(size),
    skyView,
    skyViewTransmitted: skyView.map((view, i) => view * skyTransmission(tiltsRad[i])),
    groundView,
    groundViewTransmitted: groundView.map((view, i) => view * groundTransmission(tiltsRad[i])),
  };
  setLitPlanes(geometry, tiltsRad, azimuthsDeg.map(radians));
  return geometry;
}

function setLitPlanes(geometry: PlaneGeometry, tiltsRad: number[], azimuthsRad: number[]): void {
  const sinTilt = tiltsRad.map(Math.sin);
  const cosTilt = tiltsRad.map(Math.cos);
  const sinAzimuth = azimuthsRad.map(Math.sin);
  const cosAzimuth = azimuthsRad.map(Math.cos);
  const { sun, litFrom, litAzimuth, aoiProjection, aoiProjectionTransmitted } = geometry;
  let lit = 0;
  for (let step = 0; step < sun.hours.length; step++) {
    const east = sun.sunEast[step];
    const north = sun.sunNorth[step];
    const up = sun.sinElevation[step];
    for (let t = 0; t < sinTilt.length; t++) {
      for (let a = 0; a < sinAzimuth.length; a++) {
        const horizontal = east * sinAzimuth[a] + north * cosAzimuth[a];
        const projection = sinTilt[t] * horizontal + cosTilt[t] * up;
        if (projection <= 0) continue;
        litAzimuth[lit] = a;
        aoiProjection[lit] = projection;
        aoiProjectionTransmitted[lit] = projection * beamTransmission(projection);
        lit++;
      }
      litFrom[step * sinTilt.length + t + 1] = lit;
    }
  }
}

/** What a step's irradiation and yield depend on beside sun and planes. */
export interface SiteConditions {
  albedo: number;
  skyModel: SkyModel;
  /** Air temperature while the sun shines, °C. */
  airTemperatureC: number;
  /** Warming of the module per in-plane irradiance, K m2/W. */
  warmingKPerWM2: number;
}

const [K1, K2, K3, K4, K5, K6] = HULD_K;

/** Sums over days of a set of planes. A plane's own sum is its entry plus its tilt's. */
export interface PlaneTotals {
  /** Per plane, [tilt][azimuth]: what it has more than a plane of its tilt with the sun behind. */
  poaKwhM2: Float64Array;
  yieldKwhKwp: Float64Array;
  /** Per tilt: a plane with the sun behind. */
  tiltPoaKwhM2: Float64Array;
  tiltYieldKwhKwp: Float64Array;
}

/**
 * Adds one day's in-plane irradiation (kWh/m2) and yield before system loss (kWh/kWp).
 *
 * Per step: in-plane = (beam + circumsolar) x cos(angle of incidence) + isotropic sky + ground;
 * the module converts what it does not reflect (Martin-Ruiz), at the temperature to which all of it
 * heats the module (Faiman), with Huld's efficiency. Planes with the sun behind them are alike but
 * for the tilt. One function, long for this project: it is the hot loop, and a call in it that the
 * engine does not inline doubles the time of a build.
 */
export function addDay(
  planes: PlaneGeometry,
  day: number,
  profile: DaySteps,
  site: SiteConditions,
  totals: PlaneTotals,
): void {
  const { sun, tilts, azimuths, litFrom, litAzimuth } = planes;
  const { aoiProjection, aoiProjectionTransmitted } = planes;
  const { skyView, skyViewTransmitted, groundView, groundViewTransmitted } = planes;
  const { poaKwhM2, yieldKwhKwp, tiltPoaKwhM2, tiltYieldKwhKwp } = totals;
  const temperatureAbove25 = site.airTemperatureC - 25;
  for (let k = 0; k < sun.stepsPerDay; k++) {
    const step = day * sun.stepsPerDay + k;
    if (sun.hours[step] === 0) return;
    const beam = profile.beamKwhM2[k];
    const diffuse = profile.diffuseKwhM2[k];
    const sinElevation = sun.sinElevation[step];
    const circumsolarShare = site.skyModel(beam, sun.extraterrestrialKwhM2[step]);
    const direct = beam + (diffuse * circumsolarShare) / sinElevation;
    const isotropicSky = diffuse * (1 - circumsolarShare);
    const ground = site.albedo * (beam * sinElevation + diffuse);
    const kwPerKwh = 1 / sun.hours[step];
    const warming = 1000 * kwPerKwh * site.warmingKPerWM2;
    for (let t = 0; t < tilts; t++) {
      const poaBehind = isotropicSky * skyView[t] + ground * groundView[t];
      const usedBehind = isotropicSky * skyViewTransmitted[t] + ground * groundViewTransmitted[t];
      const temperatureBehind = temperatureAbove25 + poaBehind * warming;
      const warmingByBeam = direct * warming;
      const from = litFrom[step * tilts + t];
      const to = litFrom[step * tilts + t + 1];
      let yieldBehind = 0;
      if (to - from < azimuths) {
        const l = naturalLog(usedBehind * kwPerKwh);
        const efficiency = huldPolynomial(l, temperatureBehind);
        yieldBehind = efficiency > 0 ? usedBehind * efficiency : 0;
      }
      tiltPoaKwhM2[t] += poaBehind;
      tiltYieldKwhKwp[t] += yieldBehind;
      const firstPlane = t * azimuths;
      for (let i = from; i < to; i++) {
        const projection = aoiProjection[i];
        const used = usedBehind + direct * aoiProjectionTransmitted[i];
        const l = naturalLog(used * kwPerKwh);
        const temperature = temperatureBehind + warmingByBeam * projection;
        // huldPolynomial, written out: the call would double the time.
        const efficiency =
          1 + l * (K1 + K2 * l) + temperature * (K3 + l * (K4 + K5 * l) + K6 * temperature);
        const plane = firstPlane + litAzimuth[i];
        poaKwhM2[plane] += direct * projection;
        // 0 also for an unlit step, whose logarithm makes the efficiency NaN.
        yieldKwhKwp[plane] += (efficiency > 0 ? used * efficiency : 0) - yieldBehind;
      }
    }
  }
}
