import { formatValue } from '../../../../schemas/checks/problem.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { FuseSize, GridTariff, OwnGridTariff, PriceArea } from '../../../../schemas/types.ts';
import { RequestError } from '../../refusal.ts';
import { gridCharges } from '../../tariff/grid-charges.ts';
import type { HouseGridTariff } from '../house-case.ts';

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

/** Parts of a price list that count in a house. */
interface Counted {
  /** Spot price of each hour in an area, SEK/kWh. Null if the list's energy fee does not count. */
  spotSekPerKwh: ((zone?: PriceArea) => Float64Array) | null;
  /** Whether its payment for exported energy counts. */
  hasBenefit: boolean;
}

/** Lays out a price list for a house. */
export function houseGridTariff(
  list: OwnGridTariff,
  fuseA: FuseSize,
  year: number,
  { spotSekPerKwh, hasBenefit }: Counted,
): HouseGridTariff {
  const rules = spotSekPerKwh ? list : { ...list, energy_ore_per_kwh: null };
  const tariffCase = { fuseA, year, spotSekPerKwh: spotSekPerKwh ?? noSpot };
  const charges = gridCharges(rules, tariffCase);
  const unstated = unstatedOf(list, fuseA, { hasEnergy: spotSekPerKwh !== null, hasBenefit });
  return { ...charges, list, fuseA, unstated };
}

function noSpot(): Float64Array {
  throw new Error('An energy fee that does not count needs no spot price.');
}

/** Names the fields that a list or its source does not state for a main fuse. */
export function unstatedOf(
  list: OwnGridTariff,
  fuseA: FuseSize,
  { hasEnergy, hasBenefit } = { hasEnergy: true, hasBenefit: true },
): string[] {
  const { fixed_sek_per_year, energy_ore_per_kwh, power, grid_benefit } = list;
  const counts = ({ fuses }: { fuses?: FuseSize[] }) => fuses?.includes(fuseA) ?? true;
  const spotParts = (hasEnergy && energy_ore_per_kwh) || [];
  return [
    ...(typeof fixed_sek_per_year?.[`${fuseA}`] === 'number' ? [] : ['fixed_sek_per_year']),
    ...(hasEnergy && energy_ore_per_kwh === null ? ['energy_ore_per_kwh'] : []),
    ...spotParts.flatMap((entry, i) => {
      const isUnknown = entry.spot_share !== undefined && typeof entry.spot_incl_vat !== 'boolean';
      return counts(entry) && isUnknown ? [`energy_ore_per_kwh[${i}].spot_incl_vat`] : [];
    }),
    ...power.flatMap((part, i) =>
      counts(part) ? (part.unstated ?? []).map((field) => `power[${i}].${field}`) : [],
    ),
    ...(hasBenefit && !grid_benefit ? ['grid_benefit'] : []),
  ];
}
