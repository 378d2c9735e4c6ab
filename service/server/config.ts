import { fileURLToPath } from 'node:url';
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

/** Every setting of the service: `make config` prints them. */
export const SETTINGS = {
  PORT: {
    field: 'port',
    fallback: '3000',
    meaning: 'TCP port to listen on, 0 to 65535; 0 picks a free one',
    read: (text: string) => wholeNumber('PORT', text, 0, 65_535),
  },
  ...SHARED_SETTINGS,
  METRICS_PORT: {
    field: 'metrics',
    fallback: '',
    meaning:
      'Port of /metrics for Prometheus on 127.0.0.1, or address and port, as in "10.0.0.5:9464"; without it nothing is measured',
    read: (text: string) => metricsAddressOf('METRICS_PORT', text),
  },
  ARTIFACTS: {
    field: 'artifacts',
    fallback: fileURLToPath(new URL('../../artifacts', import.meta.url)),
    shown: 'artifacts',
    meaning:
      'Folder of pv-yield.bin and prices.bin; what is missing or broken answers 503 and the rest works',
    read: (text: string) => text,
  },
  WATCH_ARTIFACTS: {
    field: 'watchArtifacts',
    fallback: '0',
    meaning: 'With 1, new artifacts in that folder are taken in without a signal',
    read: (text: string) => wholeNumber('WATCH_ARTIFACTS', text, 0, 1) === 1,
  },
  ARTIFACTS_URL: {
    field: 'artifactsUrl',
    fallback: '',
    meaning:
      'Folder of an S3 store that "make publish" fills, as in "https://s3.eu-north-1.amazonaws.com/bucket/sun", or of a shared disk, as in "file:///srv/sun"; polled every five seconds, its builds are stored below ARTIFACTS. AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and AWS_REGION sign',
    read: storeUrlOf,
  },
  API_KEYS_FILE: {
    field: 'apiKeysFile',
    fallback: '',
    meaning: 'File of the hashes of API keys, as "make key" writes it',
    read: textOrNothing,
  },
  EMBEDS_FILE: {
    field: 'embedsFile',
    fallback: '',
    meaning:
      "File of the installers' configurators, as fixtures/embeds.json; without it /embedded/ does not exist",
    read: textOrNothing,
  },
  LINK_SECRETS: {
    field: 'linkSecrets',
    fallback: '',
    meaning:
      'What public links are signed with, "a:$(openssl rand -base64 32)"; while changing them the new one, a comma, the old one. Without it, or without EMBEDS_FILE, /i/ does not exist',
    isSecret: true,
    read: (text: string) => (text === '' ? [] : readLinkSecrets(text)),
  },
  BASE_URL: {
    field: 'baseUrl',
    fallback: '',
    meaning: 'Scheme and host of the links in answers, as in "https://sun.example"',
    read: baseUrlOf,
  },
  SECURITY_CONTACT: {
    field: 'securityContact',
    fallback: '',
    meaning:
      'Where to report a vulnerability, as in "mailto:security@sun.example": /.well-known/security.txt tells it, and does not exist without',
    read: contactOf,
  },
  REDIS_URL: {
    field: 'redisUrl',
    fallback: '',
    meaning:
      'Redis or Valkey that nodes share their limits by, as in "redis://10.0.0.9:6379"; while it is lost each node counts by itself. Builds on many machines (make build-distributed) meet at one, too',
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
