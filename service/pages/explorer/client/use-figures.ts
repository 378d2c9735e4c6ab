import { useMemo, useRef } from 'preact/hooks';
import { useAnswer } from '../../ui/use-answer.ts';
import type { FiguresView } from '../answer/views.ts';
import { computeHouseVerdict } from '../house-verdict.ts';
import type { FirstHouse } from '../page-data.ts';
import {
  type ExplorerState,
  followLatest,
  houseState,
  isSunInMeter,
  type MeterHours,
} from '../state.ts';
import type { Local } from '../worker/local-client.ts';

/** A slider that goes on moves faster than this. */
const PAUSE_MS = 40;

/** A place that is moved is read when it rests. */
const REST_MS = 150;

/**
 * Finds the yields of a place, null until they have come for this one.
 * @param isAwake whether they may be loaded
 */
export function useMatrix(
  { lat, lng, systemLossPct }: ExplorerState,
  local: Local,
  isAwake: boolean,
) {
  const place = useMemo(() => ({ lat, lng, systemLossPct }), [lat, lng, systemLossPct]);
  return useAnswer(isAwake ? place : null, REST_MS, (at) => local.matrix(at));
}

/**
 * Finds what sun and batteries earn in a house.
 * @param first the answers on the first state, where they are known
 */
export function useFigures(
  settings: ExplorerState,
  meter: MeterHours | null,
  local: Local,
  first: FirstHouse | undefined,
): FiguresView {
  const { lat, lng } = settings;
  const place = useMemo(() => ({ lat, lng }), [lat, lng]);
  const { answer: spot, problem: noSpot } = useAnswer(
    place,
    REST_MS,
    (at) => local.spot(at),
    first?.spot,
  );
  const state = useMemo(() => followLatest(settings, spot), [settings, spot]);
  const key = JSON.stringify(houseState(state));
  const requested = useMemo(
    () => ({ house: { state: houseState(state), meter }, state }),
    [key, meter],
  );
  const { last: found, problem: noMoney } = useAnswer(
    spot && requested,
    PAUSE_MS,
    ({ house }) => local.money(house),
    first?.money,
  );
  // Previous figures stay as they were drawn last.
  const drawn = useRef(requested);
  if (found?.key === requested) drawn.current = { ...requested, state };
  const last = found && (drawn.current.house === found.key.house ? drawn.current : found.key);
  const figures = useMemo(() => {
    const isHere = last?.state.lat === lat && last.state.lng === lng;
    if (!spot || !found || !isHere) return null;
    const { body } = found;
    const hasSun = isSunInMeter(last.state, last.house.meter);
    return { ...last, verdict: computeHouseVerdict(last.state, body.money, hasSun), ...body };
  }, [spot, found, last?.state, lat, lng]);
  return {
    state,
    figures,
    isStale: figures?.house !== requested.house,
    spot,
    problem: noSpot ?? noMoney,
  };
}
