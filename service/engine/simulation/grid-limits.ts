import type { SimulationGrid, SimulationRequest } from '../../../schemas/types.ts';
import { type GridLimits, gridLimits } from '../battery/house.ts';
import { roundTo2 } from '../round.ts';
import type { HouseRequest, PricesRequest } from './house-request.ts';

/** Power of an ampere of the main fuse: three phases of 230 V, kW. */
const KW_PER_A = (3 * 230) / 1000;

/** The limits of a checked body: stated ones, or those of its main fuse. Nothing without either. */
export function gridRequest(
  { grid: stated, prices }: Pick<SimulationRequest, 'grid' | 'prices'>,
  { grid: list }: PricesRequest,
): Pick<HouseRequest, 'grid'> {
  const fuseA = prices?.fuse_a ?? list?.fuse_a;
  const kw = fuseA && roundTo2(fuseA * KW_PER_A);
  const grid: SimulationGrid = {
    ...(kw && { import_limit_kw: kw, export_limit_kw: kw }),
    ...stated,
  };
  return Object.keys(grid).length > 0 ? { grid } : {};
}

/** The limits as the battery sees them. Nothing without any. */
export function gridLimitsOf({ grid }: Pick<HouseRequest, 'grid'>): { gridLimits?: GridLimits } {
  if (!grid) return {};
  const { import_limit_kw, export_limit_kw } = grid;
  return { gridLimits: gridLimits(import_limit_kw, export_limit_kw) };
}
