import { isIP } from 'node:net';
import type { Request, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { Logger } from 'pino';

const MAPPED = '::ffff:';

/** An address with a port, as some proxies write it: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
const WITH_PORT = /(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}|\[([\da-f:.]{2,45})\](?::\d{1,5})?/gi;

/**
 * Notes the caller's IP address in `response.locals.ip`, for the log and the limits: once, since
 * working it out costs. What a proxy passes on that is no address does not count. A socket that is
 * missing has none.
 */
export function noteCaller(request: Request, response: Response): void {
  const forwarded = request.headers['x-forwarded-for'];
  if (typeof forwarded === 'string' && forwarded.includes(':')) {
    request.headers['x-forwarded-for'] = forwarded.replace(WITH_PORT, '$1$2');
  }
  // Without the header Express would look through proxies that there are none of.
  const ip = forwarded === undefined ? '' : (request.ip ?? '');
  // Node looks at texts for IPv6 by an expression that takes 3 ms to compile.
  const address = ip !== '' && isIP(ip) ? ip : (request.socket.remoteAddress ?? '');
  response.locals.ip = unmapped(address);
}

/** An IPv4 address as such where IPv6 has wrapped it. All ways to write that begin with a colon or a zero. */
function unmapped(address: string): string {
  if (address.startsWith(MAPPED) && address.includes('.')) return address.slice(MAPPED.length);
  return /^[:0].*:/.test(address) ? ipKeyGenerator(address, false) : address;
}

/** Logs the first request that a proxy seems to have passed on, where none is trusted. */
export function noticeProxy(log: Logger): (request: Request) => void {
  let noticed = false;
  return ({ headers }) => {
    if (noticed || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return;
    noticed = true;
    log.warn(
      'A request has a forwarded header, but TRUST_PROXY is 0: if a proxy stands before the service, all callers behind it share one limit.',
    );
  };
}

/** An address as the log may have it without revealing who it was: IPv4 by its /24, IPv6 by its /48. */
export function shortenAddress(ip: string): string {
  if (isIPv6(ip)) return ipKeyGenerator(ip, 48);
  return ip.replace(/\d+$/, '0/24');
}

/** The /16 of an IPv4 address, the /32 of an IPv6 one: about as much as one provider has. */
export function wideNetwork(ip: string): string {
  if (isIPv6(ip)) return ipKeyGenerator(ip, 32);
  return ip.replace(/\d+\.\d+$/, '0.0/16');
}

/** Name under which a caller's calls are counted: the tier and the network. */
export function callerOf(response: Response): string {
  return `${tierOf(response)} ${networkOf(response)}`;
}

/** Name under which the calls of an IPv6 caller's /48 are counted, which has 256 networks of callers. */
export function siteOf(response: Response): string {
  return `${tierOf(response)} ${ipKeyGenerator(response.locals.ip, 48)}`;
}

function tierOf(response: Response): string {
  return hasKey(response) ? 'with-key' : 'without-key';
}

/** The caller's IPv4 address, or the /56 of the IPv6 one, as `2001:db8:0:100::/56`. */
export function networkOf(response: Response): string {
  const { ip } = response.locals;
  return isIPv6(ip) ? ipKeyGenerator(ip, 56) : ip;
}

/** Whether an address is an IPv6 one. Node's own test takes 3 ms to compile. */
export function isIPv6(ip: string): boolean {
  return ip.includes(':');
}

/** Whether the caller has shown a known API key. */
export function hasKey(response: Response): boolean {
  return response.locals.keyLabel !== undefined;
}
