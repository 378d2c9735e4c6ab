import { setTimeout } from 'node:timers/promises';
import { swedishDay } from '#engine/swedish-day.ts';
import type {
  BatteryStrategiesResponse,
  PvYieldSeries,
  SimulationRange,
} from '../../../../schemas/types.ts';
import {
  computeBatteryPaybacks,
  computePanelPayback,
  findSoonest,
} from '../../explorer/client/payback.ts';
import { chooseSystem } from '../../explorer/client/system.ts';
import type { ExplorerState } from '../../explorer/state.ts';
import { readApiAnswer } from '../../explorer/worker/money-answer.ts';
import { computeBatteryCostSek, computePanelCostSek } from '../../explorer/worker/requests.ts';

const SIZES_KWH = [5, 10, 15, 20];

/** A house's figures as the API computes them; those of a system with its price, SEK. */
export interface HouseTruth {
  kwh: number;
  /** Savings of the sun in a year, and of each battery beside it. */
  sun: Bought;
  batteries: Bought[];
  /** The battery that pays back first; null if none does. */
  first: { sizeKwh: number; years: number } | null;
  /** Panels and the battery that counts: what they save and cost after the deduction; 0 kWh is none. */
  system: { sizeKwh: number; savesSek: number; netSek: number };
  /** Asks for the years of that system, once. */
  readRange(): Promise<SimulationRange>;
}

interface Bought {
  savesSek: number;
  costSek: number;
  /** Null if that takes longer than it lasts. */
  years: number | null;
}

let callers = 0;

/** Asks the API for a house's figures, each time as a caller of its own: the limits are another check's. */
export async function askTruth(base: string, state: ExplorerState): Promise<HouseTruth> {
  const { lat, lng, faces, useKwh, evKmPerDay, owners } = state;
  const { hourly_kwh } = await post<PvYieldSeries>(base, 'pv-yield/series', { lat, lng, faces });
  const market = `${base}/api/v1/simulation/market?lat=${lat}&lng=${lng}&resolution=hourly`;
  const hasHours = (await fetch(market, { headers: nextCaller() })).ok;
  const costs = SIZES_KWH.map((size) => [size, computeBatteryCostSek(state, size)]);
  const house = {
    location: { lat, lng },
    consumption: { yearly_kwh: useKwh, ev_km_per_day: evKmPerDay },
    pv: { hourly_kwh },
    ...(hasHours ? { prices: { resolution: 'hourly' } } : {}),
  };
  const answer = await post<BatteryStrategiesResponse>(base, 'simulation/battery-strategies', {
    ...house,
    compare: {
      strategies: ['self_consumption', 'arbitrage', 'combined', 'peak_shaving'],
      sizes_kwh: SIZES_KWH,
      cost_sek_by_size: Object.fromEntries(costs),
    },
  });
  const money = readApiAnswer(answer);
  const panelSek = computePanelCostSek(state);
  const payment = { paid_on: swedishDay(), adults: owners, panelSek };
  const costOf = (size: number) => computeBatteryCostSek(state, size);
  const batteries = computeBatteryPaybacks(money, costOf, payment);
  const first = findSoonest(batteries);
  const panels = computePanelPayback(money, payment);
  const { battery, savesSek, netSek } = chooseSystem(state, money, { panels, batteries });
  const sizeKwh = battery?.cell.sizeKwh ?? 0;
  const bought = battery && { capacity_kwh: sizeKwh, strategy: battery.cell.strategy };
  let range: Promise<SimulationRange> | null = null;
  return {
    kwh: hourly_kwh?.reduce((sum, kwh) => sum + kwh, 0) ?? Number.NaN,
    sun: {
      savesSek: money.sunSek,
      costSek: panelSek,
      years: panels.paybackYears,
    },
    batteries: batteries.map(({ cell, priceSek, paybackYears }) => ({
      savesSek: cell.savesSek,
      costSek: priceSek,
      years: paybackYears,
    })),
    first: first && { sizeKwh: first.cell.sizeKwh, years: first.paybackYears ?? Number.NaN },
    system: { sizeKwh, savesSek, netSek },
    readRange() {
      range ??= post<SimulationRange>(base, 'simulation/range', {
        ...house,
        ...(bought && { battery: bought }),
        economy: { cost_sek: netSek },
      });
      return range;
    },
  };
}

async function post<Body>(base: string, path: string, body: object): Promise<Body> {
  const headers = { 'Content-Type': 'application/json', ...nextCaller() };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${base}/api/v1/${path}`, init);
  // As many simulations as there are threads are computed at a time.
  if (response.status === 503) {
    await setTimeout(1000);
    return await post(base, path, body);
  }
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

function nextCaller(): Record<string, string> {
  return { 'X-Forwarded-For': `10.1.0.${++callers % 256}` };
}
