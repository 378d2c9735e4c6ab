import type { DayProfile } from './day-profile.ts';
import type { LatitudeSun } from './latitude-sun.ts';
import { HULD_K } from './module-yield.ts';
import { beamTransmission, groundTransmission, skyTransmission } from './reflection.ts';
import type { SkyModel } from './sky-models.ts';
import { radians } from './sun-position.ts';

/**
 * A set of planes (every tilt with every azimuth) under the sun of one latitude. Tables per step
 * are laid out [day][step][tilt][azimuth], azimuth fastest; tables per tilt have one value a tilt.
 */
export interface PlaneGeometry {
  tilts: number;
  azimuths: number;
  /** Cosine of the angle of incidence, 0 where the sun is behind the plane. */
  aoiProjection: Float64Array;
  /** The same times the share of the beam that is not reflected. */
  aoiProjectionTransmitted: Float64Array;
  /** Share of the isotropic sky and of the ground that a tilt sees, bare and not reflected. */
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
  const size = sun.days * sun.stepsPerDay * tiltsDeg.length * azimuthsDeg.length;
  const geometry: PlaneGeometry = {
    tilts: tiltsDeg.length,
    azimuths: azimuthsDeg.length,
    aoiProjection: new Float64Array(size),
    aoiProjectionTransmitted: new Float64Array(size),
    skyView,
    skyViewTransmitted: skyView.map((view, i) => view * skyTransmission(tiltsRad[i])),
    groundView,
    groundViewTransmitted: groundView.map((view, i) => view * groundTransmission(tiltsRad[i])),
  };
  setAoiProjection(sun, geometry, tiltsRad, azimuthsDeg.map(radians));
  return geometry;
}

function setAoiProjection(
  sun: LatitudeSun,
  geometry: PlaneGeometry,
  tiltsRad: number[],
  azimuthsRad: number[],
): void {
  const sinTilt = tiltsRad.map(Math.sin);
  const cosTilt = tiltsRad.map(Math.cos);
  const sinAzimuth = azimuthsRad.map(Math.sin);
  const cosAzimuth = azimuthsRad.map(Math.cos);
  const { aoiProjection, aoiProjectionTransmitted } = geometry;
  let i = 0;
  for (let step = 0; step < sun.hours.length; step++) {
    const east = sun.sunEast[step];
    const north = sun.sunNorth[step];
    const up = sun.sinElevation[step];
    for (let t = 0; t < sinTilt.length; t++) {
      for (let a = 0; a < sinAzimuth.length; a++, i++) {
        const horizontal = east * sinAzimuth[a] + north * cosAzimuth[a];
        const projection = sinTilt[t] * horizontal + cosTilt[t] * up;
        if (projection <= 0) continue;
        aoiProjection[i] = projection;
        aoiProjectionTransmitted[i] = projection * beamTransmission(projection);
      }
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

/**
 * Adds one day to the in-plane irradiation (kWh/m2) and the yield before system loss (kWh/kWp) of
 * every plane, [tilt][azimuth].
 *
 * Per step: in-plane = (beam + circumsolar) x cos(angle of incidence) + isotropic sky + ground;
 * the module converts what it does not reflect (Martin-Ruiz), at the temperature to which all
 * of it heats the module (Faiman), with Huld's efficiency (`huldEfficiency`, written out here:
 * this is the hot loop). Planes with the sun behind them share one value a tilt.
 */
export function addDay(
  sun: LatitudeSun,
  planes: PlaneGeometry,
  day: number,
  profile: DayProfile,
  site: SiteConditions,
  poaKwhM2: Float64Array,
  yieldKwhKwp: Float64Array,
): void {
  const { tilts, azimuths, aoiProjection, aoiProjectionTransmitted } = planes;
  const { skyView, skyViewTransmitted, groundView, groundViewTransmitted } = planes;
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
    let i = step * tilts * azimuths;
    let plane = 0;
    for (let t = 0; t < tilts; t++) {
      const poaDiffuse = isotropicSky * skyView[t] + ground * groundView[t];
      const usedDiffuse = isotropicSky * skyViewTransmitted[t] + ground * groundViewTransmitted[t];
      let yieldBehind = -1;
      for (let a = 0; a < azimuths; a++, i++, plane++) {
        const projection = aoiProjection[i];
        if (projection === 0 && yieldBehind >= 0) {
          poaKwhM2[plane] += poaDiffuse;
          yieldKwhKwp[plane] += yieldBehind;
          continue;
        }
        const poa = poaDiffuse + direct * projection;
        const used = usedDiffuse + direct * aoiProjectionTransmitted[i];
        const l = Math.log(used * kwPerKwh);
        const temperature = temperatureAbove25 + poa * warming;
        const efficiency =
          1 + l * (K1 + K2 * l) + temperature * (K3 + l * (K4 + K5 * l) + K6 * temperature);
        // Also 0 for an unlit step, whose logarithm makes the efficiency NaN.
        const stepYield = efficiency > 0 ? used * efficiency : 0;
        if (projection === 0) yieldBehind = stepYield;
        poaKwhM2[plane] += poa;
        yieldKwhKwp[plane] += stepYield;
      }
    }
  }
}
