import { validator } from '../../../schemas/checks/validate.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type {
  GridTariff,
  GridTariffList,
  GridTariffsInput,
  GridTariffsQuery,
} from '../../../schemas/types.ts';
import { checkedQuery } from '../../http/query-parameters.ts';

const checkQuery = validator('api/grid-tariffs-query.schema.json');

/**
 * Which price lists are asked for.
 * @throws HttpError invalid_parameter naming the field
 */
export function parseTariffsQuery(query: Record<string, unknown>): GridTariffsInput {
  return checkedQuery((given) => inputOf(checkQuery(given)), query, ['company', 'valid_on', 'all']);
}

function inputOf({ company, valid_on, all }: GridTariffsQuery): GridTariffsInput {
  return {
    ...(company === undefined ? {} : { company }),
    ...(valid_on === undefined ? {} : { valid_on }),
    ...(all === 1 ? { all } : {}),
  };
}

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
