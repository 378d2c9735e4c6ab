import { PROJECT } from '../../schemas/project.ts';
import { readLinkSecrets } from '../http/link-secrets.ts';
import {
  baseUrlOf,
  contactOf,
  metricsAddressOf,
  redisUrlOf,
  storeUrlOf,
  textOrNothing,
  wholeNumber,
} from '../http/setting-values.ts';
import { readSettings, type Settings, SHARED_SETTINGS } from '../http/settings.ts';

/** Every setting of the service. `make config` prints them, `make schemas` writes them into the table of docs/configure.md. */
export const SETTINGS = {
  PORT: {
    field: 'port',
    fallback: '3000',
    meaning: 'TCP port to listen on, 0 to 65535. 0 picks a free one',
    read: (text: string) => wholeNumber('PORT', text, 0, 65_535),
  },
  ...SHARED_SETTINGS,
  METRICS_PORT: {
    field: 'metrics',
    fallback: '',
    meaning:
      'Port of `/metrics` for Prometheus on 127.0.0.1, or address and port (`10.0.0.5:9464`). Without it there are no metrics',
    read: (text: string) => metricsAddressOf('METRICS_PORT', text),
  },
  ARTIFACTS: {
    field: 'artifacts',
    fallback: `${PROJECT}artifacts`,
    shown: 'artifacts',
    meaning:
      'Folder of `pv-yield.bin` and `prices.bin`. If one is missing or damaged, requests that need it return 503',
    read: (text: string) => text,
  },
  WATCH_ARTIFACTS: {
    field: 'watchArtifacts',
    fallback: '0',
    meaning: 'With 1, new artifacts in that folder are loaded without a signal',
    read: (text: string) => wholeNumber('WATCH_ARTIFACTS', text, 0, 1) === 1,
  },
  ARTIFACTS_URL: {
    field: 'artifactsUrl',
    fallback: '',
    meaning:
      'Store that `make publish` fills: a folder of S3 (`https://s3.eu-north-1.amazonaws.com/bucket/sun`) or of a shared disk (`file:///srv/sun`). Polled every five seconds. Its builds are stored below `ARTIFACTS`. `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN` and `AWS_REGION` sign requests',
    read: storeUrlOf,
  },
  API_KEYS_FILE: {
    field: 'apiKeysFile',
    fallback: '',
    meaning: 'File of the hashes of API keys, as `make key` writes it',
    read: textOrNothing,
  },
  EMBEDS_FILE: {
    field: 'embedsFile',
    fallback: '',
    meaning:
      "File of the installers' configurators, for example `fixtures/embeds.json`. Without it `/embedded/` does not exist",
    read: textOrNothing,
  },
  LINK_SECRETS: {
    field: 'linkSecrets',
    fallback: '',
    meaning:
      'Secrets that sign public links: `a:` and 32 random bytes in base64 (`"a:$(openssl rand -base64 32)"`). To change it, set the new one, a comma, the old one. Without it, or without `EMBEDS_FILE`, `/i/` does not exist',
    isSecret: true,
    read: (text: string) => (text === '' ? [] : readLinkSecrets(text)),
  },
  BASE_URL: {
    field: 'baseUrl',
    fallback: '',
    meaning: 'Scheme and host of the links in answers (`https://sun.example`)',
    read: baseUrlOf,
  },
  SECURITY_CONTACT: {
    field: 'securityContact',
    fallback: '',
    meaning:
      'Where to report a vulnerability (`mailto:security@sun.example`), for `/.well-known/security.txt`. Without it that file does not exist',
    read: contactOf,
  },
  REDIS_URL: {
    field: 'redisUrl',
    fallback: '',
    meaning:
      'Redis or Valkey by which nodes share their limits (`redis://10.0.0.9:6379`). While it is unreachable each node counts by itself',
    isSecret: true,
    read: redisUrlOf,
  },
} as const satisfies Settings;

/** All that the environment decides about the process, read and checked. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration.
 * @throws Error naming the variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  return readSettings(SETTINGS, env);
}
