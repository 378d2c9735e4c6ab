/**
 * A server for the bench in a process of its own: `bench-server.ts service|express|http`. The first
 * is the service with its limits lifted; the others send, without any work, the answer that they
 * are given on standard input as JSON {status, headers, body}. Prints where it listens.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import express, { type Express } from 'express';
import pino from 'pino';
import { createSimulator } from '../../api/simulation/simulator.ts';
import { DEFAULT_BODY_LIMITS, LIFTED_LIMITS } from '../../http/guards/limits.ts';
import { createHttpServer } from '../../http/http-server.ts';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { type Loaded, reload } from '../../server/loaded.ts';
import { createMetrics } from '../../server/metrics.ts';

/** The answer that the bare servers send. */
interface FixedAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const SERVERS: Record<string, () => Promise<Server>> = {
  service: async () => createHttpServer(await realService()),
  express: async () => createServer(bareExpress(await readAnswer())),
  http: async () => createServer(rawHttp(await readAnswer())),
};

const server = await SERVERS[process.argv[2]]();
server.listen(0, '127.0.0.1', () => {
  console.log(`Listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

/** The service as main.ts starts it, measured where METRICS_PORT is set, its log written but to nowhere. */
async function realService(): Promise<Express> {
  const config = readConfig(process.env);
  const loaded: Loaded = {
    pvYield: null,
    prices: null,
    keys: [],
    embeds: null,
    warning: null,
    cacheTag: null,
  };
  await reload(loaded, config, pino({ enabled: false }));
  const output = pino.destination({ dest: '/dev/null', sync: false, minLength: 4096 });
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  const simulator = createSimulator(log);
  const { app } = createApp({
    ...config,
    loaded,
    simulator,
    observe: config.metrics && createMetrics({ loaded, simulator, droppedLines: () => 0 }).observe,
    limits: LIFTED_LIMITS,
    bodies: DEFAULT_BODY_LIMITS,
    log,
    draining: () => false,
  });
  return app;
}

async function readAnswer(): Promise<FixedAnswer> {
  return JSON.parse(await text(process.stdin));
}

function bareExpress({ status, headers, body }: FixedAnswer): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.get('/api/v1/pv-yield', (_request, response) => {
    response.status(status).set(headers).end(body);
  });
  return app;
}

function rawHttp({ status, headers, body }: FixedAnswer): RequestListener {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}
