import { fillingValidator } from '../../../schemas/checks/fill-defaults.ts';
import { InvalidValueError } from '../../../schemas/checks/invalid-value.ts';
import { formatValue } from '../../../schemas/checks/problem.ts';
import { checkGridTariff } from '../../../schemas/codec/check-grid-tariff.ts';
import type { OwnGridTariff } from '../../../schemas/types.ts';
import { isObject, within } from '../../http/body-part.ts';

const checkOwnList = fillingValidator('api/own-grid-tariff.schema.json');

/**
 * The id of a price list, or an own list, checked and with its defaults.
 * @throws InvalidValueError naming the field
 */
export function readGridTariff(value: unknown, field: string): string | OwnGridTariff {
  if (typeof value === 'string') return value;
  if (isObject(value)) return within(field, { ...value }, checkedList);
  const problem = `is ${formatValue(value)}, expected the id of a price list, or a price list of your own`;
  throw new InvalidValueError(field, problem);
}

function checkedList(value: unknown): OwnGridTariff {
  const list = checkOwnList(value);
  checkGridTariff(list, '');
  return list;
}
