import type { CompareBatteries } from '#engine/simulation/house-case.ts';
import type { LoadedData } from '#engine/yield/dataset.ts';
import type { Stores } from '../../http/guards/memory-store.ts';
import { SHOWN_BASE } from '../api-docs/code-data.ts';
import { type DataFiles, dataFiles } from '../data/data-files.ts';
import type { PageMap } from '../ui/draw-map.ts';
import { type Assets, openAssets } from './assets.ts';
import { createCache } from './cache.ts';
import { pageMap } from './page-map.ts';

/** Parts of a server that all pages are made of. The loaded data is read when a page is made. */
export interface SiteParts {
  loaded: LoadedData;
  /** Folder of the built dataset. */
  artifacts: string;
  /** Scheme and host of links. Empty: those of the README. */
  baseUrl: string;
  /** Compares batteries for the verdict in a page's HTML. */
  compare: CompareBatteries;
  /** Parts of a server that answers the API, too. Absent for pages on a file server. */
  api?: {
    /** Stores of links to roofs. */
    stores: Stores;
    /** Whether a comparison would take a thread from others. */
    isBusy(): boolean;
  };
}

/** What the routes of all pages share. */
export interface Site extends SiteParts {
  assets: Assets;
  data: DataFiles;
  /** The map of the loaded dataset. Null if there is none. */
  map(): PageMap | null;
  /** Scheme and host in code to copy. Empty: those of the README. */
  codeUrl: string;
}

/**
 * Opens what the pages share.
 * @param built folder that `make pages` wrote
 * @throws Error when it was not run
 */
export function openSite(parts: SiteParts, built: string): Site {
  const { loaded, artifacts, baseUrl, api } = parts;
  const mapCache = createCache<PageMap | null>();
  return {
    ...parts,
    assets: openAssets(built),
    data: dataFiles(loaded, artifacts),
    map() {
      const { pvYield, prices } = loaded;
      const borders = prices?.header.price_areas.boundaries ?? null;
      return mapCache(
        'map',
        [pvYield, prices],
        () => pvYield && pageMap(pvYield.artifact, borders),
      );
    },
    // Code to copy has another address than that of a server without the API.
    codeUrl: baseUrl || (api ? '' : SHOWN_BASE),
  };
}
