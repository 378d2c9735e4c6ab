import { useEffect, useState } from 'preact/hooks';
import type { PvYieldMatrix } from '../../../../schemas/types.ts';
import type { Api } from '../api.ts';
import { keepAsking, type NoAnswer } from '../keep-asking.ts';
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
  useEffect(
    () =>
      keepAsking(
        answer.matrix ? REST_MS : 0,
        (signal) => api.matrix(lat, lng, signal),
        (told) => {
          if ('body' in told) setAnswer({ matrix: told.body.body as PlaceMatrix, problem: null });
          else setAnswer(({ matrix }) => ({ matrix, problem: problemOf(told) }));
        },
        window,
      ),
    [api, lat, lng],
  );
  return answer;
}

function problemOf({ reason, againS }: NoAnswer): PlaceProblem {
  if (reason === 'outside') return 'outside';
  return reason === 'crowded' && againS !== null ? { waitS: againS } : 'failed';
}
