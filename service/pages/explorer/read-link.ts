import type { LoadedData } from '../../api/yield/dataset.ts';
import { tellCorrections } from '../shared/link-corrections.ts';
import { namePlace } from '../shared/nearest-place.ts';
import { listPlaces } from '../shared/places.ts';
import type { ExplorerState } from '../shared/state.ts';
import { readState } from '../shared/url-state.ts';
import { type Language, wordsOf } from '../shared/words.ts';
import { computeYearKwh } from './year-kwh.ts';

/** What the link of a roof says. */
export interface ExplorerLink {
  state: ExplorerState;
  /** Name of the nearest place, with the distance where it is not there; null far from all. */
  place: string | null;
  /** The roof's yield, less snow, shade and horizon; null without a dataset, and outside of what it covers. */
  yearKwh: number | null;
  /** Sentences about values that the page does not take. */
  corrections: string[];
}

const PLACES = listPlaces();

/** Reads a link to the explorer: any query gives a state that the page takes. It costs a lookup for each face. */
export function readLink(query: string, language: Language, loaded: LoadedData): ExplorerLink {
  const { link, explorer } = wordsOf(language);
  const state = readState(query, language);
  return {
    state,
    place: namePlace(PLACES, state, explorer.near, language),
    yearKwh: computeYearKwh(loaded, state),
    corrections: tellCorrections(query, state, { link, explorer, lang: language }),
  };
}
