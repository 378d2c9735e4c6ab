import leven from 'leven';
import { formatValue, MAX_SHOWN } from '../../schemas/checks/problem.ts';
import { AZIMUTH_CONVENTION } from '../../schemas/codec/axes.ts';
import { HttpError } from './http-error.ts';

/** Names that callers' tools add to any query: of campaigns, caches, keys and languages. */
const HARMLESS = /^(utm_.*|gclid|fbclid|_|v|cb|lang|api_key|key|format)$/i;

/**
 * Our parameters' names in PVGIS, PVWatts, pvlib, Forecast.Solar, Open-Meteo, Solcast and Renewables.ninja, and usual
 * words for them, in small letters and without separators.
 */
const OTHER_NAMES = Object.entries({
  lat: 'latitude',
  lng: 'lon long longitude',
  tilt: 'slope angle declination dec inclination pitch surfacetilt arraytilt paneltilt tiltdeg',
  azimuth: 'aspect az azim orientation surfaceazimuth arrayazimuth panelazimuth azimuthdeg',
  kwp: 'peakpower power capacity systemcapacity installedcapacity installedpower modulespower nominalpower systemsize pdc0',
  system_loss: 'loss lossfactor pvwattslosses',
  shading: 'shade shadow shadingfactor',
  months: 'month monthly',
  zone: 'area pricearea biddingzone',
  horizon_deg: 'horizon',
  userhorizon: 'usehorizon',
  snow_loss: 'snow',
}).flatMap(([ours, others]) => others.split(' ').map((other) => [other, ours] as const));

/** How ours are counted, where other services count otherwise. */
const UNITS: Record<string, string> = {
  azimuth: `, counted from north: ${AZIMUTH_CONVENTION}. PVGIS' aspect is azimuth - 180`,
  kwp: ', in kW',
  system_loss: ', a fraction: 14 % is 0.14',
};

/** A name up to this length is a near miss at one edit, a longer one at two. */
const SHORT = 4;

/** From this length on another service's name is far enough from everyday words to have near misses. */
const DISTINCT = 8;

/** Parameters that another call has. */
export interface OtherCall {
  call: string;
  names: readonly string[];
}

/**
 * Refuses a parameter that is probably meant as one of ours: a misspelling, a plural, a leftover of HTML (`amp;kwp`) or of
 * form encoding (`kwp[]`), or another service's name. Ignored, it would leave the default in place without a word.
 * Other unknown names are ignored.
 * @param other a call that has parameters which would be missed here
 * @throws HttpError invalid_parameter naming it and the right name
 */
export function refuseNearMisses(
  query: Record<string, unknown>,
  names: readonly string[],
  other?: OtherCall,
): void {
  for (const given in query) {
    if (!names.includes(given)) refuseNearMiss(given, names, other);
  }
}

function refuseNearMiss(given: string, names: readonly string[], other?: OtherCall): void {
  const bare = given.replace(/^(amp;)+/i, '').replace(/\[.*$/s, '');
  const plain = plainName(bare).slice(0, MAX_SHOWN);
  if (plain === '' || HARMLESS.test(bare)) return;
  const advice = adviceFor(plain, names, other);
  if (advice === undefined) return;
  const message = `${formatValue(given)} is not a parameter here${advice}.`;
  throw new HttpError('invalid_parameter', message, given.slice(0, MAX_SHOWN));
}

/** What to write instead, or which call has what is meant. Undefined where nothing of ours is. */
function adviceFor(plain: string, names: readonly string[], other?: OtherCall): string | undefined {
  const meant = meantName(plain, names);
  if (meant) return `, expected "${meant}"${UNITS[meant] ?? ''}`;
  const elsewhere = other && meantName(plain, other.names);
  return elsewhere && `: ${other.call} has "${elsewhere}". Leave it out`;
}

function meantName(plain: string, names: readonly string[]): string | undefined {
  return (
    sameName(plain, names) ??
    translatedName(plain, names) ??
    names.find((name) => isNear(plain, plainName(name)))
  );
}

function sameName(plain: string, names: readonly string[]): string | undefined {
  const forms = singulars(plain);
  return names.find((name) => forms.includes(plainName(name)));
}

function translatedName(plain: string, names: readonly string[]): string | undefined {
  const forms = singulars(plain);
  const isMeant = (other: string) =>
    forms.includes(other) || (other.length >= DISTINCT && isNear(plain, other));
  const [, meant] =
    OTHER_NAMES.find(([other, ours]) => names.includes(ours) && isMeant(other)) ?? [];
  return meant;
}

/** A name itself, and what it is the plural of. */
function singulars(plain: string): string[] {
  return [plain, plain.replace(/s$/, ''), plain.replace(/es$/, ''), plain.replace(/ies$/, 'y')];
}

/** Whether a name differs by a slip of the keyboard. Two neighbouring letters exchanged are one edit. */
function isNear(plain: string, name: string): boolean {
  const maxDistance = name.length > SHORT ? 2 : 1;
  return (
    isExchanged(plain, name) || leven(plain, name, { maxDistance: maxDistance + 1 }) <= maxDistance
  );
}

/** Whether two neighbouring letters of a name are exchanged. */
function isExchanged(given: string, name: string): boolean {
  if (given.length !== name.length) return false;
  const at = [...name].findIndex((letter, i) => letter !== given[i]);
  return given === name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}
