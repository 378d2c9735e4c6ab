import type { PageMap } from './draw-map.ts';
import type { Language, Words } from './words.ts';

/** What the explorer's script is given. */
export interface ExplorerData {
  lang: Language;
  words: Words['explorer'];
  earnings: Words['earnings'];
  /** Null where no dataset is loaded. */
  map: PageMap | null;
  placesUrl: string;
  /** The script of the engine's worker. */
  engineUrl: string;
  /** The script that reads a meter's file, loaded with the first file. */
  meterUrl: string;
}
