/** Sends the form. */
import type { LeadRequest } from '../../../../schemas/types.ts';
import { CallRefused, refusalOf } from '../api.ts';

/** The server wants a token to be at least 3 s old. */
const TOKEN_AGE_MS = 3_200;

export interface Receipt {
  reference: string;
  link?: string;
}

/** The token of a form, which makes it the same form however often it is sent. */
export interface FormToken {
  current: Promise<string> | null;
}

/** Asks for a form's token once; one that could not be fetched is asked for again. */
export function holdToken(token: FormToken, slug: string): Promise<string> {
  const held = (token.current ?? fetchToken(slug)).catch(() => fetchToken(slug));
  token.current = held;
  // Told when the form is sent.
  held.catch(() => undefined);
  return held;
}

async function fetchToken(slug: string): Promise<string> {
  const response = await fetch(`/embedded/${slug}/token`);
  if (!response.ok) throw await refusalOf(response);
  const { token }: { token: string } = await response.json();
  return token;
}

/**
 * Sends a lead with the token of its form; when that is too young or too old it waits and takes a new one,
 * so that nothing that was typed is lost.
 * @throws CallRefused
 */
export async function sendLead(
  slug: string,
  token: FormToken,
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
  const response = await fetch(`/embedded/${slug}/leads`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, ...lead }),
  });
  if (!response.ok) throw await refusalOf(response);
  const { reference, link }: Receipt = await response.json();
  // The page around has an address of its own.
  return { reference, ...(link ? { link: new URL(link, location.href).href } : {}) };
}
