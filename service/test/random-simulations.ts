/** Bodies of simulations drawn at random, with a custom price list in most: sizes, powers, prices, charges. */
import { HOURS } from '../../schemas/codec/axes.ts';

/** A simulation call that its limits may accept. */
export interface SimulationCall {
  path: string;
  body: object;
}

const PATHS = ['simulation', 'simulation/battery-strategies', 'simulation/range'];
const DAYS = ['all', 'mon-fri', 'workday', 'offday'];
const STRATEGIES = ['combined', 'arbitrage', 'peak_shaving', 'self_consumption'];
/** A battery program that takes part of the battery: a comparison then runs the whole one, too. */
const RESERVE = {
  provider: 'x',
  terms: { basis: 'reserved', reserved_capacity_share: 0.3, reserved_power_share: 0.3 },
};

/** Draws calls. @param random from 0 to 1 */
export function simulationCalls(random: () => number): () => SimulationCall {
  const integer = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => items[integer(0, items.length - 1)];
  const sometimes = (share: number, fields: object) => (random() < share ? fields : {});
  /** Evenly by its logarithm. */
  const between = (from: number, to: number) =>
    Number((from * (to / from) ** random()).toPrecision(4));
  const list = <T>(length: number, draw: () => T) => Array.from({ length }, draw);
  const year = (most: number) => list(HOURS, () => Number((most * random()).toFixed(3)));

  function drawSpan(): [number, number] {
    const from = integer(0, 23);
    return [from, (from + integer(1, 23)) % 24];
  }

  const drawCharge = (highest: number) => ({
    name: `charge ${random()}`,
    sek_per_kw_month: between(1, 10_000),
    statistic: { interval: 'PT1H', highest, distinct_days: random() < 0.5, reduce: 'mean' },
    ...sometimes(0.5, { when: [{ days: pick(DAYS), hours: [drawSpan()] }] }),
    ...sometimes(0.3, { factor_hours: [{ hours: [drawSpan()], factor: between(0.05, 0.95) }] }),
    ...sometimes(0.2, { zero_at_or_below_kw: between(0.5, 10) }),
  });

  /** As long as a list may be, or hardly too long. */
  function drawTariff() {
    const count = integer(1, 7);
    const highest = integer(1, Math.min(10, Math.ceil(20 / count)));
    const energy = pick([null, [{ ore: between(1, 100) }]]);
    return { energy_ore_per_kwh: energy, power: list(count, () => drawCharge(highest)) };
  }

  const drawPrices = () => ({
    ...sometimes(0.5, { resolution: 'hourly' }),
    ...sometimes(0.4, { import_sek_per_kwh: year(between(0.5, 20)) }),
    ...sometimes(0.4, { export_sek_per_kwh: year(between(0.1, 20)) }),
    ...(random() < 0.8
      ? { grid_tariff: drawTariff() }
      : { peak_charge_sek_per_kw_month: between(1, 100_000) }),
  });

  const drawBattery = () => ({
    capacity_kwh: between(0.5, 1000),
    strategy: random() < 0.7 ? 'combined' : pick(STRATEGIES),
    round_trip_efficiency: between(0.01, 1),
    standby_w: between(1, 200),
    fade_pct_per_year: between(0.1, 20),
    ...sometimes(0.6, { power_kw: between(0.5, 1000) }),
    ...sometimes(0.3, { soc_min: 0 }),
    ...sometimes(0.3, { reserve_share: Array.from({ length: 12 }, (_, month) => month / 20) }),
    ...sometimes(0.3, { peak_target_kw: between(0.1, 50) }),
    ...sometimes(0.3, { frequency_reserve: RESERVE }),
  });

  function drawComparison() {
    const strategies = random() < 0.7 ? ['combined'] : STRATEGIES.slice(0, integer(1, 4));
    const mostKwh = between(2, 1000);
    const count = integer(1, Math.floor(25 / strategies.length));
    const sizes = new Set(list(count, () => between(mostKwh / 20, mostKwh)));
    return { strategies, sizes_kwh: [...sizes] };
  }

  return () => {
    const path = pick(PATHS);
    const house = {
      pv: { hourly_kwh: year(between(0.1, 20)) },
      consumption: sometimes(0.5, { hourly_kwh: year(between(0.5, 50)) }),
      battery: drawBattery(),
      prices: drawPrices(),
    };
    return { path, body: path === PATHS[1] ? { ...house, compare: drawComparison() } : house };
  };
}
