import { useMemo } from 'preact/hooks';
import { useAnswer } from '../../ui/use-answer.ts';
import { usePage } from '../use-page.ts';
import type { PlaceMarket } from '../worker/place-market.ts';

/** Finds all that prices consist of at the state's place. Null until they have come for it. */
export function useMarket(): PlaceMarket | null {
  const { state, local } = usePage();
  const { lat, lng } = state;
  const place = useMemo(() => ({ lat, lng }), [lat, lng]);
  return useAnswer(place, 0, (at) => local.market(at)).answer;
}
