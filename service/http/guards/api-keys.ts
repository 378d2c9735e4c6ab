import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { HttpError } from '../http-error.ts';

/** A key as its file holds it: its SHA-256 and a label for the log. The key itself is stored nowhere. */
export interface ApiKey {
  sha256: Buffer;
  label: string;
}

const LINE = /^([0-9a-f]{64}) +(\S.*)$/;

/**
 * Reads a file of keys: one a line, `<SHA-256 in hex> <label>`. Empty lines and those that begin
 * with # are skipped.
 * @throws Error naming the file and the line that is wrong
 */
export function readApiKeys(path: string): ApiKey[] {
  const keys: ApiKey[] = [];
  for (const [index, line] of readFileSync(path, 'utf8').split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, hex, label] = LINE.exec(line.trim()) ?? [];
    if (hex === undefined) {
      throw new Error(
        `${path} line ${index + 1} is no API key: expected 64 hexadecimal digits, a blank and a label. "make key LABEL=name" makes one.`,
      );
    }
    keys.push({ sha256: Buffer.from(hex, 'hex'), label });
  }
  return keys;
}

/** A new random key, and its line for the file of keys. */
export function newApiKey(label: string): { key: string; line: string } {
  const key = `pv_${randomBytes(24).toString('base64url')}`;
  return { key, line: `${sha256(key).toString('hex')} ${label}` };
}

/** The label of a known key, or null. Takes as long for a near miss as for any other value. */
export function labelOf(keys: readonly ApiKey[], value: string): string | null {
  const hash = sha256(value);
  let label: string | null = null;
  for (const key of keys) {
    if (timingSafeEqual(key.sha256, hash)) label = key.label;
  }
  return label;
}

/** Refuses unknown keys and notes the label of a known one in `response.locals.keyLabel`. */
export function checkApiKey(loaded: { keys: readonly ApiKey[] }): RequestHandler {
  return (request, response, next) => {
    const value = request.headers['x-api-key'];
    if (value === undefined) return next();
    const label = labelOf(loaded.keys, String(value));
    if (label === null) {
      const message =
        'The x-api-key is not known. Correct it, or leave the header out to use the service without a key.';
      throw new HttpError('invalid_api_key', message);
    }
    response.locals.keyLabel = label;
    next();
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
