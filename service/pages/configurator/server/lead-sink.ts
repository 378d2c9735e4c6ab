import { appendFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { Webhook } from 'standardwebhooks';
import type { Lead } from '../../../../schemas/types.ts';
import { HttpError } from '../../../http/http-error.ts';
import type { Embed } from '../../server/embeds.ts';

const DEADLINE_MS = 5_000;
/** Wait after a sink that failed and names none. */
const RETRY_S = 30;
const MOST_RETRY_S = 86_400;

/** An answer of a sink by which it does not have the lead. */
class SinkRefusal extends Error {
  readonly status: number;
  /** The time to wait as the sink names it, s. Undefined if it names none. */
  readonly retryAfterS: number | undefined;

  constructor({ status, headers }: Response) {
    super(`the sink answered ${status}`);
    this.status = status;
    this.retryAfterS = secondsOf(headers.get('retry-after'));
  }
}

export interface LeadSinks {
  /** @throws HttpError lead_not_delivered while the sink has asked for a pause */
  refusePaused(embed: Embed): void;
  /** Hands over a lead. When it returns, the sink has it. @throws HttpError lead_not_delivered */
  deliver(embed: Embed, lead: Lead): Promise<void>;
}

export function leadSinks(log: Logger): LeadSinks {
  /** Times until when a sink that answered 429 is not called, ms, by address. */
  const pausedUntil = new Map<string, number>();

  function refusePaused(embed: Embed): void {
    const leftMs = (pausedUntil.get(embed.lead.sink) ?? 0) - Date.now();
    if (leftMs > 0) throw notDelivered(embed, Math.ceil(leftMs / 1000));
  }

  return {
    refusePaused,
    async deliver(embed, lead) {
      refusePaused(embed);
      const { reference } = lead;
      try {
        if (embed.secret === null) await keep(embed, lead);
        else await post(embed.lead.sink, embed.secret, lead);
        const isStored = embed.secret !== null || embed.lead.file !== undefined;
        const notice = isStored
          ? 'A lead was delivered.'
          : 'A lead was tried out: nothing of it is kept.';
        log.info({ embed: embed.slug, reference }, notice);
      } catch (error) {
        // The cause may hold an address of the network, never anything of the visitor's.
        const why = causeOf(error);
        log.error({ embed: embed.slug, reference, why }, 'A lead could not be delivered.');
        const waitS = waitAfter(error);
        if (error instanceof SinkRefusal && error.status === 429) {
          pausedUntil.set(embed.lead.sink, Date.now() + 1000 * (waitS ?? RETRY_S));
        }
        throw notDelivered(embed, waitS);
      }
    },
  };
}

/** @param waitS undefined where trying again would not help before somebody mends the sink */
function notDelivered({ lead: { phone } }: Embed, waitS: number | undefined): HttpError {
  const when = waitS === undefined ? 'in a while' : `in ${waitS} s`;
  const message = `The request could not be delivered. Nothing is lost: try again ${when}, or call ${phone}.`;
  return new HttpError('lead_not_delivered', message, undefined, waitS);
}

/** Seconds after which the same lead may be sent again, as far as is known. */
function waitAfter(error: unknown): number | undefined {
  if (!(error instanceof SinkRefusal)) return RETRY_S;
  const { status, retryAfterS } = error;
  return status === 408 || status === 429 || status >= 500 ? (retryAfterS ?? RETRY_S) : undefined;
}

/** A Retry-After, which is a number of seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(MOST_RETRY_S, Math.max(1, seconds));
}

/** Stores a lead in a file, for trying without a sink. */
async function keep({ lead: { file } }: Embed, lead: Lead): Promise<void> {
  if (file !== undefined) await appendFile(file, `${JSON.stringify(lead)}\n`, { mode: 0o600 });
}

/** The request is signed by Standard Webhooks. An answer that leads elsewhere is none. */
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
  if (!answer.ok) throw new SinkRefusal(answer);
}

function causeOf(error: unknown): string {
  const { message, name, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return `the sink took longer than ${DEADLINE_MS / 1000} s`;
  return cause?.code ?? message;
}
