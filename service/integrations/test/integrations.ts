/** The integrations on a port of their own for tests, and calls that are checked against the contract. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import pino from 'pino';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { IntegrationsErrorBody, IntegrationsErrorCode } from '../../../schemas/types.ts';
import { createHttpServer } from '../../http/http-server.ts';
import { assertDocumentedBy } from '../../test/documented.ts';
import { type AppDeps, createIntegrationsApp } from '../app.ts';
import { openAccounts } from '../organisations/accounts-file.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { newKey } from '../organisations/organisations.ts';
import { erasuresOf } from '../store/erase.ts';
import type { Store } from '../store/store.ts';
import { fortnoxAccount } from './fakes/fortnox.ts';
import { hubspotAccount } from './fakes/hubspot.ts';
import { scriveAccount } from './fakes/scrive.ts';
import { ENCRYPTION, organisationOf } from './organisation.ts';
import { openEmpty } from './stores.ts';

/** An organisation with every provider, and a key to it. */
export interface TestOrganisation {
  organisation: Organisation;
  key: string;
}

/** JSON, which is checked against the contract. */
type Parsed = ReturnType<typeof JSON.parse>;

export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed answer. Undefined when it is no JSON. */
  json: Parsed;
}

export interface TestIntegrations {
  base: string;
  store: Store;
  deps: AppDeps;
  /** Lines of the log so far. */
  log: string[];
  /** A call below /integrations/v1 whose answer must be in the OpenAPI document. */
  call(key: string, method: string, path: string, body?: unknown): Promise<TestAnswer>;
}

const checkError = validator('integrations/integrations-error.schema.json');

export const BASE_URL = 'https://sun.example';

/** An organisation with providers that nobody calls. */
export function testOrganisation(id: string, more: Partial<Organisation> = {}): TestOrganisation {
  const { key, sha256 } = newKey();
  const url = 'http://127.0.0.1:1';
  const organisation = organisationOf({
    id,
    name: `${id} AB`,
    keys: [{ sha256: Buffer.from(sha256, 'hex'), label: 'shop' }],
    crm: hubspotAccount({ url, token: 'token' }),
    accounting: fortnoxAccount({
      url,
      credentials: { clientId: 'id', clientSecret: 'secret', tenantId: '1' },
    }),
    signature: scriveAccount({ url, credentials: 'a b c d' }),
    ...more,
  });
  return { organisation, key };
}

/** Starts them on an empty store. They end after the tests. */
export async function startIntegrations(
  organisations: readonly TestOrganisation[],
  more: Partial<AppDeps> = {},
): Promise<TestIntegrations> {
  const store = more.store ?? (await openEmpty());
  const log: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void log.push(line) });
  const deps: AppDeps = {
    organisations: { current: organisations.map(({ organisation }) => organisation) },
    store,
    encryption: ENCRYPTION,
    erasures: erasuresOf(store, join(testFolder(), 'erasures'), {
      warn: assert.fail,
      error: assert.fail,
    }),
    log: logger,
    accounts: openAccounts(
      join(testFolder(), 'organisations.json'),
      {},
      ENCRYPTION,
      async () => {},
    ),
    baseUrl: BASE_URL,
    now: () => new Date(),
    draining: () => false,
    trustProxy: 0,
    fullAddresses: false,
    callsAMinute: 1e9,
    ...more,
  };
  const server = createHttpServer(createIntegrationsApp(deps));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call: TestIntegrations['call'] = async (key, method, path, body) => {
    const answer = await rawCall(`${base}/integrations/v1${path}`, key, method, body);
    const headers = Object.fromEntries(answer.headers);
    assertDocumented(method, `/integrations/v1${path.split('?')[0]}`, { ...answer, headers });
    return answer;
  };
  return { base, store, deps, log, call };
}

/** Makes a call. A body that is neither text nor bytes is sent as JSON. */
export async function rawCall(
  url: string,
  key: string | null,
  method: string,
  body?: unknown,
): Promise<TestAnswer> {
  const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const response = await fetch(url, {
    method,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const json = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, json };
}

/** Fails unless the answer is this error. Returns its body. */
export function refusal(
  answer: TestAnswer,
  status: number,
  code: IntegrationsErrorCode,
): IntegrationsErrorBody['error'] {
  assert.equal(answer.status, status, answer.text);
  const { error } = checkError(answer.json);
  assert.equal(error.code, code, answer.text);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return error;
}

export const DOCUMENT = JSON.parse(
  readFileSync(new URL('../../../schemas/integrations/openapi.json', import.meta.url), 'utf8'),
);

const assertDocumented = assertDocumentedBy(DOCUMENT);
