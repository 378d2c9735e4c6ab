import type { GridTariffs } from '../../schemas/types.ts';

/** How many price lists of grid companies there are, in a sentence. */
export function gridTariffsText(gridTariffs: GridTariffs | null | undefined): string {
  if (!gridTariffs) return 'No price lists of grid companies.';
  const { lists } = gridTariffs;
  const companies = new Set(lists.map(({ company }) => company)).size;
  const ended = lists.filter(({ status }) => status === 'ended').length;
  const charged = lists.filter(({ status, power }) => status !== 'ended' && power.length > 0);
  return `${lists.length} price lists of ${companies} grid companies, ${ended} of them ended; of the other ${lists.length - ended}, ${charged.length} have a power charge.`;
}
