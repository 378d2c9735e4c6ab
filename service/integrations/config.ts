import {
  baseUrlOf,
  metricsAddressOf,
  requireText,
  textOrNothing,
  wholeNumber,
} from '../http/setting-values.ts';
import { readSettings, type Settings, SHARED_SETTINGS } from '../http/settings.ts';
import { type Organisation, readOrganisations } from './organisations/organisations.ts';
import { encryptionOf } from './store/encryption.ts';

const KEY_BYTES = 32;

/** Every setting of the integrations: `make config` prints them. */
export const INTEGRATIONS_SETTINGS = {
  INTEGRATIONS_PORT: {
    field: 'port',
    fallback: '3100',
    meaning: 'TCP port to listen on, 0 to 65535; 0 picks a free one',
    read: (text: string) => wholeNumber('INTEGRATIONS_PORT', text, 0, 65_535),
  },
  INTEGRATIONS_METRICS_PORT: {
    field: 'metrics',
    fallback: '',
    meaning:
      'Port of /metrics for Prometheus on 127.0.0.1, or address and port, as in "10.0.0.5:9465"; without it nothing is measured',
    read: (text: string) => metricsAddressOf('INTEGRATIONS_METRICS_PORT', text),
  },
  ...SHARED_SETTINGS,
  ORGANISATIONS_FILE: {
    field: 'organisationsFile',
    fallback: '',
    shown: 'none, it is needed',
    meaning: 'File of the organisations, their keys and their systems',
    read: (text: string) =>
      requireText('ORGANISATIONS_FILE', text, 'the file of the organisations'),
  },
  BASE_URL: {
    field: 'baseUrl',
    fallback: '',
    shown: 'none, it is needed',
    meaning:
      'Scheme and host of this process as seen from outside, for links and hooks, as in "https://sun.example"',
    read: (text: string) =>
      baseUrlOf(requireText('BASE_URL', text, 'scheme and host as in "https://sun.example"')),
  },
  DATA_KEY: {
    field: 'dataKeys',
    fallback: '',
    shown: 'none, it is needed',
    meaning:
      'Keys that encrypt stored data, "$(openssl rand -base64 32)", separated by commas: the first encrypts, each decrypts',
    isSecret: true,
    read: (text: string) =>
      dataKeysOf(requireText('DATA_KEY', text, '"$(openssl rand -base64 32)"')),
  },
  STORE_FILE: {
    field: 'storeFile',
    fallback: 'integrations.db',
    meaning: 'File of the store (SQLite)',
    read: (text: string) => text,
  },
  ERASURES_FILE: {
    field: 'erasuresFile',
    fallback: '',
    shown: 'STORE_FILE with ".erasures" behind it',
    meaning:
      'File of the tombstones of erased persons, outside of the store: persons whom a backup brings back are erased again at the start',
    read: textOrNothing,
  },
  RETENTION_DAYS: {
    field: 'retentionDays',
    fallback: '',
    meaning:
      'Days without a change after which prospects are erased, 1 to 36500; what was signed or invoiced stays for the years that bookkeeping asks for',
    read: (text: string) => (text === '' ? null : wholeNumber('RETENTION_DAYS', text, 1, 36_500)),
  },
} as const satisfies Settings;

/**
 * Reads the configuration.
 * @throws Error naming the variable that is wrong, but never a secret's value
 */
export function readIntegrationsConfig(env: NodeJS.ProcessEnv) {
  return readSettings(INTEGRATIONS_SETTINGS, env);
}

/** Reads the organisations for commands that need no store. Without DATA_KEY no secret of the file is decrypted. */
export function configuredOrganisations(env: NodeJS.ProcessEnv): Organisation[] {
  const { ORGANISATIONS_FILE, DATA_KEY } = INTEGRATIONS_SETTINGS;
  const { organisationsFile } = readSettings({ ORGANISATIONS_FILE }, env);
  const encryption = env.DATA_KEY ? encryptionOf(readSettings({ DATA_KEY }, env).dataKeys) : null;
  return readOrganisations(organisationsFile, env, encryption);
}

/** The file of tombstones. */
export function erasuresFileOf({
  erasuresFile,
  storeFile,
}: Pick<ReturnType<typeof readIntegrationsConfig>, 'erasuresFile' | 'storeFile'>): string {
  return erasuresFile ?? `${storeFile}.erasures`;
}

function dataKeysOf(text: string): Buffer[] {
  return text.split(',').map((part, i) => {
    const key = Buffer.from(part.trim(), 'base64');
    if (/^[A-Za-z0-9+/]{43}=$/.test(part.trim()) && key.length === KEY_BYTES) return key;
    throw new Error(
      `DATA_KEY: key ${i + 1} is not ${KEY_BYTES} bytes in base64, expected what "openssl rand -base64 32" prints.`,
    );
  });
}
