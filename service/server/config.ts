import { fileURLToPath } from 'node:url';
import { readLinkSecrets } from '../http/link-secrets.ts';
import {
  baseUrlOf,
  fullAddressesOf,
  maxConnectionsOf,
  metricsAddressOf,
  redisUrlOf,
  textOrNothing,
  trustProxyOf,
  urlOf,
  wholeNumber,
} from '../http/setting-values.ts';

/** One variable of the environment. */
export interface Setting<T> {
  /** What is read where the variable is unset or empty. */
  fallback: string;
  /** The default for people, where it is not `fallback` itself. */
  shown?: string;
  /** For people: what it decides, and the values that it takes. */
  meaning: string;
  /** @throws Error naming the variable, what it is and what was expected */
  read(text: string): T;
}

/** Every setting that there is, by the name of its variable: `make config` prints them. */
export const SETTINGS = {
  PORT: {
    fallback: '3000',
    meaning: 'TCP port to listen on, 0 to 65535; 0 picks a free one',
    read: (text: string) => wholeNumber('PORT', text, 0, 65_535),
  },
  HOST: {
    fallback: '',
    shown: 'all addresses',
    meaning: 'Address to listen on',
    read: textOrNothing,
  },
  METRICS_PORT: {
    fallback: '',
    shown: 'none',
    meaning:
      'Port of /metrics for Prometheus on 127.0.0.1, or address and port, as in "10.0.0.5:9464"; without it nothing is measured',
    read: metricsAddressOf,
  },
  ARTIFACTS: {
    fallback: fileURLToPath(new URL('../../artifacts', import.meta.url)),
    shown: 'artifacts',
    meaning:
      'Folder of pv-yield.bin and prices.bin; what is missing or broken answers 503 and the rest works',
    read: (text: string) => text,
  },
  WATCH_ARTIFACTS: {
    fallback: '0',
    meaning: 'With 1, new artifacts in that folder are taken in without a signal',
    read: (text: string) => wholeNumber('WATCH_ARTIFACTS', text, 0, 1) === 1,
  },
  ARTIFACTS_URL: {
    fallback: '',
    shown: 'none',
    meaning:
      'Folder of an S3 store that "make publish" fills, as in "https://s3.eu-north-1.amazonaws.com/bucket/sun"; asked once a minute, kept below ARTIFACTS. AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and AWS_REGION sign',
    read: (text: string) => (text === '' ? undefined : urlOf('ARTIFACTS_URL', text)),
  },
  API_KEYS_FILE: {
    fallback: '',
    shown: 'none',
    meaning: 'File of the hashes of API keys, as "make key" writes it',
    read: textOrNothing,
  },
  EMBEDS_FILE: {
    fallback: '',
    shown: 'none',
    meaning:
      "File of the installers' configurators, as fixtures/embeds.json; without it /embedded/ does not exist",
    read: textOrNothing,
  },
  LINK_SECRETS: {
    fallback: '',
    shown: 'none',
    meaning:
      'What public links are signed with, "a:$(openssl rand -base64 32)"; while changing them the new one, a comma, the old one. Without it, or without EMBEDS_FILE, /i/ does not exist',
    read: (text: string) => (text === '' ? [] : readLinkSecrets(text)),
  },
  TRUST_PROXY: {
    fallback: '0',
    meaning:
      'Number of proxies in front, 0 to 9, or their addresses, as in "10.0.0.0/8,::1"; otherwise X-Forwarded-For counts for nothing',
    read: trustProxyOf,
  },
  BASE_URL: {
    fallback: '',
    shown: 'none',
    meaning: 'Scheme and host of the links in answers, as in "https://sun.example"',
    read: baseUrlOf,
  },
  REDIS_URL: {
    fallback: '',
    shown: 'none',
    meaning:
      'Redis or Valkey that nodes share their limits by, as in "redis://10.0.0.9:6379"; while it is lost each node counts by itself. Builds on many machines (make build-distributed) meet at one, too',
    read: redisUrlOf,
  },
  PROCESSES: {
    fallback: '1',
    meaning:
      'How many processes share the port, 1 to 64: one a core, each with the artifacts in memory',
    read: (text: string) => wholeNumber('PROCESSES', text, 1, 64),
  },
  MAX_CONNECTIONS: {
    fallback: '',
    shown: 'open files (ulimit -n) less 200, at most 10000',
    meaning: 'How many connections may be open; further ones are refused',
    read: maxConnectionsOf,
  },
  DRAIN_DELAY_MS: {
    fallback: '500',
    meaning:
      'How long after SIGTERM new connections are still taken, while load balancers learn of it; 0 to 600000',
    read: (text: string) => wholeNumber('DRAIN_DELAY_MS', text, 0, 600_000),
  },
  LOG_ADDRESSES: {
    fallback: 'short',
    meaning: 'Callers\' addresses in the log: "short" by their /24 (IPv6: /48), or "full"',
    read: fullAddressesOf,
  },
} satisfies Record<string, Setting<unknown>>;

type Settings = typeof SETTINGS;
type SettingName = keyof Settings;

/** All that the environment decides about the process, read and checked. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration.
 * @throws Error naming the variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const read = <Name extends SettingName>(name: Name): ReturnType<Settings[Name]['read']> => {
    const { read: readText, fallback }: Setting<unknown> = SETTINGS[name];
    return readText(env[name] || fallback) as ReturnType<Settings[Name]['read']>;
  };
  return {
    port: read('PORT'),
    host: read('HOST'),
    metrics: read('METRICS_PORT'),
    artifacts: read('ARTIFACTS'),
    watchArtifacts: read('WATCH_ARTIFACTS'),
    artifactsUrl: read('ARTIFACTS_URL'),
    apiKeysFile: read('API_KEYS_FILE'),
    embedsFile: read('EMBEDS_FILE'),
    linkSecrets: read('LINK_SECRETS'),
    trustProxy: read('TRUST_PROXY'),
    baseUrl: read('BASE_URL'),
    redisUrl: read('REDIS_URL'),
    processes: read('PROCESSES'),
    maxConnections: read('MAX_CONNECTIONS'),
    drainDelayMs: read('DRAIN_DELAY_MS'),
    fullAddresses: read('LOG_ADDRESSES'),
  };
}
