import { fileURLToPath } from 'node:url';

/** The project's folder, with a slash at its end: one above this source, and one above the bundles in dist/. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** Whether this runs from a bundle, in which threads start from bundles of their own. */
export const IS_BUNDLED = !import.meta.url.endsWith('.ts');
