import { savedSek } from '../battery/accounting.ts';
import {
  type BatteriesCase,
  bestBatteries,
  compareBatteries,
} from '../battery/compare-batteries.ts';
import type { HouseSavings } from './verdict.ts';

/** Computes what sun and batteries save, each with its best strategy. */
export function houseSavings(batteriesCase: BatteriesCase): HouseSavings {
  const { prices, battery, compare } = batteriesCase;
  const { withoutSystem, pvOnly, cells } = compareBatteries(batteriesCase);
  const { bySize } = bestBatteries(cells, prices, battery, compare);
  return {
    solarSek: savedSek(withoutSystem, pvOnly),
    batteries: bySize.map(({ sizeKwh, strategy, batterySavingsSek, cycles }) => ({
      ...{ kwh: sizeKwh, strategy },
      ...{ savingSek: batterySavingsSek, cyclesPerYear: cycles },
    })),
  };
}
