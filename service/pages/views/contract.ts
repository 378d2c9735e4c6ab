import type { MessageRow } from '../message-table.ts';
import type { Words } from '../words.ts';

/** What views.tsx exports: HTML of `main` by what it shows. Apart from its loading, which needs Node. */
export interface Views {
  recipes(words: Words['recipes'], commands: RecipeCommands): string;
  sdk(words: Words['sdk'], content: SdkContent): string;
}

/** The calls that the recipes show, as typed into a shell. */
export interface RecipeCommands {
  roof: string;
  house: string;
  prices: string;
}

/** What the page about the SDK shows. */
export interface SdkContent {
  recipes: SdkRecipes;
  messages: readonly MessageRow[];
  /** Name of the configurator to try; null: there is none. */
  demo: string | null;
}

/** Code as it is copied, with the service's address. */
export interface SdkRecipes {
  plain: string;
  mount: string;
  pinned: string;
  csp: string;
  wordpress: string;
  react: string;
  client: string;
  sensor: string;
  hours: string;
  python: string;
  r: string;
}
