/** Bundles what is served (`make bundle`): `node --import tsx service/tools/bundle/build.ts`. */
import { bundle } from './bundle.ts';

const started = performance.now();
const { service } = await bundle();
console.log(`Bundle: ${service}, ${((performance.now() - started) / 1000).toFixed(1)} s.`);
