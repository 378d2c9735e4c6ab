/** Data that the service gives the explorer's script. */
import type { PageAnswer } from '#engine/simulation/house-case.ts';
import type { Language, Words } from '../messages/messages.ts';
import type { PageMap } from '../ui/draw-map.ts';
import type { DataUrls } from '../ui/script-data.ts';
import type { PlaceSpot } from './state.ts';
import type { HouseMoney } from './worker/local-calls.ts';
import type { RoofChance } from './worker/roof-chance.ts';

export interface RoofYield {
  /** [face][month]. */
  monthsKwh: number[][];
  /** Yield of each face in the year. */
  yearsKwh: number[];
  yearKwh: number;
  kwp: number;
}

/** The yield of a roof, and what snow, shade and horizon leave of it. */
export interface FirstRoof {
  roof: RoofYield;
  left: RoofYield;
}

/** The answers on a house that the page opens with. */
export interface FirstHouse extends Pick<PageAnswer, 'months' | 'years'> {
  spot: PlaceSpot;
  money: HouseMoney;
  chance: RoofChance | null;
}

/** Answers about the page's first state, as its worker would give them: nothing is loaded for them. */
export interface FirstAnswers {
  /** The state, as its address has it: of another one they say nothing. */
  query: string;
  /** Name of its place. Null far from all. */
  place: string | null;
  roof: FirstRoof;
  /** Null where only the worker computes money. */
  house: FirstHouse | null;
}

/** What is said of the dataset. */
export interface DatasetFacts {
  attribution: string;
  /** Its own system loss, 0 to 1. */
  usualLoss: number;
  /** Whether it is a climatology, and no raster data of PVGIS. */
  isClimatology: boolean;
}

export interface ExplorerData {
  lang: Language;
  words: Words['explorer'];
  earnings: Words['earnings'];
  /** Null if no dataset is loaded. */
  map: PageMap | null;
  data: DataUrls;
  /** Null where only the worker answers. */
  first: FirstAnswers | null;
  /** Null without one. */
  dataset: DatasetFacts | null;
  /** Whether the page's server answers the API, too. */
  hasApi: boolean;
  /** Page of the dataset's sources. */
  reportUrl: string;
  placesUrl: string;
  /** The script of the worker that answers from the data. */
  localUrl: string;
  meterWorkerUrl: string;
}
