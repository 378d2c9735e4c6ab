/**
 * Computes a proposal and prints its public link: `sun link` (schemas/data/link-inputs.schema.json, the link of the version before). Environment: LINK_SECRETS, BASE_URL, ARTIFACTS as of
 * the service.
 */
import { readFileSync } from 'node:fs';
import { formerFigures } from '#engine/economy/proposal-figures.ts';
import { validator } from '../../schemas/checks/validate.ts';
import { commandLine } from '../../schemas/commands/command-line.ts';
import type { FormerProposal, LinkInputs, SignedState } from '../../schemas/types.ts';
import type { LinkSecret } from '../http/link-secrets.ts';
import { computeProposal } from '../pages/proposal/compute-proposal.ts';
import { mint, read } from '../pages/proposal/signed-state.ts';
import { readConfig } from '../server/config.ts';
import { readArtifacts } from './read-artifacts.ts';

const options = commandLine('link');
const checkInputs = validator('data/link-inputs.schema.json');

console.log(await makeLink());

async function makeLink(): Promise<string> {
  const { linkSecrets, baseUrl, ...config } = readConfig(process.env);
  const { artifacts = config.artifacts, inputs: path, former: before } = options;
  if (linkSecrets.length === 0) {
    throw new Error(
      'LINK_SECRETS is not set, expected what the service has, as in LINK_SECRETS="a:$(openssl rand -base64 32)".',
    );
  }
  const inputs = inputsOf(path);
  const [data, prices] = await readArtifacts(artifacts);
  const proposal = computeProposal(data, prices, inputs, new Date());
  const former = before && { former: formerOf(before, proposal, linkSecrets) };
  const slug = mint({ ...proposal, ...former }, linkSecrets);
  return `${baseUrl}/i/${slug}`;
}

/** The figures of the version before. Its link may have ended. */
function formerOf(
  link: string,
  { brand, ref }: SignedState,
  linkSecrets: readonly LinkSecret[],
): FormerProposal {
  const [, slug = ''] = /\/i\/([^/?#]+)/.exec(link) ?? [];
  const state = read(slug, linkSecrets, new Date(0));
  if (state === null) {
    throw new Error(
      'FORMER is no link that these LINK_SECRETS signed, expected what make link printed for the version before.',
    );
  }
  if (state.brand === brand && state.ref === ref) return formerFigures(state);
  throw new Error(
    `FORMER is of "${state.brand}" and the reference "${state.ref}", expected "${brand}" and "${ref}" as the inputs have.`,
  );
}

function inputsOf(path: string): LinkInputs {
  try {
    return checkInputs(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}
