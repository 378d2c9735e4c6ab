import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { MetricsAddress } from './metrics-port.ts';

/** Files that the process needs for itself, apart from its connections: at its start, for threads, for the log. */
const OWN_FILES = 200;
/** Beyond it memory is the limit. */
const ENOUGH = 10_000;

/** The text, or undefined where there is none. */
export function textOrNothing(text: string): string | undefined {
  return text || undefined;
}

/** HOST. Undefined is all addresses, of both families where there are both. */
export function hostOf(text: string): string | undefined {
  return text === '*' ? undefined : text;
}

/** The text of a setting without a default. @param expected value to set it to @throws Error naming the variable */
export function requireText(name: string, text: string, expected: string): string {
  if (text) return text;
  throw new Error(`${name} is not set, expected ${expected}.`);
}

/** A whole number within its bounds. @throws Error naming the variable */
export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new Error(`${name} is "${text}", expected a whole number from ${min} to ${max}.`);
}

/** MAX_CONNECTIONS. Without it what the limit of open files affords. @throws Error with what is possible */
export function maxConnectionsOf(text: string): number {
  const max = affordableConnections();
  if (text === '') return max;
  const value = wholeNumber('MAX_CONNECTIONS', text, 1, 1_000_000);
  if (value <= max) return value;
  throw new Error(
    `MAX_CONNECTIONS is "${text}", expected at most ${max}: beyond, file descriptors (ulimit -n) or memory would be short. At most 10000 are possible, with 10200 open files.`,
  );
}

/** How many connections leave the process the file descriptors that it needs itself. */
export function affordableConnections(openFiles = openFilesLimit()): number {
  return Math.min(ENOUGH, Math.max(openFiles - OWN_FILES, openFiles >> 2));
}

/** How many files the process may have open (`ulimit -n`). 1024 where the system does not report it. */
function openFilesLimit(): number {
  try {
    const [, files] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(files ?? 1024);
  } catch {
    return 1024;
  }
}

/** Whether LOG_ADDRESSES wants whole addresses. @throws Error with the values that there are */
export function fullAddressesOf(text: string): boolean {
  if (text === 'short' || text === 'full') return text === 'full';
  throw new Error(`LOG_ADDRESSES is "${text}", expected "short" or "full".`);
}

/** TRUST_PROXY: a number of hops, or addresses and CIDR blocks. @throws Error with the form */
export function trustProxyOf(text: string): number | string[] {
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
  const [min, max] = version === 4 ? [8, 32] : [16, 128];
  const holdsAllIpv4 = address.toLowerCase().startsWith('::ffff:') && Number(bits) < 104;
  return /^\d+$/.test(bits) && Number(bits) >= min && Number(bits) <= max && !holdsAllIpv4;
}

/** BASE_URL without a slash at its end. @throws Error with the form, without showing a password */
export function baseUrlOf(text: string): string {
  return text === '' ? '' : urlOf('BASE_URL', text);
}

/** An address of the web without a slash at its end. @throws Error with the form, without showing a password */
export function urlOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.username || url?.password) {
    throw new Error(`${name} has a user name or password in it, which others would see.`);
  }
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') {
    return text.replace(/\/+$/, '');
  }
  throw new Error(
    `${name} is "${text}", expected scheme and host, and a path if need be, as in "https://sun.example".`,
  );
}

/** ARTIFACTS_URL: a folder of an S3 store, or of a disk. @throws Error with the form, without showing a password */
export function storeUrlOf(text: string): string | undefined {
  if (text === '') return undefined;
  if (/^https?:/.test(text)) return urlOf('ARTIFACTS_URL', text);
  if (/^file:\/\/\/./.test(text) && URL.canParse(text)) return text;
  throw new Error(
    `ARTIFACTS_URL is "${text}", expected the folder of a store, as in "https://s3.eu-north-1.amazonaws.com/bucket/sun" or "file:///srv/sun".`,
  );
}

/** SECURITY_CONTACT: a URI that security.txt may have. @throws Error with the form */
export function contactOf(text: string): string | undefined {
  if (text === '' || /^(?:mailto:[^\s@]+@|tel:\+?\d|https:\/\/)\S+$/.test(text))
    return text || undefined;
  throw new Error(
    `SECURITY_CONTACT is "${text}", expected a URI, as in "mailto:security@sun.example", "https://sun.example/security" or "tel:+46-8-123456".`,
  );
}

/** A port of 127.0.0.1, or an IP address and its port. @throws Error with the form */
export function metricsAddressOf(name: string, text: string): MetricsAddress | undefined {
  if (text === '') return undefined;
  const [, ipv6, ipv4, digits = text] = /^(?:\[(.*)\]|([\d.]+)):(\d+)$/.exec(text) ?? [];
  const host = ipv6 ?? ipv4 ?? '127.0.0.1';
  if (/^\d+$/.test(digits) && Number(digits) <= 65_535 && isIP(host)) {
    return { host, port: Number(digits) };
  }
  throw new Error(
    `${name} is "${text}", expected a port from 0 to 65535, or an IP address and a port, as in "10.0.0.5:9464".`,
  );
}

/** REDIS_URL. @throws Error with the form. A password in it is not shown */
export function redisUrlOf(text: string): string | undefined {
  if (text === '') return undefined;
  if (URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol)) return text;
  throw new Error(
    'REDIS_URL is no address of a Redis, expected one as in "redis://10.0.0.9:6379".',
  );
}
