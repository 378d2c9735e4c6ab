import { useEffect, useMemo, useState } from 'preact/hooks';
import {
  type BatterySavings,
  type Compared,
  comparisonRequests,
  readComparisons,
  savingsOf,
} from '#engine/economy/battery-choice.ts';
import { seriesRequest } from '#engine/economy/system.ts';
import type {
  BatteryStrategiesRequest,
  BatteryStrategiesResponse,
  ConfiguratorInputs,
  EmbedStep,
  SimulationMarket,
} from '../../../../schemas/types.ts';
import type { ConfiguratorData } from '../../shared/script-data.ts';
import { createApi } from '../api.ts';
import { type EngineClient, useEngine } from '../explorer/engine-client.ts';
import { useAnswer } from '../explorer/use-answer.ts';
import { keepAsking, type NoAnswer } from '../keep-asking.ts';

/** The figures found for the visitor's roof and house so far. */
export interface Proposal {
  annualKwh: number | null;
  savings: BatterySavings | null;
  /** Whether the savings are the API's own, and not only of the same engine in the browser. */
  isConfirmed: boolean;
  /** Null if the figures are there, or on their way. */
  problem: NoAnswer | null;
}

/** The bodies of the calls that compare the batteries, and the market that the engine needs, too. */
interface House {
  requests: BatteryStrategiesRequest[];
  market: SimulationMarket;
}

/** A comparison and its house. */
interface Found {
  house: House;
  compared: Compared;
  isConfirmed: boolean;
}

const REST_MS = 250;
/** The API confirms the worker's answer after this rest. */
const CONFIRM_MS = 1000;

const api = createApi();

/**
 * Asks the API for the roof's year at rest, and has the engine in its worker compare the batteries in the house
 * at once; at rest the API confirms that. Figures of other values are not shown.
 * @param step the visitor's step: from the house on batteries are compared, from the offer on confirmed
 * @param tries a number that makes it ask again when it changes
 */
export function useProposal(
  data: ConfiguratorData,
  inputs: ConfiguratorInputs | null,
  step: EmbedStep,
  tries: number,
): Proposal {
  const isShown = step === 'offer' || step === 'contact';
  const engine = useEngine(data.engineUrl);
  const roof = useMemo(
    () => inputs && seriesRequest(data, inputs),
    [JSON.stringify(inputs && seriesRequest(data, inputs)), tries],
  );
  const place = useMemo(
    () => (inputs ? { lat: inputs.lat, lng: inputs.lng } : null),
    [inputs?.lat, inputs?.lng, tries],
  );
  const series = useAnswer(roof, REST_MS, async (request, signal) => {
    return (await api.series(request, signal)).body;
  });
  const market = useAnswer(
    step === 'house' || isShown ? place : null,
    REST_MS,
    async ({ lat, lng }, signal) => {
      return (await api.market(lat, lng, data.hours === 'listed', signal)).body;
    },
  );
  const year = series.last && series.last.key === roof ? series.last.body : null;
  const prices = market.last && market.last.key === place ? market.last.body : null;
  const house = useMemo(() => {
    if (!inputs || !year || !prices) return null;
    const resolution = data.hours === 'none' ? 'month_x_hour' : 'hourly';
    const requests = comparisonRequests(data, inputs, year.hourly_kwh ?? [], resolution);
    return { requests, market: prices };
  }, [year, prices, inputs?.yearly_kwh, inputs?.ev_km_per_day]);
  const { found, problem } = useComparison(house, engine, isShown);
  return {
    annualKwh: year?.annual_kwh ?? null,
    savings: found && savingsOf(data, found.compared, inputs?.battery_kwh),
    isConfirmed: found?.isConfirmed ?? false,
    problem: series.problem ?? market.problem ?? (found ? null : problem),
  };
}

function useComparison(
  house: House | null,
  engine: EngineClient | null,
  isShown: boolean,
): { found: Found | null; problem: NoAnswer | null } {
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<NoAnswer | null>(null);
  useEffect(() => {
    if (!house) return;
    let isOver = false;
    setProblem(null);
    const show = (compared: Compared | null, isConfirmed: boolean) => {
      if (compared && !isOver) setFound({ house, compared, isConfirmed });
    };
    const here = compareHere(house, engine).then((compared) => show(compared, false));
    const stop = () => {
      isOver = true;
    };
    if (!isShown) return stop;
    const giveUp = keepAsking(
      CONFIRM_MS,
      async (signal) => {
        await here;
        const answers: BatteryStrategiesResponse[] = [];
        for (const request of house.requests) {
          answers.push((await api.compare(request, signal)).body);
        }
        return readComparisons(answers);
      },
      (answer) => {
        if ('body' in answer) show(answer.body, true);
        else setProblem(answer);
      },
      window,
    );
    return () => {
      stop();
      giveUp();
    };
  }, [house, engine, isShown]);
  return { found: found?.house === house ? found : null, problem };
}

/** Compares by the engine in its worker; null without it, or if a newer job has come. */
async function compareHere(
  { requests, market }: House,
  engine: EngineClient | null,
): Promise<Compared | null> {
  const batterySek = new Map<number, number>();
  const batteryCycles = new Map<number, number>();
  let solarSek = 0;
  for (const request of requests) {
    const money = await engine?.compare({ request, market, battery: null });
    if (!money) return null;
    solarSek = money.sunSek;
    for (const { sizeKwh, savesSek, cyclesPerYear } of money.cells) {
      batterySek.set(sizeKwh, savesSek);
      batteryCycles.set(sizeKwh, cyclesPerYear);
    }
  }
  return { solarSek, batterySek, batteryCycles };
}
