import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ratesOn } from '#engine/deduction/rates.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { EmbedRecord, EmbedStep } from '../../../schemas/types.ts';
import { isWebhookSecret, WEBHOOK_SECRET_FORM } from '../../http/webhook-secret.ts';
import { contrast, LEAST_CONTRAST } from '../ui/charts/colour-scale.ts';

const checkEmbeds = validator('data/embeds.schema.json');

/** An installer's configurator as its file has it, with what only the process knows. */
export interface Embed extends EmbedRecord {
  slug: string;
  /** Signs what goes to the sink. Null for the sink `log`. */
  secret: string | null;
  /** Signs the form's tokens: the same in all processes that share the secret. */
  formKey: Buffer;
}

export type Embeds = ReadonlyMap<string, Embed>;

/** Steps without which there is no lead. */
const NEEDED_STEPS: readonly EmbedStep[] = ['where', 'roof', 'contact'];

/** Key where there is no secret to derive one from. */
const OWN_KEY = randomBytes(32);

/**
 * Reads the installers' configurators.
 * @throws Error naming file and field, what was found and what was expected
 */
export function readEmbeds(path: string, env: NodeJS.ProcessEnv): Embeds {
  const records = Object.entries(parseEmbeds(path));
  return new Map(
    records.map(([slug, record]) => {
      const fault = findFault(record, env);
      if (fault) throw new Error(`${path}: "${slug}.${fault[0]}" ${fault[1]}.`);
      return [slug, embedOf(slug, record, env)];
    }),
  );
}

function parseEmbeds(path: string): Record<string, EmbedRecord> {
  const text = readFileSync(path, 'utf8');
  try {
    return checkEmbeds(JSON.parse(text));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

function embedOf(slug: string, record: EmbedRecord, env: NodeJS.ProcessEnv): Embed {
  const { sink, secret_env } = record.lead;
  const secret = sink === 'log' ? null : (env[secret_env ?? ''] ?? null);
  const formKey = createHmac('sha256', secret ?? OWN_KEY)
    .update(`form ${slug}`)
    .digest();
  return {
    ...record,
    origins: record.origins.map((origin) => new URL(origin).origin),
    slug,
    secret,
    formKey,
  };
}

/** Field and what is wrong with it, beyond the schema. */
type Fault = [field: string, problem: string];

const FAULTS = [originFault, colourFault, stepFault, deductionFault, sinkFault, batteryFault];

function findFault(record: EmbedRecord, env: NodeJS.ProcessEnv): Fault | undefined {
  return FAULTS.map((find) => find(record, env)).find((fault) => fault !== undefined);
}

/** A host by name or number: URLs may have others, `*` among them, which a policy reads otherwise. */
const ONE_HOST = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?$/;

function originFault({ origins }: EmbedRecord): Fault | undefined {
  const isOrigin = (text: string) =>
    ONE_HOST.test(text) && isSafe(text) && new URL(text).origin === text;
  const i = origins.findIndex((text) => !isOrigin(text));
  if (i < 0) return undefined;
  return [
    `origins[${i}]`,
    `is "${origins[i]}", expected scheme and one host as in "https://solar.example", with http for localhost alone`,
  ];
}

function colourFault({ theme }: EmbedRecord): Fault | undefined {
  for (const name of ['accent', 'ink'] as const) {
    const found = contrast(theme[name], '#ffffff');
    if (found >= LEAST_CONTRAST) continue;
    const problem = `is ${theme[name]}, which has a contrast of ${found.toFixed(2)}:1 on white, expected at least ${LEAST_CONTRAST}:1: take a darker one`;
    return [`theme.${name}`, problem];
  }
  return undefined;
}

function stepFault({ steps }: EmbedRecord): Fault | undefined {
  const missing = NEEDED_STEPS.find((step) => steps && !steps.includes(step));
  if (!missing) return undefined;
  return ['steps', `has no "${missing}", expected ${NEEDED_STEPS.join(', ')} at least`];
}

function deductionFault({ deduction }: EmbedRecord): Fault | undefined {
  if (deduction === undefined) return undefined;
  try {
    ratesOn(`${deduction}-01`);
    return undefined;
  } catch (error) {
    return ['deduction', `is "${deduction}". ${(error as Error).message.replace(/\.$/, '')}`];
  }
}

function sinkFault({ lead }: EmbedRecord, env: NodeJS.ProcessEnv): Fault | undefined {
  if (lead.sink === 'log') return undefined;
  if (!isSafe(lead.sink)) {
    return [
      'lead.sink',
      `is "${lead.sink}", expected an https address (http for localhost), or log`,
    ];
  }
  if (lead.file !== undefined) return ['lead.file', 'is given, expected only with the sink log'];
  const name = lead.secret_env;
  if (name === undefined) {
    return ['lead.secret_env', 'is missing, expected the name of the variable with the secret'];
  }
  if (isWebhookSecret(env[name] ?? '')) return undefined;
  const found = env[name] ? 'has no such value' : 'is not set';
  return ['lead.secret_env', `is ${name}, which ${found}, expected ${WEBHOOK_SECRET_FORM}`];
}

function batteryFault({ batteries }: EmbedRecord): Fault | undefined {
  const sizes = batteries.map(({ kwh }) => kwh);
  const i = sizes.findIndex((kwh, at) => sizes.indexOf(kwh) < at);
  if (i < 0) return undefined;
  return [`batteries[${i}].kwh`, `is ${sizes[i]} as that of another, expected one of each size`];
}

/** An https address. Http where nobody is between. */
function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isHere));
}
