/**
 * The service's process: `node --import ./service/signals.mjs --import tsx service/main.ts`, or without the
 * signals, which are then heard a moment later. Environment: see config.ts.
 */
import './signals.mjs';

await import('./start.ts');
