/** Builds what the pages load (`make pages`): `node --import tsx service/pages/build/build.ts`. */
import { BUILT } from '../server/assets.ts';
import { buildPages } from './build-pages.ts';

const started = performance.now();
await buildPages(BUILT);
console.log(`Pages: ${BUILT}, ${((performance.now() - started) / 1000).toFixed(1)} s.`);
