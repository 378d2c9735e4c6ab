/**
 * Computes a proposal and prints its public link: `node --import tsx service/tools/make-link.ts
 * inputs.json` (schemas/data/link-inputs.schema.json). Environment: LINK_SECRETS, BASE_URL, ARTIFACTS as of
 * the service.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validator } from '../../schemas/checks/validate.ts';
import { readPrices, readPvYield } from '../../schemas/codec/read-artifact.ts';
import type { LinkInputs } from '../../schemas/types.ts';
import { yieldDataset } from '../api/yield/dataset.ts';
import { computeProposal } from '../pages/proposal/compute-proposal.ts';
import { mint } from '../pages/server/signed-state.ts';
import { readConfig } from '../server/config.ts';

const checkInputs = validator('data/link-inputs.schema.json');

try {
  console.log(await makeLink(process.argv[2] ?? ''));
} catch (error) {
  console.error(`Link: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function makeLink(path: string): Promise<string> {
  const { linkSecrets, artifacts, baseUrl } = readConfig(process.env);
  if (linkSecrets.length === 0) {
    throw new Error(
      'LINK_SECRETS is not set, expected what the service has, as in LINK_SECRETS="a:$(openssl rand -base64 32)".',
    );
  }
  const inputs = inputsOf(path);
  const data = yieldDataset(await readPvYield(join(artifacts, 'pv-yield.bin')));
  const prices = await readPrices(join(artifacts, 'prices.bin'));
  const slug = mint(computeProposal(data, prices, inputs, new Date()), linkSecrets);
  return `${baseUrl}/i/${slug}`;
}

function inputsOf(path: string): LinkInputs {
  if (path === '') {
    throw new Error('INPUTS is missing. Try: make link INPUTS=fixtures/link-inputs.json');
  }
  try {
    return checkInputs(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}
