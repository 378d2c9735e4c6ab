import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { GridTariff, GridTariffList, GridTariffsInput } from '../../../../schemas/types.ts';

/** The dataset's price lists, by company and first day. */
export function tariffsAnswer(dataset: PricesArtifact, input: GridTariffsInput): GridTariffList {
  const { grid_tariffs, dataset_version } = dataset.header;
  const lists = grid_tariffs?.lists.filter((list) => isAsked(list, input)) ?? [];
  return {
    tariffs: lists.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b), 'sv')),
    input,
    attribution: `Price lists as their sources state them, by dataset ${dataset_version}. Data licensed CC BY 4.0.`,
  };
}

function isAsked(list: GridTariff, { company, valid_on, all }: GridTariffsInput): boolean {
  const { valid_from, valid_to, status } = list;
  if (company && !list.company.toLowerCase().includes(company.toLowerCase())) return false;
  if (valid_on) return valid_from <= valid_on && (valid_to === null || valid_on <= valid_to);
  return all === 1 || status !== 'ended';
}

function orderOf({ company, valid_from, id }: GridTariff): string {
  return `${company} ${valid_from} ${id}`;
}
