import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from '../../../integrations/organisations/organisations.ts';
import { recordOf, writeOrganisations } from '../../../integrations/test/organisation.ts';
import { INTEGRATIONS, startProgram } from '../../../test/start-program.ts';

const { key, sha256 } = newKey();
/** The organisation's key. */
export const KEY = key;
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
  const file = writeOrganisations(folder, recordOf(sha256, organisation));
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
