import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';

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
  /**
   * TRUST_PROXY: how many proxies stand before the service, or their addresses as a comma-separated
   * list of IP addresses and CIDR blocks; default none, and X-Forwarded-For counts for nothing.
   */
  trustProxy: number | string[];
  /** BASE_URL: scheme and host of links in answers, `https://sun.example`; default none. */
  baseUrl: string;
}

/**
 * Reads the configuration.
 * @throws Error naming the variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return {
    port: portOf(env.PORT || '3000'),
    host: env.HOST || undefined,
    artifacts: env.ARTIFACTS || fileURLToPath(new URL('../artifacts', import.meta.url)),
    apiKeysFile: env.API_KEYS_FILE || undefined,
    trustProxy: trustProxyOf(env.TRUST_PROXY || '0'),
    baseUrl: baseUrlOf(env.BASE_URL || ''),
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new Error(`PORT is "${text}", expected a whole number from 0 to 65535.`);
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
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') {
    return text.replace(/\/+$/, '');
  }
  throw new Error(
    `BASE_URL is "${text}", expected scheme and host, and a path if need be, as in "https://sun.example".`,
  );
}
