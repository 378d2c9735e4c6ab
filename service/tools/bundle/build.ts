/** Bundles what is served, and compiles the service ahead (`make bundle`): `node --import tsx service/tools/bundle/build.ts`. */
import { bundle } from './bundle.ts';
import { compileAhead } from './compile.ts';

const started = performance.now();
const { service, script } = await bundle();
if (!(await compileAhead(script)))
  console.error(`${script} was not compiled ahead: starts take longer.`);
console.log(`Bundle: ${service}, ${((performance.now() - started) / 1000).toFixed(1)} s.`);
