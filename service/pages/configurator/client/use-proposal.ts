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
} from '../../../../schemas/types.ts';
import { type Local, startLocal } from '../../explorer/worker/local-client.ts';
import { createApi } from '../../ui/api.ts';
import { keepAsking, type NoAnswer } from '../../ui/keep-asking.ts';
import type { ConfiguratorData } from '../../ui/script-data.ts';
import { useAnswer } from '../../ui/use-answer.ts';

/** The figures found for the visitor's roof and house so far. */
export interface Proposal {
  annualKwh: number | null;
  savings: BatterySavings | null;
  /** Whether the savings are the API's own, and not only of the same engine in the browser. */
  isConfirmed: boolean;
  /** Null if the figures are there, or on their way. */
  problem: NoAnswer | null;
}

/** The bodies of the calls that compare the batteries. */
interface House {
  requests: BatteryStrategiesRequest[];
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
  const [local] = useState(() => startLocal(data.localUrl, data.data));
  const roof = useMemo(
    () => inputs && seriesRequest(data, inputs),
    [JSON.stringify(inputs && seriesRequest(data, inputs)), tries],
  );
  const series = useAnswer(roof, REST_MS, (request, signal) => api.series(request, signal));
  const year = series.last && series.last.key === roof ? series.last.body : null;
  const house = useMemo(() => {
    if (!inputs || !year || !(step === 'house' || isShown)) return null;
    const resolution = data.hours === 'none' ? 'month_x_hour' : 'hourly';
    const requests = comparisonRequests(data, inputs, year.hourly_kwh ?? [], resolution);
    return { requests };
  }, [year, step === 'house' || isShown, inputs?.yearly_kwh, inputs?.ev_km_per_day]);
  const { found, problem } = useComparison(house, local, isShown);
  return {
    annualKwh: year?.annual_kwh ?? null,
    savings: found && savingsOf(data, found.compared, inputs?.battery_kwh),
    isConfirmed: found?.isConfirmed ?? false,
    problem: series.problem ?? (found ? null : problem),
  };
}

function useComparison(
  house: House | null,
  local: Local,
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
    const here = compareHere(house, local).then((compared) => show(compared, false));
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
          answers.push(await api.compare(request, signal));
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
  }, [house, local, isShown]);
  return { found: found?.house === house ? found : null, problem };
}

/** Compares in the worker; null where it cannot, and the API alone answers. */
async function compareHere({ requests }: House, local: Local): Promise<Compared | null> {
  const batterySek = new Map<number, number>();
  const batteryCycles = new Map<number, number>();
  let solarSek = 0;
  for (const request of requests) {
    const money = await local.compare(request).catch(() => null);
    if (!money) return null;
    solarSek = money.sunSek;
    for (const { sizeKwh, savesSek, cyclesPerYear } of money.cells) {
      batterySek.set(sizeKwh, savesSek);
      batteryCycles.set(sizeKwh, cyclesPerYear);
    }
  }
  return { solarSek, batterySek, batteryCycles };
}
