/**
 * The service's process: `node dist/service.js`, which `make bundle` makes of it, or
 * `node --import ./service/http/signals.mjs --import tsx service/main.ts`. Environment: see server/config.ts.
 */
import './http/signals.mjs';

// Signals are handled before all else is loaded.
await import('./server/start.ts');
