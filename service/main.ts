/**
 * The service's process: `node dist/service.js`, which `make bundle` makes of it, or
 * `node --import ./service/http/signals.mjs --import tsx service/main.ts`. Environment: see server/config.ts.
 */
import './http/signals.mjs';
import { takeArguments } from './http/arguments.ts';

await takeArguments(
  'node dist/service.js',
  async () => (await import('./server/config.ts')).SETTINGS,
);
// Signals are handled before all else is loaded.
await import('./server/start.ts');
