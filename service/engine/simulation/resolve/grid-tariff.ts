import { formatValue } from '../../../../schemas/checks/problem.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { FuseSize, GridTariff, OwnGridTariff } from '../../../../schemas/types.ts';
import { RequestError } from '../../refusal.ts';

/**
 * A price list of the dataset.
 * @param field that names it
 * @throws RequestError invalid_parameter when the dataset has no such list
 */
export function namedGridTariff(id: string, { header }: PricesArtifact, field: string): GridTariff {
  const list = header.grid_tariffs?.lists.find((one) => one.id === id);
  if (list) return list;
  const message = `"${field}" is ${formatValue(id)}, which is no price list of the loaded dataset. GET /api/v1/simulation/tariffs?all=1 lists them.`;
  throw new RequestError('invalid_parameter', message, field);
}

/**
 * Names the fields that a list or its source does not state for a main fuse.
 * @param counts whether its energy fee and its payment for exported energy count in a house
 */
export function unstatedOf(
  list: OwnGridTariff,
  fuseA: FuseSize,
  counts = { energy: true, benefit: true },
): string[] {
  const { fixed_sek_per_year, energy_ore_per_kwh, power, grid_benefit } = list;
  const isOfFuse = ({ fuses }: { fuses?: FuseSize[] }) => fuses?.includes(fuseA) ?? true;
  const spotParts = (counts.energy && energy_ore_per_kwh) || [];
  return [
    ...(typeof fixed_sek_per_year?.[`${fuseA}`] === 'number' ? [] : ['fixed_sek_per_year']),
    ...(counts.energy && energy_ore_per_kwh === null ? ['energy_ore_per_kwh'] : []),
    ...spotParts.flatMap((entry, i) => {
      const isUnknown = entry.spot_share !== undefined && typeof entry.spot_incl_vat !== 'boolean';
      return isOfFuse(entry) && isUnknown ? [`energy_ore_per_kwh[${i}].spot_incl_vat`] : [];
    }),
    ...power.flatMap((part, i) =>
      isOfFuse(part) ? (part.unstated ?? []).map((field) => `power[${i}].${field}`) : [],
    ),
    ...(counts.benefit && !grid_benefit ? ['grid_benefit'] : []),
  ];
}
