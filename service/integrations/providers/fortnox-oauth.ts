/**
 * Tokens of Fortnox by OAuth: an administrator's consent to the app (authorization code with a service account), then
 * client credentials. Source: fortnox.se/developer/authorization. Fortnox requires `state`, names no `code_challenge`
 * among its parameters, and has the client authenticate by its secret.
 */
import { ProviderError } from '../ports.ts';
import { memberAt, numberAt, textAt } from './answer-fields.ts';
import { ask, type ProviderAnswer, type ProviderApi, type Refusal } from './http.ts';
import type { Clock } from './rate-limit.ts';

/** An app of Fortnox's developer portal. */
export interface FortnoxApp {
  clientId: string;
  clientSecret: string;
}

/** The credentials that the organisation gave us. */
export interface FortnoxCredentials extends FortnoxApp {
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
  let refreshing: Promise<string> | undefined;

  async function request(): Promise<string> {
    const { json } = await requestToken(api, credentials);
    const token = textAt(json, 'access_token');
    held = { token, untilMs: clock.now() + 1000 * numberAt(json, 'expires_in') - MARGIN_MS };
    return token;
  }

  function current(): Promise<string> {
    if (held && clock.now() < held.untilMs) return Promise.resolve(held.token);
    refreshing ??= request().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
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
        // A redirect does not reject the token, and the call may have been carried out.
        if (error.about === 'address') throw error;
        if (held?.token === token) held = undefined;
        return act(await current());
      }
    },
  };
}

function requestToken(api: ProviderApi, credentials: FortnoxCredentials) {
  const { tenantId, scope } = credentials;
  const grant = { grant_type: 'client_credentials', ...(scope !== '' && { scope }) };
  return askForToken(api, 'get a token', credentials, grant, { tenantid: tenantId });
}

function askForToken(
  api: ProviderApi,
  what: string,
  { clientId, clientSecret }: FortnoxApp,
  grant: Record<string, string>,
  more: Record<string, string> = {},
): Promise<ProviderAnswer> {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, ...more };
  const body = new URLSearchParams(grant);
  return ask(api, { what, method: 'POST', path: '/oauth-v1/token', headers, body });
}

/** Codes for a missing licence, right or login: the account is at fault. */
const NO_ACCESS = ['2000310', '2000311', '2000663', '2001101', '2001103'];

/** Reads code and message of an error, also of the token endpoint. */
export function readFortnoxRefusal(body: unknown): Refusal {
  const oauth = memberAt(body, 'error');
  if (typeof oauth === 'string' && /^[a-z_]{1,40}$/.test(oauth))
    return { code: oauth, kind: 'auth' };
  const words = memberAt(body, 'ErrorInformation', 'Message');
  const code = String(memberAt(body, 'ErrorInformation', 'Code'));
  if (!/^\d{1,9}$/.test(code)) return { words };
  return NO_ACCESS.includes(code) ? { code, words, kind: 'auth' } : { code, words };
}

/** Scopes of the app. The last three are for this page and the check. */
const CONSENT_SCOPE = 'customer invoice settings bookkeeping companyinformation';

export interface ConsentEndpoints {
  authUrl: string;
  apiUrl: string;
  /** The redirect URI that is registered in the developer portal. */
  redirectUri: string;
}

/** The address where an administrator gives consent. */
export function consentAddress(
  { authUrl, redirectUri }: ConsentEndpoints,
  clientId: string,
  state: string,
): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: CONSENT_SCOPE,
    state,
    access_type: 'offline',
    response_type: 'code',
    account_type: 'service',
  });
  return `${authUrl}/oauth-v1/auth?${query}`;
}

/**
 * Exchanges the code, which lasts ten minutes, and reads which company gave consent. The token is not stored: the
 * adapter gets its own by client credentials.
 * @returns the company's database number, which is the tenant id
 * @throws ProviderError
 */
export async function readConsent(
  { authUrl, apiUrl, redirectUri }: ConsentEndpoints,
  app: FortnoxApp,
  code: string,
): Promise<string> {
  const api = { name: 'Fortnox', turn: async () => {}, readRefusal: readFortnoxRefusal };
  const what = 'exchange the code of a consent';
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const token = await askForToken({ ...api, baseUrl: authUrl }, what, app, grant);
  const company = await ask(
    { ...api, baseUrl: apiUrl },
    {
      what: 'read the company',
      method: 'GET',
      path: '/3/companyinformation',
      headers: { authorization: `Bearer ${textAt(token.json, 'access_token')}` },
    },
  );
  return String(memberAt(company.json, 'CompanyInformation', 'DatabaseNumber'));
}
