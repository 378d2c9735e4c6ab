import type { Catalogue } from '#engine/economy/system.ts';
import type { HoursUse } from '../../../schemas/codec/prices-artifact.ts';
import type { EmbedStep, PriceArea, PriceAreaBoundaries } from '../../../schemas/types.ts';
import type { Language, Words } from '../messages/messages.ts';
import type { BatteryWords } from './battery-line.ts';
import type { PageMap } from './draw-map.ts';

/** Addresses of the dataset's files that a page reads in the place of the API's answers. */
export interface DataUrls {
  /** A pv-yield.bin and the SHA-256 of its head. Null if there is none. */
  yields: { url: string; digest: string } | null;
  /** Files of zone-prices.ts by area, and what divides them. Null if no prices are loaded. */
  prices: {
    zones: Record<PriceArea, string>;
    tariffs: string;
    boundaries: PriceAreaBoundaries;
  } | null;
}

/** The texts of a roof's side, which all pages share. */
export type RoofFaceWords = Pick<
  Words['explorer'],
  'direction' | 'compass' | 'compassShort' | 'tilts'
>;

/** The texts of the search that all pages share. */
export type PlaceWords = Pick<
  Words['explorer'],
  'found' | 'foundLike' | 'placeHelp' | 'halfPoint' | 'shortLink' | 'postcode'
>;

/** How good an answer is, for its colour. */
export type Tone = 'yes' | 'slow' | 'no' | 'plain';

/** A system to choose, in words. */
export interface OptionText {
  /** Size of its battery. 0 for panels only. */
  sizeKwh: number;
  isChosen: boolean;
  /** When it is paid off. Empty where nothing is paid for. */
  paid: string;
  costs: string;
  saves: string;
}

/** The answer on the chosen system, in words. */
export interface Verdict {
  tone: Tone;
  /** Whether it pays, in two or three words. Empty where nothing is paid for. */
  word: string;
  decision: string;
  /** None where the meter has the sun in its figures. */
  options: OptionText[];
  /** When the battery is paid off by itself. */
  battery: string;
  /** Assumptions that are not the usual. Empty if all are. */
  assumed: string;
}

/** The data of a configurator's script, without the sink. */
export interface ConfiguratorData extends Catalogue {
  title: string;
  slug: string;
  language: Language;
  /** Pages that it talks with. */
  origins: string[];
  consent: { version: string; text: string; privacyUrl: string };
  phone: string;
  /** Whether a request is stored nowhere: the sink is `log` without a file. */
  isTrial: boolean;
  steps: EmbedStep[];
  /** Null if no dataset is loaded. */
  map: PageMap | null;
  /** The dataset's hours of the spot year. */
  hours: HoursUse;
  /** Address of the places by name. */
  placesUrl: string;
  data: DataUrls;
  /** The script of the worker that answers from the data. */
  localUrl: string;
  words: Words['configurator'] &
    PlaceWords &
    RoofFaceWords &
    BatteryWords &
    Pick<Words['explorer'], 'map' | 'mapPicture'>;
}

/** Addresses of what the API's pages load when it is asked for. */
export interface ReferenceData {
  searchUrl: string;
}

/** An operation or a field as the API's pages search it: its link from their list, the beginning of its text, Swedish keywords. */
export type SearchEntry = [href: string, text: string, keywords: string];
