/** Starts the integrations and ends them on SIGTERM. */
import '../http/signals.mjs';
import type { AddressInfo } from 'node:net';
import { boundConnections } from '../http/guards/connection-share.ts';
import { createHttpServer } from '../http/http-server.ts';
import { leaving } from '../http/leave.ts';
import { openLog } from '../http/log.ts';
import { createIntegrationsApp } from './app.ts';
import { type IntegrationsConfig, readIntegrationsConfig } from './config.ts';
import { type Organisation, readOrganisations } from './organisations/organisations.ts';
import { openStore } from './store/open-store.ts';
import { resealInBackground } from './store/reseal.ts';
import { sealerOf } from './store/seal.ts';
import type { Store } from './store/store.ts';
import { startTasks } from './sync/start-tasks.ts';

const { config, organisations, store } = await startOrExit();
const { log, flush } = openLog();

const { draining, onSignals } = leaving({ log, flush });
process.on('SIGHUP', readAgain);
const parts = {
  ...config,
  organisations,
  store,
  sealer: sealerOf([...config.dataKeys]),
  log,
  now: () => new Date(),
  draining,
};
const app = createIntegrationsApp(parts);
const tasks = startTasks(parts);
const resealing = resealInBackground(store, parts.sealer, draining, log);
const server = createHttpServer(app);
// The next hop counted from here is the first.
const isProxy = (address: string): boolean => app.get('trust proxy fn')(address, 0);
boundConnections(server, config.maxConnections, isProxy, (sentence) => log.warn(sentence));
server.on('error', (error) => {
  console.error(`Cannot listen on port ${config.port}: ${error.message}`);
  process.exit(1);
});
server.listen({ port: config.port, ...(config.host ? { host: config.host } : {}) }, () => {
  const { port } = server.address() as AddressInfo;
  log.info(
    `Listening on port ${port} for ${organisations.current.length} organisations. The contract: http://localhost:${port}/integrations/openapi.json`,
  );
  flush();
});
onSignals(server, config.drainDelayMs, async () => {
  await Promise.all([tasks.stop(), resealing]);
  await store.close();
});

/** Takes in the file of the organisations as it is now; a broken one is told, and the old stays. */
function readAgain(): void {
  try {
    organisations.current = readOrganisations(config.organisationsFile, process.env);
    log.info(`Read ${organisations.current.length} organisations.`);
  } catch (error) {
    log.error(`The organisations stay as they were. ${(error as Error).message}`);
  }
}

/** What the start needs and is stopped by when it is wrong. */
interface Given {
  config: IntegrationsConfig;
  organisations: { current: readonly Organisation[] };
  store: Store;
}

/** A bad variable, a file of organisations that is wrong or a store that does not open stops the start. */
async function startOrExit(): Promise<Given> {
  try {
    const read = readIntegrationsConfig(process.env);
    const current = readOrganisations(read.organisationsFile, process.env);
    const opened = await openStore({ file: read.storeFile, databaseUrl: read.databaseUrl });
    return { config: read, organisations: { current }, store: opened };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
