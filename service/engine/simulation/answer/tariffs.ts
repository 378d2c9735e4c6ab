import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { GridTariff, GridTariffList, GridTariffsInput } from '../../../../schemas/types.ts';
import { isInForce } from '../../tariff/in-force.ts';

/**
 * The dataset's price lists, by company and first day.
 * @param day in Sweden on which they are in force or not, YYYY-MM-DD
 */
export function tariffsAnswer(
  dataset: PricesArtifact,
  input: GridTariffsInput,
  day: string,
): GridTariffList {
  const { grid_tariffs, dataset_version } = dataset.header;
  return {
    tariffs: listedTariffs(grid_tariffs?.lists ?? [], input).map((list) => {
      return { in_force: isInForce(list, day), ...list };
    }),
    input,
    attribution: `Price lists as their sources state them, by dataset ${dataset_version}. Data licensed CC BY 4.0.`,
  };
}

/** The lists that a query selects, by company and first day. */
export function listedTariffs(lists: readonly GridTariff[], input: GridTariffsInput): GridTariff[] {
  return lists
    .filter((list) => isSelected(list, input))
    .sort((a, b) => orderOf(a).localeCompare(orderOf(b), 'sv'));
}

function isSelected(list: GridTariff, { company, valid_on, all }: GridTariffsInput): boolean {
  const { valid_from, valid_to, status } = list;
  if (company && !list.company.toLowerCase().includes(company.toLowerCase())) return false;
  if (valid_on) return isInForce({ valid_from, valid_to, status: 'current' }, valid_on);
  return all === 1 || status !== 'ended';
}

function orderOf({ company, valid_from, id }: GridTariff): string {
  return `${company} ${valid_from} ${id}`;
}
