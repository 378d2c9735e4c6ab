/** The form of an attack, and code that attacks share. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Address, Start } from '../../test/start-program.ts';
import type { Target } from './target.ts';

/** A lookup that is right. */
export const LOOKUP = '/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180';

/** One attack on the service as it is started for the world, or one fault. */
export interface Attack {
  name: string;
  /** Description of the attack, for people. */
  tried: string;
  /** How much memory it may cost. */
  megabytes: number;
  /** How long anyone may wait for an answer meanwhile, on a machine that does nothing else; 400 unless given. */
  stallMs?: number;
  start?: Start;
  /** Begins as soon as the service listens, before everything is loaded. */
  early?: boolean;
  /**
   * Attacks; returns what was seen apart from memory and stalls.
   * @throws Error when a bound of its own is broken
   */
  run(target: Target): Promise<string>;
}

/** The address of a service that another process started. */
export function addressAt(base: string): Address {
  const { hostname: host, port } = new URL(base);
  return { host, port: Number(port), base };
}

/** A connection of the attacker, from one of the many addresses that loopback has. */
export function open({ host, port }: Address, localAddress?: string): Socket {
  return connect({ host, port, localAddress }).on('error', () => {});
}

export interface Call {
  method?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  localAddress?: string;
}

/** A call and its answer. */
export function call(
  { host, port }: Address,
  path: string,
  { body, ...options }: Call = {},
): Promise<{ status: number; text: string; etag: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, path, agent: false, ...options }, async (response) => {
      try {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, text: await text(response), etag: headers.etag ?? '' });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject).end(body);
  });
}

/** A house of 12 kWh a day from noon, and what else the call says. */
export function simulationBody(rest: object = {}): string {
  const day = Array.from({ length: 24 }, (_, hour) => (hour >= 10 && hour < 14 ? 3 : 0));
  return JSON.stringify({ pv: { monthly_profile: Array(12).fill(day) }, ...rest });
}
