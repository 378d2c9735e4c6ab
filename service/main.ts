/**
 * The service's process: `node --import ./service/signals.mjs --import tsx service/main.ts`, or without the
 * signals, which are then heard a moment later. Environment: see config.ts.
 */
import './signals.mjs';
import cluster from 'node:cluster';

// What is no number of processes is told by the settings' own check.
const isPrimary = cluster.isPrimary && Number(process.env.PROCESSES) > 1;
await import(isPrimary ? './processes/primary.ts' : './start.ts');
