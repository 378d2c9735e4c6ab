/** The explorer's HTML as it is kept for any roof, for when the service cannot be reached. */

import type { DataUrls } from '../../shared/script-data.ts';

/** A page to keep, and the addresses that it names. */
export interface KeptPage {
  html: string;
  /** Addresses that it loads, now or later. */
  files: string[];
  /** The cells of its dataset, whose blocks the page's own worker keeps; null without a dataset. */
  cells: DataUrls['cells'];
}

/** The sentence that tells a reader where the data come from is there for the kept page alone. */
const UNTOLD = 'id="kept" hidden';

/** Named by their content, and so the same for ever. */
const FILE = /"([^"]*\/(?:assets|data)\/[\w.-]+)"/g;
const CELLS_FILE = /\.bin$/;
const CELLS = /"cells":\{"url":"([^"]+)","digest":"([0-9a-f]+)"\}/;

/**
 * Makes of a page as the service sends it the one to keep. It says nothing of the roof that it was made for, and
 * starts its worker at an address of the page's own: another would be out of the service worker's reach.
 * @param address of the page
 * @throws Error when it is no page of the explorer, or has no data
 */
export function keepPage(html: string, address: string): KeptPage {
  if (!html.includes(UNTOLD)) throw new Error(`${address} has nothing to keep.`);
  const named = Array.from(html.matchAll(FILE), ([, file]) => new URL(file, address).href);
  const files = [...new Set(named)];
  const cells = CELLS.exec(html);
  return {
    html: html
      .replace(UNTOLD, 'id="kept"')
      .replace(/<section class="verdict".*?<\/section>/s, '')
      .replace('"localUrl":"', '"localUrl":"?'),
    files: files.filter((file) => !CELLS_FILE.test(file)),
    cells: cells ? { url: new URL(cells[1], address).href, digest: cells[2] } : null,
  };
}
