import { useEffect, useMemo, useState } from 'preact/hooks';
import type { HoursUse } from '../../../../schemas/codec/hours-use.ts';
import type {
  BatteryStrategiesRequest,
  PvYieldSeriesRequest,
  SimulationMarket,
} from '../../../../schemas/types.ts';
import type { ExplorerState } from '../../shared/state.ts';
import type { Api, Room } from '../api.ts';
import { explainError, type NoAnswer } from '../keep-asking.ts';
import type { MeterYear } from '../meter/meter-file.ts';
import type { ReckonedRoof } from '../meter/roof-log.tsx';
import type { EngineClient } from './engine-client.ts';
import { computeGapSek, type MoneyAnswer, readApiAnswer } from './money-answer.ts';
import {
  buildComparisonRequest,
  buildSeriesRequest,
  computeRaiseSek,
  readSystemLoss,
  selectPriceList,
} from './requests.ts';
import { useAnswer } from './use-answer.ts';

/** The API gives sixty of each a minute, more than a hand moves. */
const REST_MS = 250;
/** The API confirms the worker's answer after this rest: it accepts 50 cells a minute. */
const CONFIRM_MS = 800;
/** Largest difference of two answers that count as equal. */
const NEAR_SEK = 1;

const CELLS = 'simulation-cells';
const REQUESTS = 'simulation-requests';

/** The source of the figures. */
export type MoneyStatus =
  | { is: 'here' | 'private' | 'confirmed' | 'api' | 'failed' }
  | { is: 'corrected'; apartSek: number }
  | { is: 'waiting'; seconds: number };

/** The question of one state. */
export interface MoneyQuestion {
  series: PvYieldSeriesRequest;
  request: BatteryStrategiesRequest;
  market: SimulationMarket;
  /** The question without the grid company's price list; null if none counts. */
  plain: BatteryStrategiesRequest | null;
  /** By which a grid fee of one's own raises the market's import price of each hour, SEK; null without one. */
  raisedSek: number | null;
}

/** The earnings of a house, as far as they are known. */
export interface MoneyView {
  /** The last that came. */
  roof: ReckonedRoof | null;
  market: SimulationMarket | null;
  /** Null until roof and prices have come once. */
  question: MoneyQuestion | null;
  money: MoneyAnswer | null;
  /** The answer without the grid company's price list; null if none counts, or it has not come. */
  plain: MoneyAnswer | null;
  /** The figures are those of an earlier state. */
  isStale: boolean;
  status: MoneyStatus;
  /** Null if the question has an answer, or it is on its way. */
  problem: NoAnswer | null;
}

/** An answer to a question. */
interface Found {
  question: MoneyQuestion;
  money: MoneyAnswer;
}

/**
 * Finds the earnings of sun and batteries: at once from the engine in its worker, and at rest from the API. A meter's
 * hours are a house's own: they stay here, and the engine alone answers.
 * @param hours the dataset's hours of the spot year
 * @param engine null if it cannot run, and the API alone answers
 */
export function useMoney(
  state: ExplorerState,
  meter: MeterYear | null,
  hours: HoursUse,
  api: Api,
  engine: EngineClient | null,
): MoneyView {
  const { question, problem, roof } = useQuestion(state, meter, hours, api);
  const [found, setFound] = useState<Found | null>(null);
  const [plain, setPlain] = useState<Found | null>(null);
  const [status, setStatus] = useState<MoneyStatus>({ is: 'here' });
  const [refusal, setRefusal] = useState<NoAnswer | null>(null);
  useEffect(() => {
    if (!question) return;
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const show = question.plain ? setPlain : setFound;
    const here = askHere(question, engine, signal, (money) => show({ question, money }));
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
    roof,
    market: question?.market ?? null,
    question,
    money: found?.money ?? null,
    plain: plain?.question === question ? plain.money : null,
    isStale: found?.question !== question,
    status,
    // The worker's figures need no answer of the API.
    problem: problem ?? (found?.question === question ? null : refusal),
  };
}

/** Builds the question of a state, once its roof's hours and its prices have come. */
function useQuestion(
  state: ExplorerState,
  meter: MeterYear | null,
  hours: HoursUse,
  api: Api,
): { question: MoneyQuestion | null; problem: NoAnswer | null; roof: ReckonedRoof | null } {
  const { lat, lng, faces, systemLossPct, snowPct, shadingPct, horizonDeg } = state;
  const place = useMemo(() => ({ lat, lng }), [lat, lng]);
  const { last: market, problem: noMarket } = useAnswer(place, REST_MS, async (at, signal) => {
    return (await api.market(at.lat, at.lng, hours === 'listed', signal)).body;
  });
  const asked = useMemo(
    () => ({ request: buildSeriesRequest(state), systemLoss: readSystemLoss(state) }),
    [lat, lng, faces, systemLossPct, snowPct, shadingPct, horizonDeg],
  );
  const { last: series, problem: noSeries } = useAnswer(asked, REST_MS, async (key, signal) => {
    return (await api.series(key.request, signal)).body.hourly_kwh ?? [];
  });
  const question = useMemo(() => {
    if (!market || !series) return null;
    // Roof and prices have to be of one place, which may be the one before.
    const { lat, lng } = series.key.request;
    if (market.key.lat !== lat || market.key.lng !== lng) return null;
    const house = { pvKwh: series.body, meter, market: market.body, hours };
    const request = buildComparisonRequest({ ...state, lat, lng }, house);
    const list = selectPriceList(state, meter);
    const plain = list
      ? buildComparisonRequest({ ...state, lat, lng, gridTariff: null }, house)
      : null;
    const raisedSek = list ? null : computeRaiseSek(state, market.body);
    return { series: series.key.request, request, plain, market: market.body, raisedSek };
  }, [market, series, meter, ...listHouseInputs(state)]);
  const roof = useMemo(() => series && { ...series.key, hourlyKwh: series.body }, [series]);
  return { question, problem: noMarket ?? noSeries, roof };
}

/** Lists the values of the state that a request needs in addition to the roof. */
function listHouseInputs(state: ExplorerState): unknown[] {
  const { useKwh, evKmPerDay, batteryFixedSek, batterySekPerKwh } = state;
  return [
    useKwh,
    evKmPerDay,
    batteryFixedSek,
    batterySekPerKwh,
    state.gridFeeOre,
    state.powerChargeSek,
    state.gridTariff,
    state.fuseA,
  ];
}

/** Shows the worker's answer at once, without a price list; null without an answer to the whole question. */
async function askHere(
  { request, plain, market }: MoneyQuestion,
  engine: EngineClient | null,
  signal: AbortSignal,
  show: (money: MoneyAnswer) => void,
): Promise<MoneyAnswer | null> {
  const asked = { request: plain ?? request, market, battery: null };
  const money = (await engine?.compare(asked)) ?? null;
  if (money && !signal.aborted) show(money);
  return plain ? null : money;
}

let room: ReadonlyMap<string, Room> = new Map();
let roomAtMs = 0;

/** The status of the API's answer, its figures, or why there are none. */
interface Confirmation {
  status: MoneyStatus;
  money: MoneyAnswer | null;
  refusal: NoAnswer | null;
}

/** Asks the API where its limits leave room. */
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
    if (!here) return { status: { is: 'api' }, money, refusal: null };
    const apart = computeGapSek(here, money);
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

/** Computes the seconds to wait: 0 while another comparison fits into this minute by the last answer. */
function computeWaitS({ compare }: BatteryStrategiesRequest): number {
  const cells = (compare?.sizes_kwh?.length ?? 0) * (compare?.strategies?.length ?? 0);
  const waits = Array.from(room, ([name, { left, resetS }]) => {
    const needed = name === CELLS ? cells : name === REQUESTS ? 1 : 0;
    return left >= needed ? 0 : resetS - (Date.now() - roomAtMs) / 1000;
  });
  return Math.max(0, Math.ceil(Math.max(0, ...waits)));
}
