import { useEffect, useState } from 'preact/hooks';
import type { ConfiguratorInputs } from '../../../../schemas/types.ts';
import type { ConfiguratorData } from '../../embedded/configurator-data.ts';
import {
  comparisonRequest,
  type Savings,
  savingsOf,
  seriesRequest,
} from '../../embedded/system.ts';
import { apiOf, CallRefused } from '../api.ts';

/** What the API has found for the visitor's roof and house so far. */
export interface Proposal {
  annualKwh: number | null;
  savings: Savings | null;
  /** Why there is none: a code of the API, `waiting` or null. */
  fault: string | null;
  /** Seconds until it is tried again. */
  waitS: number;
}

const NOTHING: Proposal = { annualKwh: null, savings: null, fault: null, waitS: 0 };

/** While a value is being changed nothing is asked. */
const REST_MS = 400;
const USUAL_WAIT_S = 2;

const api = apiOf();

/**
 * Asks for the roof's year at rest after a change, and for the batteries' comparison where it is wanted.
 * What was found for other values is not shown.
 * @param tries a number that makes it ask anew when it changes
 */
export function useProposal(
  data: ConfiguratorData,
  inputs: ConfiguratorInputs | null,
  withBatteries: boolean,
  tries: number,
): Proposal {
  const key = JSON.stringify(inputs);
  const [found, setFound] = useState({ key, ...NOTHING });
  const proposal = found.key === key ? found : NOTHING;
  useEffect(() => {
    if (!inputs || proposal.savings || (proposal.annualKwh !== null && !withBatteries)) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    const ask = async () => {
      try {
        const { body: series } = await api.series(seriesRequest(data, inputs), signal);
        const annualKwh = series.annual_kwh;
        setFound({ key, ...NOTHING, annualKwh });
        if (!withBatteries) return;
        const house = comparisonRequest(data, inputs, series.hourly_kwh ?? []);
        const { body } = await api.compare(house, signal);
        setFound({ key, ...NOTHING, annualKwh, savings: savingsOf(data, body) });
      } catch (error) {
        if (signal.aborted) return;
        const wait = waitOf(error);
        setFound({ key, ...NOTHING, fault: faultOf(error), waitS: wait ?? 0 });
        if (wait !== null) timer = setTimeout(ask, 1000 * wait);
      }
    };
    let timer = setTimeout(ask, REST_MS);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [key, withBatteries, tries]);
  return proposal;
}

/** Seconds, where another try may help. */
function waitOf(error: unknown): number | null {
  const isFull = error instanceof CallRefused && (error.status === 429 || error.code === 'busy');
  return isFull ? (error.retryAfterS ?? USUAL_WAIT_S) : null;
}

function faultOf(error: unknown): string {
  if (waitOf(error) !== null) return 'waiting';
  return error instanceof CallRefused ? error.code : 'failed';
}
