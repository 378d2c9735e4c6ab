import type { LoadedData } from '#engine/yield/dataset.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import { type Language, wordsOf } from '../../messages/messages.ts';
import { namePlace } from '../../ui/nearest-place.ts';
import { listPlaces } from '../../ui/places.ts';
import type { FirstRoof } from '../page-data.ts';
import type { ExplorerState } from '../state.ts';
import { readState } from '../url-state.ts';
import { atLatestPrices, computeRoof } from './first-answers.ts';
import { findFaults, type LinkFaults } from './link-faults.ts';

/** Contents of the link of a roof. */
export interface ExplorerLink {
  state: ExplorerState;
  /** Name of the nearest place, with the distance where it is not there. Null far from all. */
  place: string | null;
  /** Null without a dataset, and outside of what it covers. */
  roof: FirstRoof | null;
  faults: LinkFaults;
}

const PLACES = listPlaces();

/** Names a link's place, by its coordinates where it has no name. */
export function describePlace({ state, place }: Pick<ExplorerLink, 'state' | 'place'>): string {
  const [lat, lng] = [state.lat, state.lng].map((degrees) => formatNumber(degrees, state.lang, 2));
  return place ?? fill(wordsOf(state.lang).explorer.at, { lat, lng });
}

/** Reads a link to the explorer: any query gives a state that the page takes. */
export async function readLink(
  query: string,
  language: Language,
  loaded: LoadedData,
): Promise<ExplorerLink> {
  const state = atLatestPrices(loaded, readState(query, language));
  return {
    state,
    place: namePlace(PLACES, state, wordsOf(language).explorer.near, language),
    roof: await computeRoof(loaded, state),
    faults: findFaults(query),
  };
}
