import type { Catalogue } from '#engine/economy/catalogue.ts';
import type { HoursUse } from '../../../schemas/codec/hours-use.ts';
import type { EmbedStep } from '../../../schemas/types.ts';
import type { PageMap } from './draw-map.ts';
import type { Language, Words } from './words.ts';

/** The data of the explorer's script. */
export interface ExplorerData {
  lang: Language;
  words: Words['explorer'];
  earnings: Words['earnings'];
  /** Null if no dataset is loaded. */
  map: PageMap | null;
  /** The dataset's hours of the spot year. */
  hours: HoursUse;
  placesUrl: string;
  /** The script of the engine's worker. */
  engineUrl: string;
  /** The script that reads a meter's file, loaded with the first file. */
  meterUrl: string;
  /** The script that reads a roof's log. */
  roofLogUrl: string;
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
  steps: EmbedStep[];
  /** Null if no dataset is loaded. */
  map: PageMap | null;
  /** The dataset's hours of the spot year. */
  hours: HoursUse;
  /** Address of the places by name. */
  placesUrl: string;
  /** The script of the engine's worker. */
  engineUrl: string;
  words: Words['configurator'] & Pick<Words['explorer'], 'found' | 'map' | 'mapPicture'>;
}

/** Addresses of what the API's pages load when it is asked for. */
export interface ReferenceData {
  searchUrl: string;
  tryUrl: string;
  tryStyle: string;
}

/** An operation as the API's pages search it, with the beginnings of its fields' texts. */
export interface SearchEntry {
  id: string;
  title: string;
  fields: [id: string, text: string][];
}
