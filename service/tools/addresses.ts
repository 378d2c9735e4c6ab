/**
 * Prints what `make serve` is about to serve, address by address: `node --import tsx service/tools/addresses.ts`.
 * Environment: that of the service.
 */
import inputs from '../../fixtures/link-inputs.json' with { type: 'json' };
import { validator } from '../../schemas/checks/validate.ts';
import { giveUp } from '../http/leave.ts';
import { computeProposal } from '../pages/proposal/compute-proposal.ts';
import { mint } from '../pages/proposal/signed-state.ts';
import { type Config, readConfig } from '../server/config.ts';
import { embedsOf } from '../server/loaded.ts';
import { pricesIn, readYield } from '../server/store/swap.ts';

const checkInputs = validator('data/link-inputs.schema.json');

const PAGES = [
  ['Explorer', '/'],
  ['Docs', '/docs'],
  ['API reference', '/docs/api'],
  ['SDK', '/docs/sdk'],
  ['Dataset report', '/data'],
];

try {
  const config = readConfig(process.env);
  const base = baseOf(config);
  for (const [name, path] of [...PAGES, ...(await ofInstaller(config))])
    console.log(`${`  ${name}:`.padEnd(20)}${path.startsWith('/') ? base : ''}${path}`);
} catch (error) {
  giveUp(error as Error);
}

/** Scheme, host and port to open in a browser of this machine. */
function baseOf({ baseUrl, host, port }: Config): string {
  if (baseUrl !== '') return baseUrl;
  if (port === 0) return 'http://127.0.0.1:<port that the log names>';
  return `http://${host?.includes(':') ? `[${host}]` : (host ?? 'localhost')}:${port}`;
}

/** The first installer's configurator and a proposal of that installer. None without EMBEDS_FILE. */
async function ofInstaller(config: Config): Promise<string[][]> {
  const [slug] = (await embedsOf(config))?.keys() ?? [];
  if (slug === undefined) return [];
  const configurator = ['Configurator', `/embedded/${slug}`];
  if (config.linkSecrets.length === 0) return [configurator];
  return [configurator, ['Proposal', await proposalPath(config, slug)]];
}

/** Path of a proposal about the example house, or why there is none: a dataset may not cover it. */
async function proposalPath({ artifacts, linkSecrets }: Config, brand: string): Promise<string> {
  try {
    const [data, prices] = [await readYield(artifacts), await pricesIn(artifacts)];
    const proposal = computeProposal(data, prices, checkInputs({ ...inputs, brand }), new Date());
    return `/i/${mint(proposal, linkSecrets)}`;
  } catch (error) {
    return `none, ${(error as Error).message}`;
  }
}
