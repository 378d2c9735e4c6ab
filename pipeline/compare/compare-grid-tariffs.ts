import type { GridTariff, GridTariffs } from '../../schemas/types.ts';
import { headerChanges } from './compare-datasets.ts';
import { headerValue } from './comparison-text.ts';

/** Lines about the price lists of two headers: which are new, missing, or differ, and in what. */
export function gridTariffLines(a: GridTariffs | undefined, b: GridTariffs | undefined): string[] {
  const [before, after] = [byId(a), byId(b)];
  const only = (lists: Map<string, GridTariff>, others: Map<string, GridTariff>) =>
    [...lists.keys()].filter((id) => !others.has(id)).join(', ') || 'none';
  const count = `${before.size} price lists in A, ${after.size} in B`;
  return [
    `Grid tariffs: ${count}; only in A ${only(before, after)}; only in B ${only(after, before)}`,
    ...[...before].flatMap(([id, list]) => changeLines(id, list, after.get(id))),
  ];
}

function byId(tariffs: GridTariffs | undefined): Map<string, GridTariff> {
  return new Map(tariffs?.lists.map((list) => [list.id, list]));
}

function changeLines(id: string, before: GridTariff, after: GridTariff | undefined): string[] {
  return headerChanges(before, after ?? before).map(
    ({ field, a, b }) => `  ${id} ${field}: ${headerValue(a)} -> ${headerValue(b)}`,
  );
}
