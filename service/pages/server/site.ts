import type { AnswerPage } from '#engine/simulation/house-case.ts';
import type { LoadedData } from '#engine/yield/dataset.ts';
import type { Stores } from '../../http/guards/memory-store.ts';
import type { PageMap } from '../ui/draw-map.ts';
import type { DataUrls } from '../ui/script-data.ts';
import { type Assets, openAssets } from './assets.ts';
import { createCache } from './cache.ts';
import { pageMap } from './page-map.ts';

/** Parts of a server that all pages are made of. The loaded data is read when a page is made. */
export interface SiteParts {
  loaded: LoadedData;
  /** Scheme and host of links. Empty: those of the README. */
  baseUrl: string;
  /** Computes what the explorer's HTML shows of a house. */
  answerPage: AnswerPage;
  /** Parts of a server that answers the API, too. Absent for pages on a file server. */
  api?: {
    /** Stores of links to roofs. */
    stores: Stores;
    /** Whether a comparison would take a thread from others. */
    isBusy(): boolean;
  };
}

/** Values that the routes of all pages share. */
export interface Site extends SiteParts {
  assets: Assets;
  /** Addresses of the dataset's files. */
  dataUrls(): Promise<DataUrls>;
  /** The map of the loaded dataset. Null if there is none. */
  map(): PageMap | null;
}

/**
 * Opens what the pages share.
 * @param built folder that `make pages` wrote
 * @throws Error when it was not run
 */
export function openSite(parts: SiteParts, dataUrls: Site['dataUrls'], built: string): Site {
  const { loaded } = parts;
  const mapCache = createCache<PageMap | null>();
  return {
    ...parts,
    assets: openAssets(built),
    dataUrls,
    map() {
      const { pvYield, prices } = loaded;
      const borders = prices?.header.price_areas.boundaries ?? null;
      return mapCache(
        'map',
        [pvYield, prices],
        () => pvYield && pageMap(pvYield.artifact, borders),
      );
    },
  };
}
