import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INTEGRATIONS, startProgram } from '../../../test/start-program.ts';

/** The organisation's key, and its digest. */
export const KEY = `ik_${randomBytes(24).toString('base64url')}`;
const sha256 = createHash('sha256').update(KEY).digest('hex');
export const PERSON = { email: 'anna@example.com', first_name: 'Anna', last_name: 'Ek' };

/**
 * Starts the integrations with one organisation, in a folder of its own.
 * @param organisation what it has but for its name and its key
 * @param program to start instead of the integrations' own
 * @returns their address, the organisation's file, and what ends them
 */
export async function startIntegrations(
  organisation: object,
  more: NodeJS.ProcessEnv = {},
  program: string[] = [INTEGRATIONS],
) {
  const folder = mkdtempSync(join(tmpdir(), 'integrations-check-'));
  const file = join(folder, 'organisations.json');
  const named = { id: 'solfirman', name: 'Solfirman AB', subscription: 'active' };
  const own = { ...named, api_keys_sha256: [{ sha256, label: 'anna' }], ...organisation };
  writeFileSync(file, JSON.stringify({ organisations: [own] }));
  const env = {
    ORGANISATIONS_FILE: file,
    STORE_FILE: join(folder, 'store.db'),
    BASE_URL: 'http://127.0.0.1',
    DATA_KEY: randomBytes(32).toString('base64'),
    ...more,
  };
  const { base, stop } = await startProgram(program, { env });
  const end = async () => {
    await stop();
    rmSync(folder, { recursive: true });
  };
  return { base, file, end };
}

/** Puts a prospect or an offer. */
export async function put(
  base: string,
  path: string,
  body: object,
): Promise<{ public_url: string }> {
  const headers = { authorization: `Bearer ${KEY}` };
  const init = { method: 'PUT', headers, body: JSON.stringify(body) };
  const answer = await fetch(`${base}/integrations/v1${path}`, init);
  if (answer.ok) return (await answer.json()) as { public_url: string };
  throw new Error(`PUT ${path} answered ${answer.status}: ${await answer.text()}`);
}
