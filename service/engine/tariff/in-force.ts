import type { GridTariff } from '../../../schemas/types.ts';

/** Whether a price list holds on a day, YYYY-MM-DD: by its dates, both inclusive, and not known to have ended. */
export function isInForce(
  { valid_from, valid_to, status }: Pick<GridTariff, 'valid_from' | 'valid_to' | 'status'>,
  day: string,
): boolean {
  return status !== 'ended' && valid_from <= day && (valid_to === null || day <= valid_to);
}
