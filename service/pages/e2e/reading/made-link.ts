import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SERVICE, startProgram } from '../../../test/start-program.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const MAKE_LINK = here('../../../tools/make-link.ts');
/** Inputs of the project's example of a proposal. */
export const LINK_INPUTS = here('../../../../fixtures/link-inputs.json');

/** A service with configurators and proposals of its own. */
export interface Proposals {
  base: string;
  /** Makes a proposal's link from a file of inputs, and the link of the version before. */
  makeLink(...words: string[]): Promise<string>;
}

/** Starts a service with the project's configurators, has a check use it, and ends it. */
export async function withProposals(check: (there: Proposals) => Promise<void>): Promise<void> {
  const env = {
    EMBEDS_FILE: here('../../../../fixtures/embeds.json'),
    LINK_SECRETS: `c:${randomBytes(32).toString('base64')}`,
  };
  const { base, stop } = await startProgram([SERVICE], { env });
  const makeLink = async (...words: string[]) => {
    const args = ['--import', 'tsx', MAKE_LINK, ...words];
    const made = { env: { ...process.env, ...env, BASE_URL: base } };
    return (await promisify(execFile)(process.execPath, args, made)).stdout.trim();
  };
  try {
    await check({ base, makeLink });
  } finally {
    await stop();
  }
}
