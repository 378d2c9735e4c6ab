import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type LinkSecret, readLinkSecrets } from './link-secrets.ts';

/** All that the environment decides about the process. */
export interface Config {
  /** PORT: TCP port, 0..65535 (0 picks a free one); default 3000. */
  port: number;
  /** HOST: address to listen on; default all of them. */
  host: string | undefined;
  /** ARTIFACTS: folder of the built artifacts; default the project's own. */
  artifacts: string;
  /** API_KEYS_FILE: file of the API keys (api-keys.ts); default none. */
  apiKeysFile: string | undefined;
  /** EMBEDS_FILE: file of the installers' configurators (embeds.ts); default none, and no such pages. */
  embedsFile: string | undefined;
  /**
   * TRUST_PROXY: how many proxies stand before the service, or their addresses as a comma-separated
   * list of IP addresses and CIDR blocks; default none, and X-Forwarded-For counts for nothing.
   */
  trustProxy: number | string[];
  /** MAX_CONNECTIONS: how many may be open; default what the limit of open files affords. */
  maxConnections: number;
  /**
   * DRAIN_DELAY_MS: how long after SIGTERM new connections are still taken, while load balancers learn
   * that the process leaves; default 500.
   */
  drainDelayMs: number;
  /** LOG_ADDRESSES: `short` (the default: /24, IPv6 /48) or `full` addresses in the log. */
  fullAddresses: boolean;
  /** BASE_URL: scheme and host of links in answers, `https://sun.example`; default none. */
  baseUrl: string;
  /** LINK_SECRETS: what public links are signed with (link-secrets.ts); default none, and there are none. */
  linkSecrets: readonly LinkSecret[];
}

/**
 * Reads the configuration.
 * @throws Error naming the variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return {
    port: wholeNumber('PORT', env.PORT || '3000', 0, 65_535),
    host: env.HOST || undefined,
    artifacts: env.ARTIFACTS || fileURLToPath(new URL('../artifacts', import.meta.url)),
    apiKeysFile: env.API_KEYS_FILE || undefined,
    embedsFile: env.EMBEDS_FILE || undefined,
    trustProxy: trustProxyOf(env.TRUST_PROXY || '0'),
    maxConnections: maxConnectionsOf(env.MAX_CONNECTIONS || ''),
    drainDelayMs: wholeNumber('DRAIN_DELAY_MS', env.DRAIN_DELAY_MS || '500', 0, 600_000),
    fullAddresses: fullAddressesOf(env.LOG_ADDRESSES || 'short'),
    baseUrl: baseUrlOf(env.BASE_URL || ''),
    linkSecrets: env.LINK_SECRETS ? readLinkSecrets(env.LINK_SECRETS) : [],
  };
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(`${name} is "${text}", expected a whole number from ${least} to ${most}.`);
}

function maxConnectionsOf(text: string): number {
  const most = affordableConnections();
  if (text === '') return most;
  const value = wholeNumber('MAX_CONNECTIONS', text, 1, 1_000_000);
  if (value <= most) return value;
  throw new Error(
    `MAX_CONNECTIONS is "${text}", expected at most ${most}: beyond, file descriptors (ulimit -n) or memory would be short. At most 10000 are possible, with 10200 open files.`,
  );
}

/** What the process needs beside its connections: files while it starts, threads, the log. */
const OWN_FILES = 200;
/** Beyond it memory is the limit. */
const ENOUGH = 10_000;

/** How many connections leave the process the file descriptors that it needs itself. */
export function affordableConnections(openFiles = openFilesLimit()): number {
  return Math.min(ENOUGH, Math.max(openFiles - OWN_FILES, openFiles >> 2));
}

/** How many files the process may have open (`ulimit -n`); 1024 where the system does not tell. */
function openFilesLimit(): number {
  try {
    const [, files] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(files ?? 1024);
  } catch {
    return 1024;
  }
}

function fullAddressesOf(text: string): boolean {
  if (text === 'short' || text === 'full') return text === 'full';
  throw new Error(`LOG_ADDRESSES is "${text}", expected "short" or "full".`);
}

function trustProxyOf(text: string): number | string[] {
  if (/^\d$/.test(text)) return Number(text);
  const blocks = text.split(',').map((block) => block.trim());
  if (blocks.every(isBlock)) return blocks;
  throw new Error(
    `TRUST_PROXY is "${text}", expected the number of proxies (0 to 9) or their addresses, as in "10.0.0.0/8,::1". Blocks wider than /8 (IPv6: /16) are refused: everyone could forge an address.`,
  );
}

/** An IP address or a CIDR block. Wide blocks, of which few make everything, are refused. */
function isBlock(text: string): boolean {
  const [address, bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  const [least, most] = version === 4 ? [8, 32] : [16, 128];
  const holdsAllIpv4 = address.toLowerCase().startsWith('::ffff:') && Number(bits) < 104;
  return /^\d+$/.test(bits) && Number(bits) >= least && Number(bits) <= most && !holdsAllIpv4;
}

function baseUrlOf(text: string): string {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.username || url?.password) {
    throw new Error('BASE_URL has a user name or password in it, which every answer would show.');
  }
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') {
    return text.replace(/\/+$/, '');
  }
  throw new Error(
    `BASE_URL is "${text}", expected scheme and host, and a path if need be, as in "https://sun.example".`,
  );
}
