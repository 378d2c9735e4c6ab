import { createHash } from 'node:crypto';

/** The first 16 digits of a SHA-256. */
export function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
