import { useEffect, useState } from 'preact/hooks';
import type { PvYieldMatrix } from '../../../schemas/types.ts';
import { type Api, CallRefused } from './api.ts';
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
export function useMatrix(api: Api, lat: number, lng: number): PlaceAnswer {
  const [answer, setAnswer] = useState<PlaceAnswer>({ matrix: null, problem: null });
  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    const ask = async () => {
      const { matrix, problem } = await askMatrix(api, lat, lng, signal);
      if (signal.aborted) return;
      setAnswer((before) => ({ matrix: matrix ?? before.matrix, problem }));
      if (typeof problem === 'object' && problem) timer = setTimeout(ask, 1000 * problem.waitS);
    };
    let timer = setTimeout(ask, answer.matrix ? REST_MS : 0);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [api, lat, lng]);
  return answer;
}

async function askMatrix(
  api: Api,
  lat: number,
  lng: number,
  signal: AbortSignal,
): Promise<PlaceAnswer> {
  try {
    const { body } = await api.matrix(lat, lng, signal);
    return { matrix: body as PlaceMatrix, problem: null };
  } catch (error) {
    return { matrix: null, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): PlaceProblem {
  if (!(error instanceof CallRefused)) return 'failed';
  const { code, retryAfterS } = error;
  if (code === 'outside_coverage') return 'outside';
  return retryAfterS === null ? 'failed' : { waitS: retryAfterS };
}
