import { useMemo, useRef } from 'preact/hooks';
import type { NoAnswer } from '../../ui/retry.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { computeHouseVerdict, type ExplorerVerdict } from '../house-verdict.ts';
import {
  type ExplorerState,
  followLatest,
  houseState,
  isSunInMeter,
  type MeterHours,
} from '../state.ts';
import type { House, HouseMoney, PlaceMatrix } from '../worker/local-calls.ts';
import type { Local } from '../worker/local-client.ts';
import type { PlaceMarket } from '../worker/place-market.ts';

/** A house and its figures, which are of this very house. */
export interface Figures extends HouseMoney {
  house: House;
  /** The state that they are drawn for: the house's, but for what moves no year's savings. */
  state: ExplorerState;
  verdict: ExplorerVerdict;
}

/** The figures that can be drawn. */
export interface FiguresView {
  /** The page's state, with the price level of the place where it follows the last known prices. */
  state: ExplorerState;
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

/** Finds what sun and batteries earn in a house. */
export function useFigures(
  settings: ExplorerState,
  meter: MeterHours | null,
  local: Local,
): FiguresView {
  const { lat, lng } = settings;
  const place = useMemo(() => ({ lat, lng }), [lat, lng]);
  const { answer: market, problem: noMarket } = useAnswer(place, REST_MS, (at) => local.market(at));
  const state = useMemo(() => followLatest(settings, market), [settings, market]);
  const key = JSON.stringify(houseState(state));
  const requested = useMemo(
    () => ({ house: { state: houseState(state), meter }, state }),
    [key, meter],
  );
  const { last: found, problem: noMoney } = useAnswer(market && requested, PAUSE_MS, ({ house }) =>
    local.money(house),
  );
  // Previous figures stay as they were drawn last.
  const drawn = useRef(requested);
  if (found?.key === requested) drawn.current = { ...requested, state };
  const last = found && (drawn.current.house === found.key.house ? drawn.current : found.key);
  const figures = useMemo(() => {
    const isHere = last?.state.lat === lat && last.state.lng === lng;
    if (!market || !found || !isHere) return null;
    const { body } = found;
    const hasSun = isSunInMeter(last.state, last.house.meter);
    return { ...last, verdict: computeHouseVerdict(last.state, body.money, hasSun), ...body };
  }, [market, found, last?.state, lat, lng]);
  return {
    state,
    figures,
    isStale: figures?.house !== requested.house,
    market,
    problem: noMarket ?? noMoney,
  };
}
