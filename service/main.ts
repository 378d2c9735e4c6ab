/**
 * The service's process: `node dist/service.cjs`, which `make bundle` makes of it, or
 * `node --import ./service/http/signals.mjs --import tsx service/main.ts`. Environment: see server/config.ts.
 */
import './http/signals.mjs';
import cluster from 'node:cluster';

// A value that is no number of processes is reported by the settings' own check.
const isPrimary = cluster.isPrimary && Number(process.env.PROCESSES) > 1;
await (isPrimary ? import('./server/processes/primary.ts') : import('./server/start.ts'));
