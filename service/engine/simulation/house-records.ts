import batteryPrograms from '../../../fixtures/market/battery-programs.json' with { type: 'json' };
import household from '../../../fixtures/market/household.json' with { type: 'json' };
import priceAreas from '../../../fixtures/market/price-areas.json' with { type: 'json' };
import { COUNTRY } from '../../../schemas/codec/coverage-mask.ts';
import { type PricesArtifact, roundTemperatures } from '../../../schemas/codec/prices-artifact.ts';
import type {
  BatteryPrograms,
  Household,
  PriceAreas,
  PricesHeader,
} from '../../../schemas/types.ts';
import type { YieldDataset } from '../yield/dataset.ts';

/** Parts of the datasets that houses need apart from spot prices: places, temperatures and records. */
export interface HouseRecords
  extends Pick<PricesArtifact, 'grid' | 'cell_index' | 'temperature' | 'mask'> {
  header: Pick<
    PricesHeader,
    'dataset_version' | 'household' | 'battery_programs' | 'price_areas'
  > & { spot?: undefined };
}

// The records that the default dataset is built of, which its build checks.
const RECORDS = {
  household: household as Household,
  battery_programs: batteryPrograms as BatteryPrograms,
  price_areas: priceAreas as PriceAreas,
};

const made = new WeakMap<YieldDataset, HouseRecords>();

/**
 * Records for houses with prices of their own, from a yield dataset and the default records. The prices dataset of the
 * same build has the same. Null for a dataset of another area than Sweden, which the records do not cover.
 */
export function houseRecords(pvYield: YieldDataset): HouseRecords | null {
  const { header, grid, cell_index, mask, temperature } = pvYield.artifact;
  if (header.coverage !== COUNTRY) return null;
  const records = made.get(pvYield) ?? {
    header: { dataset_version: header.dataset_version, ...RECORDS },
    grid,
    cell_index,
    mask,
    temperature: roundTemperatures(temperature),
  };
  made.set(pvYield, records);
  return records;
}
