import { useMemo, useRef } from 'preact/hooks';
import type { NoAnswer } from '../../ui/retry.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { DEFAULT_STATE, type ExplorerState } from '../state.ts';
import { writeState } from '../url-state.ts';
import type { House, HouseMoney, MeterHours, PlaceMatrix } from '../worker/local-calls.ts';
import type { Local } from '../worker/local-client.ts';
import type { PlaceMarket } from '../worker/place-market.ts';
import { computeSystems, type Systems } from './system.ts';

/** A house and its figures, which are of this very house. */
export interface Figures extends HouseMoney {
  house: House;
  /** The state that they are drawn for: the house's, but for what moves no year's savings. */
  state: ExplorerState;
  systems: Systems;
}

/** The figures that can be drawn. */
export interface FiguresView {
  /** The last that came for the place. Null until they have come for it. */
  figures: Figures | null;
  /** Whether they are those of another house than the page's state. */
  isStale: boolean;
  /** The market of the place. Null until it has come. */
  market: PlaceMarket | null;
  /** Null if there are figures, or they are pending. */
  problem: NoAnswer | null;
}

/** A slider that goes on moves faster than this. */
const PAUSE_MS = 40;

/** A place that is moved is read when it rests. */
const REST_MS = 150;

/** Finds the yields of a place, null until they have come for this one, and the dataset's own system loss. */
export function useMatrix(
  state: ExplorerState,
  local: Local,
): { matrix: PlaceMatrix | null; usualLoss: number | null; problem: NoAnswer | null } {
  const { lat, lng, systemLossPct } = state;
  const place = useMemo(() => ({ lat, lng, systemLossPct }), [lat, lng, systemLossPct]);
  const { answer, last, problem } = useAnswer(place, REST_MS, (at) => local.matrix(at));
  const usualLoss = last?.body.model.system_loss_default ?? null;
  return { matrix: answer, usualLoss, problem };
}

/** Values that move no year's savings, as usual: a state with them has the savings of all that differ only by them. */
const { panelSekPerKwp, owners, priceRisePct, interestPct, lifeYears } = DEFAULT_STATE;
const { inverterSek, inverterYear, serviceSekPerYear, batteryKwh } = DEFAULT_STATE;
const AS_USUAL = {
  ...{ panelSekPerKwp, owners, priceRisePct, interestPct, lifeYears },
  ...{ inverterSek, inverterYear, serviceSekPerYear, batteryKwh },
};

/** Finds what sun and batteries earn in a house. */
export function useFigures(
  state: ExplorerState,
  meter: MeterHours | null,
  local: Local,
): FiguresView {
  const { lat, lng } = state;
  const place = useMemo(() => ({ lat, lng }), [lat, lng]);
  const { answer: market, problem: noMarket } = useAnswer(place, REST_MS, (at) => local.market(at));
  const asked = writeState({ ...state, ...AS_USUAL });
  const house = useMemo(() => ({ state, meter }), [asked, meter]);
  const { last: found, problem: noMoney } = useAnswer(market && house, PAUSE_MS, (asked) =>
    local.money(asked),
  );
  // Previous figures stay as they were drawn last.
  const drawn = useRef({ house, state });
  if (found?.key === house) drawn.current = { house, state };
  const last = drawn.current.house === found?.key ? drawn.current.state : found?.key.state;
  const figures = useMemo(() => {
    const isHere = last?.lat === lat && last.lng === lng;
    if (!market || !found || !isHere) return null;
    const { key: house, body } = found;
    const systems = computeSystems(last, body.money, Boolean(house.meter?.exportKwh));
    return { house, state: last, systems, ...body };
  }, [market, found, last, lat, lng]);
  return { figures, isStale: figures?.house !== house, market, problem: noMarket ?? noMoney };
}
