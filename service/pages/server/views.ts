import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Views } from '../views/contract.ts';

/** The bundle of views/views.tsx among what `make pages` builds; it is not served. */
export const VIEWS = 'views.mjs';

/** The views that `make pages` built: TSX, which the service's own types, without a browser's, leave out. */
export async function loadViews(folder: string): Promise<Views> {
  return await import(pathToFileURL(join(folder, VIEWS)).href);
}
