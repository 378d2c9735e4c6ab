/** Plays the whole way against accounts on loopback, and prints each step: "make integrations-demo". */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { ORE_PER_SEK } from '#engine/money.ts';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { createIntegrationsApp } from '../app.ts';
import { startTasks } from '../jobs/start-tasks.ts';
import { openAccounts } from '../organisations/accounts-file.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { encryptionOf } from '../store/encryption.ts';
import { erasuresOf } from '../store/erase.ts';
import { openStore } from '../store/sqlite.ts';
import { startAccounts } from '../test/fakes/accounts.ts';
import { fortnoxAccount } from '../test/fakes/fortnox.ts';
import { hubspotAccount } from '../test/fakes/hubspot.ts';
import { scriveAccount } from '../test/fakes/scrive.ts';
import { signedHeaders } from '../test/fakes/server.ts';
import { LEAD, OFFER, PAID_ON, PDF, SIGNEES } from './demo-data.ts';

commandLine('integrations demo');
const KEY = `ik_${randomBytes(24).toString('base64url')}`;
const LEAD_SECRET = `whsec_${randomBytes(24).toString('base64')}`;

const folder = mkdtempSync(join(tmpdir(), 'integrations-demo-'));
const accounts = await startAccounts();
const { hubspot, fortnox, scrive } = accounts;
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const encryption = encryptionOf([randomBytes(32)]);
const store = await openStore(join(folder, 'store.db'), encryption);
const log = pino({ level: process.env.LOG ?? 'silent' });
const deps = {
  organisations: { current: [organisation()] },
  store,
  encryption,
  erasures: erasuresOf(store, join(folder, 'erasures'), log),
  log,
  accounts: openAccounts(join(folder, 'organisations.json'), {}, encryption, async () => {}),
  baseUrl,
  trustProxy: 0,
  fullAddresses: false,
  now: () => new Date(),
  draining: () => false,
};
server.on('request', createIntegrationsApp(deps));
const tasks = startTasks(deps);

try {
  await play();
} finally {
  await tasks.stop();
  server.close();
  server.closeAllConnections();
  await accounts.close();
  await store.close();
  rmSync(folder, { recursive: true });
}

async function play(): Promise<void> {
  await sendLead();
  const [{ id }] = await store
    .of('solfirman')
    .query<{ id: string }>('select id from prospect where org = $1');
  console.log(`The prospect ${id} is on disk: it came as a lead.`);
  const { crm } = await until(`/prospects/${id}`, ({ crm }) => crm.state === 'synced');
  const deal = hubspot.deals.get(crm.deal_id);
  console.log(
    `The CRM has the contact ${crm.contact_id} and the deal ${crm.deal_id}, "${deal?.properties.dealname}", ${deal?.properties.solar_total_kw} kW.`,
  );

  const offer = await call('PUT', '/offers/o-1', { ...OFFER, prospect_id: id });
  const { reduction } = offer;
  console.log(
    `The offer comes to ${sek(offer.total_ore)}; ${reduction.claimed_sek} kr are deducted, ${sek(offer.to_pay_ore)} are left to pay.`,
  );
  for (const { applicant, sum_sek, sek: amounts } of reduction.parts) {
    console.log(
      `  ${offer.applicants[applicant].name}: ${sum_sek} kr (solar ${amounts.solar_cells}, storage ${amounts.storage}, charging point ${amounts.charging_point})`,
    );
  }
  const page = await (await fetch(offer.public_url)).text();
  console.log(
    `The customer's page: ${offer.public_url.replace(/i\/.*/, 'i/...')} "${/<h1[^>]*>([^<]*)/.exec(page)?.[1]}"`,
  );

  await call('PUT', '/offers/o-1/agreement/document', PDF);
  await call('POST', '/offers/o-1/agreement', { signees: SIGNEES });
  await until('/offers/o-1', ({ agreement }) => agreement.state === 'created');
  console.log(`The agreement is out for signature to ${SIGNEES.length} persons.`);
  const [documentId] = scrive.agreements.keys();
  for (const [i, { name }] of SIGNEES.entries()) {
    scrive.sign(documentId, i);
    await scrive.sendHook(documentId);
    const seen = await until(
      '/offers/o-1',
      ({ agreement }) => agreement.signees[i].status === 'signed',
    );
    console.log(`${name} has signed: the agreement is ${seen.agreement.state}.`);
  }
  const signed = await until('/offers/o-1', ({ documents }) =>
    documents.some(({ kind }: { kind: string }) => kind === 'signed'),
  );
  const document = signed.documents.find(({ kind }: { kind: string }) => kind === 'signed');
  console.log(
    `The signed document is here: ${document.bytes} bytes, SHA-256 ${document.sha256.slice(0, 16)}...`,
  );

  await invoiceRefused();
  await until('/offers/o-1', ({ invoice }) => invoice?.state === 'created');
  const [invoice] = fortnox.invoices;
  console.log(
    `The accounting system has the invoice ${invoice.DocumentNumber} over ${invoice.Total} kr as a draft:`,
  );
  for (const { Description, Price, HouseWorkType } of invoice.InvoiceRows) {
    console.log(`  ${Description}: ${Price} kr, ${HouseWorkType ?? 'no house work'}`);
  }
  for (const { CustomerName, AskedAmount } of fortnox.reductions) {
    console.log(`  Reduction asked for by ${CustomerName}: ${AskedAmount} kr`);
  }
  await pay();
}

/** Asks for an invoice with a unit that the company has not registered yet, and repairs it at the inbox. */
async function invoiceRefused(): Promise<void> {
  const { units } = fortnox.company;
  units.splice(units.indexOf('st'), 1);
  await call('POST', '/offers/o-1/invoice');
  const { invoice } = await until('/offers/o-1', ({ invoice }) => invoice?.state === 'failed');
  console.log(`The invoice is refused: ${invoice.error}`);
  await until('/status', ({ tasks }) => tasks.failed === 1);
  console.log(`  The accounting system's own words, which the inbox shows: "${invoice.words}"`);
  units.push('st');
  const { kind, subject } = await call('POST', '/tasks/invoice.create/o-1/retry');
  console.log(`  The unit is registered, and ${kind}/${subject} is tried again.`);
}

/** The customer pays, which the accounting system shows when it is read again. */
async function pay(): Promise<void> {
  fortnox.invoices[0].FinalPayDate = PAID_ON;
  await call('POST', '/tasks/invoice.watch/o-1/retry');
  const { invoice } = await until('/offers/o-1', ({ invoice }) => invoice.paid_on !== null);
  console.log(`The invoice was paid on ${invoice.paid_on}, as the accounting system has it.`);
}

function sek(ore: number): string {
  return `${ore / ORE_PER_SEK} kr`;
}

async function sendLead(): Promise<void> {
  const body = JSON.stringify(LEAD);
  const headers = signedHeaders(LEAD_SECRET, LEAD.reference, body);
  const url = `${baseUrl}/integrations/hooks/leads/solfirman`;
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`The lead was refused: ${await answer.text()}`);
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, which the OpenAPI document describes
type Answer = any;

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const isPdf = Buffer.isBuffer(body);
  const answer = await fetch(`${baseUrl}/integrations/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': isPdf ? 'application/pdf' : 'application/json',
    },
    ...(body === undefined ? {} : { body: isPdf ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

/** Repeats a GET until it holds, for half a minute at most. */
async function until(path: string, holds: (answer: Answer) => boolean): Promise<Answer> {
  for (let i = 0; i < 300; i++) {
    const answer = await call('GET', path);
    if (holds(answer)) return answer;
    await sleep(100);
  }
  const { tasks: open } = await call('GET', '/tasks');
  throw new Error(`${path} did not get there; the tasks: ${JSON.stringify(open)}`);
}

function organisation(): Organisation {
  return {
    id: 'solfirman',
    name: 'Solfirman AB',
    isActive: true,
    keys: [{ sha256: createHash('sha256').update(KEY).digest(), label: 'demo' }],
    leadSecrets: [LEAD_SECRET],
    crm: hubspotAccount(hubspot),
    accounting: fortnoxAccount(fortnox),
    signature: scriveAccount(scrive),
    taxSplit: 'per_started_cap',
    retentionYears: 7,
  };
}
