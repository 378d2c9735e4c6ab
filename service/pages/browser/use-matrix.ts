import { useEffect, useState } from 'preact/hooks';
import type { PvYieldMatrix } from '../../../schemas/types.ts';
import type { MonthlyYields } from './roof-yield.ts';

/** A place's yields of all planes, by month too. */
export type PlaceMatrix = PvYieldMatrix & { monthly_kwh_kwp: MonthlyYields };

/** Why there is no answer for the place that was asked for. */
export type PlaceProblem = 'outside' | 'failed' | { waitS: number };

/** What is known of a place; the matrix is the last one there was. */
export interface PlaceAnswer {
  matrix: PlaceMatrix | null;
  problem: PlaceProblem | null;
}

/** A place that is moved is asked for when it rests: there are ten answers a minute. */
const REST_MS = 350;

/** The matrix of a place, asked for once it rests there. */
export function useMatrix(lat: number, lng: number): PlaceAnswer {
  const [answer, setAnswer] = useState<PlaceAnswer>({ matrix: null, problem: null });
  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    const ask = async () => {
      const { waitS, ...found } = await askMatrix(lat, lng, signal);
      if (signal.aborted) return;
      setAnswer((before) => ({ matrix: found.matrix ?? before.matrix, problem: found.problem }));
      if (waitS) timer = setTimeout(ask, 1000 * waitS);
    };
    let timer = setTimeout(ask, answer.matrix ? REST_MS : 0);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [lat, lng]);
  return answer;
}

async function askMatrix(
  lat: number,
  lng: number,
  signal: AbortSignal,
): Promise<PlaceAnswer & { waitS?: number }> {
  try {
    const url = `/api/v1/pv-yield/matrix?lat=${lat}&lng=${lng}&months=1`;
    const response = await fetch(url, { signal });
    if (response.ok) return { matrix: (await response.json()) as PlaceMatrix, problem: null };
    const waitS = Number(response.headers.get('Retry-After')) || undefined;
    if (response.status === 422) return { matrix: null, problem: 'outside' };
    if (waitS) return { matrix: null, problem: { waitS }, waitS };
  } catch {
    // Aborted, or the network is away.
  }
  return { matrix: null, problem: 'failed' };
}
