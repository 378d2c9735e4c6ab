import { useMemo } from 'preact/hooks';
import { useAnswer } from '../../../ui/use-answer.ts';
import { usePage } from '../../use-page.ts';
import type { PlaceMarket } from '../../worker/place-market.ts';

/** The prices at a place, with the words that their texts have on the page. */
export interface Market extends PlaceMarket {
  translate(text: string): string;
}

/** Finds all that prices consist of at the state's place. Null until they have come for it. */
export function useMarket(): Market | null {
  const { state, local } = usePage();
  const { lat, lng, lang } = state;
  const place = useMemo(() => ({ lat, lng }), [lat, lng]);
  return useAnswer(place, 0, async (at) => {
    const texts = import('./market-texts.ts');
    const [{ translateText }, market] = await Promise.all([texts, local.market(at)]);
    return market && { ...market, translate: (text: string) => translateText(text, lang) };
  }).answer;
}
