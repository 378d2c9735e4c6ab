import type { House } from '../../battery/house.ts';
import { RequestError } from '../../refusal.ts';
import { mean, sum } from '../../statistics.ts';
import type { ResolvedInputs } from '../house-case.ts';
import type { HouseRequest } from '../house-request.ts';

/** The most that `yearly_kwh` may be: a hundred large houses. Watts or watt-hours of one house come to more. */
const MAX_YEAR_KWH = 1_000_000;
/** Above all that a kWh has cost in a year: öre of any year come to more. */
const MAX_MEAN_SEK = 10;

/**
 * Refuses hours and prices that no house has: they are in another unit.
 * @throws RequestError invalid_parameter naming the field
 */
export function assertPossible(
  { pv, consumption, prices }: HouseRequest,
  { pvKwh, loadKwh }: House,
  { importSekPerKwh, exportSekPerKwh }: ResolvedInputs['prices'],
): void {
  assertYear('hourly_kwh' in pv ? 'pv.hourly_kwh' : 'pv.monthly_profile', pvKwh);
  if ('hourly_kwh' in consumption) assertYear('consumption.hourly_kwh', loadKwh);
  if (prices.import_sek_per_kwh !== undefined)
    assertMean('prices.import_sek_per_kwh', importSekPerKwh);
  if (prices.export_sek_per_kwh !== undefined)
    assertMean('prices.export_sek_per_kwh', exportSekPerKwh);
}

function assertYear(field: string, hourlyKwh: Float64Array): void {
  const kwh = sum(hourlyKwh);
  if (kwh <= MAX_YEAR_KWH) return;
  const message = `"${field}" comes to ${Math.round(kwh)} kWh a year, expected at most ${MAX_YEAR_KWH}. Values in W or Wh are to be divided by 1000.`;
  throw new RequestError('invalid_parameter', message, field);
}

function assertMean(field: string, sekPerKwh: Float64Array): void {
  const sek = mean(sekPerKwh);
  if (sek <= MAX_MEAN_SEK) return;
  const message = `"${field}" is ${sek.toFixed(2)} SEK in the mean of the year, expected at most ${MAX_MEAN_SEK}. Prices in öre are to be divided by 100.`;
  throw new RequestError('invalid_parameter', message, field);
}
