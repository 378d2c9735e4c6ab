import { HOURS } from '../../../schemas/codec/axes.ts';

/** A house battery as dispatch sees it. */
export interface Battery {
  /** Limit on the AC side, both ways, kW. */
  powerKw: number;
  /** Least and greatest stored energy, kWh. The year starts at the floor. */
  floorKwh: number;
  ceilingKwh: number;
  /** Efficiency each way: the square root of the round trip's. */
  efficiency: number;
}

/** AC side of a battery, kWh of each hour. */
export interface AcFlows {
  chargeKwh: Float64Array;
  dischargeKwh: Float64Array;
}

/** A year of an untouched battery. */
export function idleFlows(): AcFlows {
  return { chargeKwh: new Float64Array(HOURS), dischargeKwh: new Float64Array(HOURS) };
}

/** Whether a battery can neither take nor give anything. */
export function isIdle(battery: Battery): boolean {
  return battery.powerKw <= 0 || battery.ceilingKwh <= battery.floorKwh;
}

/** A flow this close to the house's own surplus or deficit, kWh, is meant to be equal. */
const ROUNDING_KWH = 1e-10;

/**
 * AC flows of each hour's change of the stored energy. What rounding alone would buy or sell is taken out.
 * @param storedKwh kWh into the store of each hour; out of it below 0
 * @param netKwh load minus PV of each hour
 */
export function acFlows(
  storedKwh: Float64Array,
  netKwh: Float64Array,
  efficiency: number,
): AcFlows {
  const { chargeKwh, dischargeKwh } = idleFlows();
  const roundingKwh = ROUNDING_KWH;
  for (let t = 0; t < storedKwh.length; t++) {
    const stored = storedKwh[t];
    const net = netKwh[t];
    if (stored > 0) {
      const charge = stored / efficiency;
      chargeKwh[t] = Math.abs(charge + net) < roundingKwh ? -net : charge;
    } else if (stored < 0) {
      const discharge = -stored * efficiency;
      dischargeKwh[t] = Math.abs(discharge - net) < roundingKwh ? net : discharge;
    }
  }
  return { chargeKwh, dischargeKwh };
}
