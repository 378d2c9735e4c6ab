import type { PvYieldQuery, SimulationRequest } from '../../../schemas/types.ts';

const STRATEGIES = ['self_consumption', 'arbitrage', 'combined'] as const;
const ODD = [null, -1, 0.5, 1e9, 'x', '', [], {}, true, [1], Array(8760).fill(0)];

/** A house at a place: its load, prices, battery and detail by the numbers drawn, one in five with a part replaced or added. */
export function randomHouse(
  { lat, lng }: PvYieldQuery,
  tariffs: readonly string[],
  random: () => number,
): SimulationRequest {
  const chance = (share: number) => random() < share;
  const among = <Item>(items: readonly Item[]): Item => items[Math.floor(items.length * random())];
  const number = (most: number) => Math.round(1e4 * most * random()) / 1e4;
  const day = (most: number) => Array.from({ length: 24 }, () => number(most));
  const hours = (most: number) => Array.from({ length: 8760 }, () => number(most));
  const months = (most: number) => Array.from({ length: 12 }, () => day(most));
  const price = () => among([number(3), months(3), hours(3)]);
  const house = {
    ...(chance(0.8) ? { location: { lat, lng, ...(chance(0.2) ? { zone: 'SE4' } : {}) } } : {}),
    pv: chance(0.5) ? { monthly_profile: months(4) } : { hourly_kwh: hours(4) },
    ...(chance(0.8)
      ? {
          consumption: among([
            { hourly_kwh: hours(4) },
            { yearly_kwh: 30_000 * random() },
            { yearly_kwh: 20_000, ev_km_per_day: 60 * random() },
          ]),
        }
      : {}),
    ...(chance(0.7)
      ? {
          battery: {
            capacity_kwh: 20 * random(),
            strategy: among(STRATEGIES),
            ...(chance(0.3) ? { power_kw: 5 * random(), soc_min: 0.3 * random() } : {}),
          },
        }
      : {}),
    ...(chance(0.6)
      ? {
          prices: {
            ...(chance(0.3) ? { import_sek_per_kwh: price() } : {}),
            ...(chance(0.3) ? { export_sek_per_kwh: price() } : {}),
            ...(chance(0.4) ? { grid_tariff: among(tariffs), fuse_a: among([16, 20, 25]) } : {}),
            ...(chance(0.2) ? { resolution: 'hourly' } : {}),
          },
        }
      : {}),
    ...(chance(0.2) ? { detail: among(['typical_days', 'hourly']) } : {}),
  };
  if (chance(0.2)) spoil(house, among, chance);
  // A spoilt body is none; the answer to it is a refusal.
  return house as SimulationRequest;
}

/** Replaces a field of a body or of a section, or adds one. */
function spoil(
  house: Record<string, unknown>,
  among: <Item>(items: readonly Item[]) => Item,
  chance: (share: number) => boolean,
): void {
  const section = house[among(Object.keys(house))];
  const isSection = typeof section === 'object' && section !== null && !Array.isArray(section);
  const node = isSection && chance(0.8) ? (section as Record<string, unknown>) : house;
  const name = chance(0.2) ? 'capcity_kwh' : among(Object.keys(node));
  if (chance(0.1)) delete node[name];
  else node[name] = among(ODD);
}
