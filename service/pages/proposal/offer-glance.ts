/** The offer that a proposal has become: asked of the integrations, where the installer's leads go there. */
import { Webhook } from 'standardwebhooks';
import { validator } from '../../../schemas/checks/validate.ts';
import type { GlancedOffer } from '../../../schemas/types.ts';
import type { Embed } from '../server/embeds.ts';

/** A page waits no longer: it is whole without the offer. */
const DEADLINE_MS = 2_000;
const LEADS = /(\/integrations\/hooks\/)leads(\/[^/?#]+)$/;

const checkGlance = validator('data/offer-glance.schema.json');

/** The offer of a reference; null if there is none, `unknown` if nobody can tell now. */
export type GlanceResult = GlancedOffer | null | 'unknown';

/** Looks for the offer of a proposal's reference, signed as the lead was. It never fails. */
export async function glanceAtOffer(
  { secret, lead: { sink } }: Pick<Embed, 'secret' | 'lead'>,
  reference: string,
): Promise<GlanceResult> {
  if (secret === null || !LEADS.test(sink)) return null;
  try {
    const answer = await ask(sink.replace(LEADS, '$1offers$2'), secret, reference);
    // An organisation that left, or integrations of before this: no offer can be shown there either.
    if (answer.status === 404) return null;
    return answer.ok ? checkGlance(await answer.json()).offer : 'unknown';
  } catch {
    return 'unknown';
  }
}

function ask(url: string, secret: string, reference: string): Promise<Response> {
  const body = JSON.stringify({ reference });
  const now = new Date();
  const id = `offer-${reference}`;
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    },
    body,
  });
}
