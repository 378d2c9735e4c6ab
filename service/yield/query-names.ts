import { MAX_SHOWN, shown } from '../../schemas/problem.ts';
import { ApiError } from '../http/api-error.ts';
import { AZIMUTH_CONVENTION } from './dataset.ts';

/** What other services and packages call our parameters, in small letters and without separators. */
const OTHER_NAMES = new Map<string, string>([
  ['lon', 'lng'],
  ['long', 'lng'],
  ['latitude', 'lat'],
  ['longitude', 'lng'],
  ['peakpower', 'kwp'],
  ['loss', 'system_loss'],
  ['slope', 'tilt'],
  ['angle', 'tilt'],
  ['aspect', 'azimuth'],
  ['area', 'zone'],
  ['pricearea', 'zone'],
]);

/** How to bring a value over whose name alone is not what differs. */
const CONVERSIONS = new Map<string, string>([
  ['loss', ', a fraction: 14 % is 0.14'],
  ['aspect', `, counted from north: ${AZIMUTH_CONVENTION}. PVGIS' aspect is azimuth - 180`],
]);

/**
 * Refuses a parameter that is plainly meant as one of ours: our name in other letters, or a usual
 * other name of it. Ignored, it would give the answer to another question. Unknown names are ignored.
 * @throws ApiError invalid_parameter naming it
 */
export function refuseNearMisses(query: Record<string, unknown>, names: readonly string[]): void {
  for (const given in query) {
    if (names.includes(given)) continue;
    const plain = plainOf(given);
    const meant = names.find((name) => plainOf(name) === plain) ?? OTHER_NAMES.get(plain);
    if (meant === undefined || !names.includes(meant)) continue;
    const conversion = CONVERSIONS.get(plain) ?? '';
    const message = `${shown(given)} is not a parameter here, expected "${meant}"${conversion}.`;
    throw new ApiError('invalid_parameter', message, given.slice(0, MAX_SHOWN));
  }
}

function plainOf(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}
