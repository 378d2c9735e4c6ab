import type { Language, Words } from '../words.ts';
import type { Catalogue } from './system.ts';

/** What a configurator's script is given: nothing of the sink. */
export interface ConfiguratorData extends Catalogue {
  title: string;
  slug: string;
  language: Language;
  /** Pages that it talks with. */
  origins: string[];
  consent: { version: string; text: string; privacyUrl: string };
  phone: string;
  /** Address of the places by name. */
  places: string;
  words: Words['configurator'];
}
