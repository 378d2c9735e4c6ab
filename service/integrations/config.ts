import {
  baseUrlOf,
  fullAddressesOf,
  maxConnectionsOf,
  trustProxyOf,
  wholeNumber,
} from '../http/setting-values.ts';

/** All that the environment decides about the process of the integrations. */
export interface IntegrationsConfig {
  /** INTEGRATIONS_PORT: TCP port, 0..65535 (0 picks a free one); default 3100. */
  port: number;
  /** HOST: address to listen on; default all of them. */
  host: string | undefined;
  /** ORGANISATIONS_FILE: file of the organisations (organisations/organisations.ts). */
  organisationsFile: string;
  /** BASE_URL: scheme and host of this process as the world sees it: of links, and of hooks. */
  baseUrl: string;
  /** DATA_KEY: encrypts personal numbers; the first of several encrypts, each decrypts. */
  dataKeys: readonly Buffer[];
  /** STORE_FILE: SQLite's file; default integrations.db. */
  storeFile: string;
  /** DATABASE_URL: PostgreSQL in SQLite's place; default none. */
  databaseUrl: string | undefined;
  /** TRUST_PROXY, MAX_CONNECTIONS, DRAIN_DELAY_MS, LOG_ADDRESSES: as the service has them. */
  trustProxy: number | string[];
  maxConnections: number;
  drainDelayMs: number;
  fullAddresses: boolean;
}

const KEY_BYTES = 32;

/**
 * Reads the configuration.
 * @throws Error naming the variable that is wrong; of a secret one not its value
 */
export function readIntegrationsConfig(env: NodeJS.ProcessEnv): IntegrationsConfig {
  return {
    port: wholeNumber('INTEGRATIONS_PORT', env.INTEGRATIONS_PORT || '3100', 0, 65_535),
    host: env.HOST || undefined,
    organisationsFile: required(env, 'ORGANISATIONS_FILE', 'the file of the organisations'),
    baseUrl: baseUrlOf(required(env, 'BASE_URL', 'scheme and host as in "https://sun.example"')),
    dataKeys: dataKeysOf(required(env, 'DATA_KEY', '"$(openssl rand -base64 32)"')),
    storeFile: env.STORE_FILE || 'integrations.db',
    databaseUrl: env.DATABASE_URL || undefined,
    trustProxy: trustProxyOf(env.TRUST_PROXY || '0'),
    maxConnections: maxConnectionsOf(env.MAX_CONNECTIONS || ''),
    drainDelayMs: wholeNumber('DRAIN_DELAY_MS', env.DRAIN_DELAY_MS || '500', 0, 600_000),
    fullAddresses: fullAddressesOf(env.LOG_ADDRESSES || 'short'),
  };
}

function required(env: NodeJS.ProcessEnv, name: string, expected: string): string {
  const text = env[name];
  if (text) return text;
  throw new Error(`${name} is not set, expected ${expected}.`);
}

/** Keys with commas between. A lost one loses the personal numbers that it encrypted. */
function dataKeysOf(text: string): Buffer[] {
  return text.split(',').map((part, i) => {
    const key = Buffer.from(part.trim(), 'base64');
    if (/^[A-Za-z0-9+/]{43}=$/.test(part.trim()) && key.length === KEY_BYTES) return key;
    throw new Error(
      `DATA_KEY: key ${i + 1} is not ${KEY_BYTES} bytes in base64, expected what "openssl rand -base64 32" prints.`,
    );
  });
}
