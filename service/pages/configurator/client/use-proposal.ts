import { useMemo, useState } from 'preact/hooks';
import { comparisonRequests, joinSavings } from '#engine/economy/battery-choice.ts';
import { seriesRequest } from '#engine/economy/system.ts';
import type { HouseSavings } from '#engine/economy/verdict.ts';
import type {
  BatteryStrategiesRequest,
  ConfiguratorInputs,
  EmbedStep,
  PvYieldSeries,
} from '../../../../schemas/types.ts';
import { type Local, startLocal } from '../../explorer/worker/local-client.ts';
import { post } from '../../ui/api.ts';
import type { NoAnswer } from '../../ui/retry.ts';
import type { ConfiguratorData } from '../../ui/script-data.ts';
import { useAnswer } from '../../ui/use-answer.ts';

/** The figures found for the visitor's roof and house so far. */
export interface Proposal {
  annualKwh: number | null;
  savings: HouseSavings | null;
  /** Null if the figures are there, or pending. */
  problem: NoAnswer | null;
}

const REST_MS = 250;

/**
 * Asks the API for the roof's year at rest, and has the engine in its worker compare the batteries in the house.
 * Figures of other values are not shown.
 * @param step the visitor's step: from the house on batteries are compared
 * @param tries a number that makes it retry when it changes
 */
export function useProposal(
  data: ConfiguratorData,
  inputs: ConfiguratorInputs | null,
  step: EmbedStep,
  tries: number,
): Proposal {
  const isCompared = step === 'house' || step === 'offer' || step === 'contact';
  const [local] = useState(() => startLocal(data.localUrl, data.data));
  const roof = useMemo(
    () => inputs && seriesRequest(data, inputs),
    [JSON.stringify(inputs && seriesRequest(data, inputs)), tries],
  );
  const series = useAnswer(roof, REST_MS, (request, signal) =>
    post<PvYieldSeries>('/pv-yield/series', request, { signal }),
  );
  const year = series.answer;
  const requests = useMemo(() => {
    if (!inputs || !year || !isCompared) return null;
    const resolution = data.hours === 'none' ? 'month_x_hour' : 'hourly';
    return comparisonRequests(data, inputs, year.hourly_kwh ?? [], resolution);
  }, [year, isCompared, inputs?.yearly_kwh, inputs?.ev_km_per_day]);
  const { answer: compared, problem } = useAnswer(requests, 0, (requested) =>
    compareBatteries(requested, local),
  );
  return {
    annualKwh: year?.annual_kwh ?? null,
    savings: compared,
    problem: series.problem ?? problem,
  };
}

async function compareBatteries(
  requests: BatteryStrategiesRequest[],
  local: Local,
): Promise<HouseSavings | null> {
  const answers: HouseSavings[] = [];
  for (const request of requests) {
    const savings = await local.compare(request);
    if (!savings) return null;
    answers.push(savings);
  }
  return joinSavings(answers);
}
