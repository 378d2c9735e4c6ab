import { useEffect, useMemo, useState } from 'preact/hooks';
import type {
  BatteryStrategiesRequest,
  PvYieldSeriesRequest,
  SimulationMarket,
} from '../../../../schemas/types.ts';
import type { ExplorerState } from '../../shared/state.ts';
import type { Api, Room } from '../api.ts';
import { explainError, type NoAnswer } from '../keep-asking.ts';
import type { MeterYear } from '../meter/meter-file.ts';
import type { EngineClient } from './engine-client.ts';
import { computeGapSek, type MoneyAnswer, readApiAnswer } from './money-answer.ts';
import { buildComparisonRequest, buildSeriesRequest } from './requests.ts';
import { useAnswer } from './use-answer.ts';

/** Sixty of each a minute are more than a hand moves. */
const REST_MS = 250;
/** After this rest the API is asked what the worker answered: it takes 50 cells a minute. */
const CONFIRM_MS = 800;
/** Answers this near are the same. */
const NEAR_SEK = 1;

const CELLS = 'simulation-cells';
const REQUESTS = 'simulation-requests';

/** Whose the figures are. */
export type MoneyStatus =
  | { is: 'here' | 'private' | 'confirmed' | 'failed' }
  | { is: 'corrected'; apartSek: number }
  | { is: 'waiting'; seconds: number };

/** What was asked, all of one state. */
export interface MoneyQuestion {
  series: PvYieldSeriesRequest;
  request: BatteryStrategiesRequest;
  market: SimulationMarket;
}

/** What a house earns, as far as it is known. */
export interface MoneyView {
  market: SimulationMarket | null;
  /** Null until roof and prices have come once. */
  question: MoneyQuestion | null;
  money: MoneyAnswer | null;
  /** The figures are those of an earlier state. */
  isStale: boolean;
  status: MoneyStatus;
  /** Why the question has no answer; null: it has, or it is on its way. */
  problem: NoAnswer | null;
}

/** An answer to a question. */
interface Found {
  question: MoneyQuestion;
  money: MoneyAnswer;
}

/**
 * What sun and batteries earn: at once from the engine in its worker, and at rest from the API. A meter's
 * hours are a house's own: they stay here, and the engine alone answers.
 * @param engine null: it cannot run, and the API alone answers
 */
export function useMoney(
  state: ExplorerState,
  meter: MeterYear | null,
  api: Api,
  engine: EngineClient | null,
): MoneyView {
  const { question, problem } = useQuestion(state, meter, api);
  const [found, setFound] = useState<Found | null>(null);
  const [status, setStatus] = useState<MoneyStatus>({ is: 'here' });
  const [refusal, setRefusal] = useState<NoAnswer | null>(null);
  useEffect(() => {
    if (!question) return;
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const here = askHere(question, engine, signal, (money) => setFound({ question, money }));
    setStatus({ is: meter ? 'private' : 'here' });
    setRefusal(null);
    const confirm = async () => {
      const answer = await askApi(question, await here, api, signal);
      if (!answer || signal.aborted) return;
      setStatus(answer.status);
      if (answer.money) setFound({ question, money: answer.money });
      setRefusal(answer.refusal);
      const againS = answer.refusal?.againS ?? null;
      if (againS !== null) timer = setTimeout(confirm, 1000 * againS);
    };
    let timer = meter ? undefined : setTimeout(confirm, CONFIRM_MS);
    return () => {
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [question, engine]);
  return {
    market: question?.market ?? null,
    question,
    money: found?.money ?? null,
    isStale: found?.question !== question,
    status,
    // Figures of the worker need no answer of the API.
    problem: problem ?? (found?.question === question ? null : refusal),
  };
}

/** The question of a state, once its roof's hours and its prices have come. */
function useQuestion(
  state: ExplorerState,
  meter: MeterYear | null,
  api: Api,
): { question: MoneyQuestion | null; problem: NoAnswer | null } {
  const { lat, lng, faces } = state;
  const place = useMemo(() => ({ lat, lng }), [lat, lng]);
  const { kept: market, problem: noMarket } = useAnswer(place, REST_MS, async (at, signal) => {
    return (await api.market(at.lat, at.lng, signal)).body;
  });
  const roof = useMemo(() => buildSeriesRequest(state), [lat, lng, faces]);
  const { kept: series, problem: noSeries } = useAnswer(roof, REST_MS, async (asked, signal) => {
    return (await api.series(asked, signal)).body.hourly_kwh ?? [];
  });
  const question = useMemo(() => {
    if (!market || !series) return null;
    // Roof and prices of one place, which may be the one before.
    const { lat, lng } = series.key;
    if (market.key.lat !== lat || market.key.lng !== lng) return null;
    const request = buildComparisonRequest({ ...state, lat, lng }, series.body, market.body, meter);
    return { series: series.key, request, market: market.body };
  }, [market, series, meter, ...listHouseInputs(state)]);
  return { question, problem: noMarket ?? noSeries };
}

/** What a request takes of the state beside its roof. */
function listHouseInputs(state: ExplorerState): unknown[] {
  const { useKwh, evKmPerDay, batteryFixedSek, batterySekPerKwh } = state;
  return [
    useKwh,
    evKmPerDay,
    batteryFixedSek,
    batterySekPerKwh,
    state.gridFeeOre,
    state.powerChargeSek,
  ];
}

/** The worker's answer, shown at once; null without one. */
async function askHere(
  { request, market }: MoneyQuestion,
  engine: EngineClient | null,
  signal: AbortSignal,
  show: (money: MoneyAnswer) => void,
): Promise<MoneyAnswer | null> {
  const money = (await engine?.compare({ request, market, battery: null })) ?? null;
  if (money && !signal.aborted) show(money);
  return money;
}

let room: ReadonlyMap<string, Room> = new Map();
let roomAtMs = 0;

/** What to say of the API's answer, its figures, or why there are none. */
interface Confirmation {
  status: MoneyStatus;
  money: MoneyAnswer | null;
  refusal: NoAnswer | null;
}

/** The API's answer, where its limits leave room. */
async function askApi(
  { request }: MoneyQuestion,
  here: MoneyAnswer | null,
  api: Api,
  signal: AbortSignal,
): Promise<Confirmation | null> {
  const seconds = computeWaitS(request);
  if (seconds > 0) return describeRefusal({ reason: 'crowded', againS: seconds });
  try {
    const { body, room: left } = await api.compare(request, signal);
    [room, roomAtMs] = [left, Date.now()];
    const money = readApiAnswer(body);
    const apart = here ? computeGapSek(here, money) : 0;
    if (apart <= NEAR_SEK) return { status: { is: 'confirmed' }, money, refusal: null };
    return { status: { is: 'corrected', apartSek: apart }, money, refusal: null };
  } catch (error) {
    return signal.aborted ? null : describeRefusal(explainError(error));
  }
}

function describeRefusal(refusal: NoAnswer): Confirmation {
  const { reason, againS } = refusal;
  const isWaiting = reason === 'crowded' && againS !== null;
  const status: MoneyStatus = isWaiting ? { is: 'waiting', seconds: againS } : { is: 'failed' };
  return { status, money: null, refusal };
}

/** 0 while the last answer says that another comparison fits into this minute. */
function computeWaitS({ compare }: BatteryStrategiesRequest): number {
  const cells = (compare?.sizes_kwh?.length ?? 0) * (compare?.strategies?.length ?? 0);
  const waits = Array.from(room, ([name, { left, resetS }]) => {
    const needed = name === CELLS ? cells : name === REQUESTS ? 1 : 0;
    return left >= needed ? 0 : resetS - (Date.now() - roomAtMs) / 1000;
  });
  return Math.max(0, Math.ceil(Math.max(0, ...waits)));
}
