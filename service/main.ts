/** Starts the service: `node --import tsx service/main.ts`. Environment: see config.ts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { PvYieldArtifact } from '../schemas/pv-yield-artifact.ts';
import { readPvYield } from '../schemas/read-artifact.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';

const config = readConfigOrExit();
const dataset = await loadOrNull(config.artifacts);
const server = createServer(createApp(dataset));
server.listen({ port: config.port, ...(config.host ? { host: config.host } : {}) }, () => {
  const { port } = server.address() as AddressInfo;
  const seconds = process.uptime().toFixed(2);
  const base = `http://${config.host ?? 'localhost'}:${port}`;
  console.log(`Listening ${seconds} s after the start. Try:`);
  console.log(`  curl '${base}/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180'`);
});
server.on('error', (error) => {
  console.error(`Cannot listen on port ${config.port}: ${error.message}`);
  process.exit(1);
});

function readConfigOrExit() {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** A missing or broken artifact is told at once; the service starts and answers 503 for it. */
async function loadOrNull(folder: string): Promise<PvYieldArtifact | null> {
  try {
    const artifact = await readPvYield(join(folder, 'pv-yield.bin'));
    const { dataset_version, cells } = artifact.header;
    console.log(`Yield dataset ${dataset_version}: ${cells} cells, verified.`);
    return artifact;
  } catch (error) {
    console.error(
      `No yield dataset, lookups answer 503: ${(error as Error).message} ("make artifacts" builds it.)`,
    );
    return null;
  }
}
