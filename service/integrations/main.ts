/** Starts the integrations and ends them on SIGTERM. */
import '../http/signals.mjs';
import { takeArguments } from '../http/arguments.ts';
import { createHttpServer, listen } from '../http/http-server.ts';
import { giveUp, leaving } from '../http/leave.ts';
import { openLog } from '../http/log.ts';
import { openMetricsPort } from '../http/metrics-port.ts';
import { logSettings } from '../http/settings.ts';
import { createIntegrationsApp } from './app.ts';
import { erasuresFileOf, INTEGRATIONS_SETTINGS, readIntegrationsConfig } from './config.ts';
import { startRetention } from './jobs/retention.ts';
import { startTasks } from './jobs/start-tasks.ts';
import { openAccounts } from './organisations/accounts-file.ts';
import { readOrganisations } from './organisations/organisations.ts';
import { encryptionOf } from './store/encryption.ts';
import { erasuresOf, refuseEmptied } from './store/erase.ts';
import { retryFaults } from './store/queues.ts';
import { openStore } from './store/sqlite.ts';

await takeArguments('node dist/integrations.js', async () => INTEGRATIONS_SETTINGS);
const { log, flush, droppedLines } = openLog();
const { config, organisations, store, encryption, erasures } = await readInputs().catch(giveUp);
logSettings(log, INTEGRATIONS_SETTINGS, config, process.env);

const { draining, onSignals } = leaving({ log, flush });
process.on('SIGHUP', readAgain);
const deps = {
  ...config,
  organisations,
  store,
  encryption,
  erasures,
  log,
  now: () => new Date(),
  draining,
  accounts: openAccounts(config.organisationsFile, process.env, encryption, (read) => {
    organisations.current = read;
    return store.changeAll(retryFaults);
  }),
};
// Loaded only if metrics are on.
const metrics = config.metrics && (await import('./metrics.ts'));
const measures = metrics?.createIntegrationsMetrics({ ...deps, droppedLines });
if (config.metrics && measures) {
  const address = await openMetricsPort(config.metrics, measures).catch(giveUp);
  log.info(`metrics at ${address}`);
}
const app = createIntegrationsApp({ ...deps, observe: measures?.observe });
const tasks = startTasks(deps);
const retention = startRetention(deps, config.retentionDays);
const server = createHttpServer(app);
listen(
  server,
  config,
  { log, flush },
  (port) =>
    `listening at http://localhost:${port} for ${organisations.current.length} organisations`,
);
onSignals(server, config.drainDelayMs, async () => {
  await Promise.all([tasks.stop(), retention.stop()]);
  await store.close();
});

/** Reads the organisations file again and retries accounts that were at fault. A broken file is logged and ignored. */
function readAgain(): void {
  try {
    organisations.current = readOrganisations(config.organisationsFile, process.env, encryption);
    log.info(`Read ${organisations.current.length} organisations.`);
    store.changeAll(retryFaults).catch(({ name }) => {
      log.error({ name }, 'Accounts at fault could not be retried now. They are retried later.');
    });
  } catch (error) {
    log.error(`The organisations stay as they were. ${(error as Error).message}`);
  }
}

/**
 * Reads settings, organisations and store. The process does not start if one of them is wrong. Prospects whom a backup
 * brought back are erased before the first call.
 */
async function readInputs() {
  const read = readIntegrationsConfig(process.env);
  const encryption = encryptionOf([...read.dataKeys]);
  const current = readOrganisations(read.organisationsFile, process.env, encryption);
  refuseEmptied(read.storeFile, erasuresFileOf(read));
  const store = await openStore(read.storeFile, encryption);
  const erasures = erasuresOf(store, erasuresFileOf(read), log);
  const again = await erasures.eraseAgain();
  if (again > 0)
    log.warn(`${again} erased persons were in a restored backup and are erased again.`);
  return { config: read, organisations: { current }, store, encryption, erasures };
}
