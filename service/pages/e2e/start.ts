/** Before the tests: a service with configurators and proposals, and an installer's site of another origin. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fixture from '../../../fixtures/embeds.json' with { type: 'json' };
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { SINK_SECRET, startInstaller } from './installer-site.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Inputs of the project's example of a proposal. */
export const LINK_INPUTS = here('../../../fixtures/link-inputs.json');

/** Starts them and names them in E2E_BASE, E2E_INSTALLER and E2E_PROPOSAL. @returns what ends them */
export default async function start(): Promise<() => Promise<void>> {
  const installer = await startInstaller(() => process.env.E2E_BASE ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'));
  const EMBEDS_FILE = join(folder, 'embeds.json');
  writeFileSync(EMBEDS_FILE, JSON.stringify(embedsFor(installer.base)));
  const env = {
    EMBEDS_FILE,
    E2E_SINK_SECRET: SINK_SECRET,
    LINK_SECRETS: `e:${randomBytes(32).toString('base64')}`,
    // Tests name addresses of their own, so that each has its own limits.
    TRUST_PROXY: '1',
  };
  const service = await startProgram([SERVICE], { env });
  Object.assign(process.env, env, { E2E_BASE: service.base, E2E_INSTALLER: installer.base });
  process.env.E2E_PROPOSAL = await makeLink(LINK_INPUTS);
  return async () => {
    await service.stop();
    installer.close();
    rmSync(folder, { recursive: true });
  };
}

/** The project's example, and one whose leads go to the installer's site. */
function embedsFor(origin: string) {
  const { demo } = fixture;
  const lead = { ...demo.lead, sink: `${origin}/hook`, secret_env: 'E2E_SINK_SECRET' };
  return { demo: { ...demo, origins: [origin] }, solkraft: { ...demo, origins: [origin], lead } };
}

/** Writes a proposal's link, from a file of inputs and the link of its previous version. */
export async function makeLink(inputs: string, former?: string): Promise<string> {
  const args = [
    '--import',
    'tsx',
    here('../../commands/link.ts'),
    '--inputs',
    inputs,
    ...(former ? ['--former', former] : []),
  ];
  const env = { ...process.env, BASE_URL: process.env.E2E_BASE };
  return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
}
