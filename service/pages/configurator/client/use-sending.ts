import { useRef, useState } from 'preact/hooks';
import type { LeadRequest, SubmittedPayload } from '../../../../schemas/types.ts';
import { fill } from '../../messages/format.ts';
import { CallRefused, fetchJson } from '../../ui/api.ts';
import type { ConfiguratorData } from '../../ui/script-data.ts';
import type { Parent } from './parent.ts';
import { buildContact, type Decided, selectInputs } from './state.ts';

/** The server wants a token to be at least 3 s old. */
const TOKEN_AGE_MS = 3_200;

export type Receipt = SubmittedPayload;

/**
 * Sends the request for an offer. Gives its receipt, and a notice for the visitor, who tries again where it failed.
 */
export function useSending(
  data: ConfiguratorData,
  chosen: Decided,
  parent: { current: Parent | null },
) {
  const { slug, consent } = data;
  const [notice, setNotice] = useState('');
  const [isSending, setSending] = useState(false);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const token = useRef<Promise<string> | null>(null);
  const send = async () => {
    const inputs = selectInputs(chosen);
    if (!inputs || isSending) return;
    setNotice('');
    setSending(true);
    try {
      const { system, website } = chosen;
      const contact = buildContact(chosen);
      const lead = { inputs, system, contact, consent: consent.version, website };
      const newReceipt = await sendLead(slug, token, lead);
      setReceipt(newReceipt);
      parent.current?.send('submitted', newReceipt);
    } catch (error) {
      const { code, text } = describeError(error, data);
      setNotice(text);
      parent.current?.send('error', { code, message: text });
    } finally {
      setSending(false);
    }
  };
  const prepare = () => holdToken(token, slug);
  return { notice, setNotice, isSending, receipt, send, prepare };
}

function describeError(error: unknown, data: ConfiguratorData): { code: string; text: string } {
  const { words, phone } = data;
  if (!(error instanceof CallRefused))
    return { code: 'unreachable', text: fill(words.notSent, { phone }) };
  const { code, message, retryAfterS } = error;
  if (code === 'rate_limited') return { code, text: fill(words.tooMany, { phone }) };
  if (code === 'invalid_parameter') return { code, text: fill(words.wrong, { message }) };
  if (code === 'outside_coverage') return { code, text: words.outside };
  if (retryAfterS !== null) {
    return { code, text: fill(words.notSentYet, { phone, minutes: Math.ceil(retryAfterS / 60) }) };
  }
  return { code, text: fill(words.notSent, { phone }) };
}

/** Asks for a form's token once, and again if it could not be fetched. */
function holdToken(token: { current: Promise<string> | null }, slug: string): Promise<string> {
  const held = (token.current ?? fetchToken(slug)).catch(() => fetchToken(slug));
  token.current = held;
  // The error is shown when the form is sent.
  held.catch(() => undefined);
  return held;
}

async function fetchToken(slug: string): Promise<string> {
  return (await fetchJson<{ token: string }>(`/embedded/${slug}/token`)).token;
}

/**
 * Sends a lead with the token of its form. If that is too young or too old it waits and fetches a new one,
 * so that no typed text is lost.
 * @throws CallRefused
 */
async function sendLead(
  slug: string,
  token: { current: Promise<string> | null },
  lead: Omit<LeadRequest, 'token'>,
): Promise<Receipt> {
  try {
    return await post(slug, await holdToken(token, slug), lead);
  } catch (error) {
    if (!(error instanceof CallRefused && error.field === 'token')) throw error;
  }
  token.current = null;
  const fresh = await holdToken(token, slug);
  await new Promise((resolve) => setTimeout(resolve, TOKEN_AGE_MS));
  return post(slug, fresh, lead);
}

async function post(slug: string, token: string, lead: object): Promise<Receipt> {
  const { reference, link } = await fetchJson<Receipt>(`/embedded/${slug}/leads`, {
    token,
    ...lead,
  });
  // The page around has an address of its own.
  return { reference, ...(link ? { link: new URL(link, location.href).href } : {}) };
}
