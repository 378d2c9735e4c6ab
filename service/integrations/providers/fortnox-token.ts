import { ProviderError } from '../ports.ts';
import { memberAt, numberAt, textAt } from './answer-fields.ts';
import { ask, type ProviderApi, type ProviderCall } from './http.ts';
import type { Clock } from './rate-limit.ts';

/** The credentials that the organisation gave us. */
export interface FortnoxCredentials {
  clientId: string;
  clientSecret: string;
  tenantId: string;
  /** The scopes to request. Empty requests all of the app's. */
  scope: string;
}

/** A token of client credentials, which needs no refresh token. It is in memory only. */
export interface FortnoxToken {
  /** Acts with a valid token, and once more with a new one if Fortnox rejects it. */
  using<T>(act: (token: string) => Promise<T>): Promise<T>;
  /** The scopes of a new token. Null if Fortnox does not say. */
  scopes(): Promise<string[] | null>;
}

/** Margin before a token's end: it may expire on its way. */
const MARGIN_MS = 60_000;

/** @param api the API that issues tokens */
export function fortnoxToken(
  api: ProviderApi,
  credentials: FortnoxCredentials,
  clock: Clock,
): FortnoxToken {
  let held: { token: string; untilMs: number } | undefined;
  let asked: Promise<string> | undefined;

  async function request(): Promise<string> {
    const { json } = await requestToken(api, credentials);
    const token = textAt(json, 'access_token');
    held = { token, untilMs: clock.now() + 1000 * numberAt(json, 'expires_in') - MARGIN_MS };
    return token;
  }

  function current(): Promise<string> {
    if (held && clock.now() < held.untilMs) return Promise.resolve(held.token);
    asked ??= request().finally(() => {
      asked = undefined;
    });
    return asked;
  }

  return {
    async scopes() {
      const scope = memberAt((await requestToken(api, credentials)).json, 'scope');
      return typeof scope === 'string' ? scope.split(' ').filter(Boolean) : null;
    },
    async using(act) {
      const token = await current();
      try {
        return await act(token);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'auth') throw error;
        if (held?.token === token) held = undefined;
        return act(await current());
      }
    },
  };
}

async function requestToken(api: ProviderApi, credentials: FortnoxCredentials) {
  const { clientId, clientSecret, tenantId, scope } = credentials;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const call: ProviderCall = {
    what: 'get a token',
    method: 'POST',
    path: '/oauth-v1/token',
    headers: { authorization: `Basic ${basic}`, tenantid: tenantId },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== '' && { scope }),
    }),
  };
  return ask(api, call);
}
