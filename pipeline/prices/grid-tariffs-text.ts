import type { GridTariffs } from '../../schemas/types.ts';

/** How many price lists of grid companies there are. */
export interface GridTariffCounts {
  lists: number;
  companies: number;
  ended: number;
  /** Those that have not ended. */
  current: number;
  /** Current ones with a power charge. */
  charged: number;
}

/** Counts price lists, their companies, those that ended, and the current ones with a power charge. */
function countGridTariffs({ lists }: GridTariffs): GridTariffCounts {
  const current = lists.filter(({ status }) => status !== 'ended');
  return {
    lists: lists.length,
    companies: new Set(lists.map(({ company }) => company)).size,
    ended: lists.length - current.length,
    current: current.length,
    charged: current.filter(({ power }) => power.length > 0).length,
  };
}

/** Says the counts in a sentence. */
function gridTariffCountsText(counts: GridTariffCounts): string {
  const { lists, companies, ended, current, charged } = counts;
  return `${lists} price lists of ${companies} grid companies, ${ended} of them ended; of the other ${current}, ${charged} have a power charge.`;
}

/** How many price lists of grid companies there are, in a sentence. */
export function gridTariffsText(gridTariffs: GridTariffs | null | undefined): string {
  return gridTariffs
    ? gridTariffCountsText(countGridTariffs(gridTariffs))
    : 'No price lists of grid companies.';
}
