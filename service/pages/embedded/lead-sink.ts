import { appendFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { Webhook } from 'standardwebhooks';
import type { Lead } from '../../../schemas/types.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Embed } from '../server/embeds.ts';

const DEADLINE_MS = 5_000;

/**
 * Hands a lead to the installer's sink; when it returns, the sink has it.
 * @throws HttpError lead_not_delivered
 */
export async function deliver(embed: Embed, lead: Lead, log: Logger): Promise<void> {
  const { reference } = lead;
  try {
    if (embed.secret === null) await keep(embed, lead);
    else await post(embed.lead.sink, embed.secret, lead);
    log.info({ embed: embed.slug, reference }, 'A lead was delivered.');
  } catch (error) {
    // The cause may hold an address of the network, never anything of the visitor's.
    const why = causeOf(error);
    log.error({ embed: embed.slug, reference, why }, 'A lead could not be delivered.');
    throw new HttpError(
      'lead_not_delivered',
      `The request could not be delivered. Nothing is lost: try again in a while, or call ${embed.lead.phone}.`,
    );
  }
}

/** Stores a lead in a file, for trying without a sink. */
async function keep({ lead: { file } }: Embed, lead: Lead): Promise<void> {
  if (file !== undefined) await appendFile(file, `${JSON.stringify(lead)}\n`, { mode: 0o600 });
}

/** The request is signed by Standard Webhooks; an answer that leads elsewhere is none. */
async function post(url: string, secret: string, lead: Lead): Promise<void> {
  const body = JSON.stringify(lead);
  const now = new Date();
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
    headers: {
      'content-type': 'application/json',
      'webhook-id': lead.reference,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(lead.reference, now, body),
    },
    body,
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the sink answered ${answer.status}`);
}

function causeOf(error: unknown): string {
  const { message, name, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return `the sink took longer than ${DEADLINE_MS / 1000} s`;
  return cause?.code ?? message;
}
