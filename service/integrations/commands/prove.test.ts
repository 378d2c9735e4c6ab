import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { startFortnoxFake } from '../demo/fakes/fortnox-fake.ts';

const fortnox = await startFortnoxFake();
after(() => fortnox.close());

const file = join(testFolder(), 'organisations.json');
const { clientId, clientSecret, tenantId } = fortnox.credentials;
const accounting = {
  provider: 'fortnox',
  client_id: clientId,
  client_secret: { env: 'FORTNOX' },
  tenant_id: tenantId,
  base_url: fortnox.url,
  token_url: fortnox.url,
};
const organisation = {
  id: 'sol',
  name: 'Sol AB',
  subscription: 'active',
  api_keys_sha256: [],
  accounting,
};
writeFileSync(file, JSON.stringify({ organisations: [organisation] }));
const JOURNAL = `${file}.proof-sol`;

/** Runs the command as make does. @param onStart gets the process, to end it */
function run(confirm: string, onStart = (_: ChildProcess) => {}, more = {}) {
  const path = fileURLToPath(new URL('prove.ts', import.meta.url));
  const env = {
    ...process.env,
    ORGANISATIONS_FILE: file,
    BASE_URL: 'https://sun.example',
    FORTNOX: clientSecret,
    ...more,
  };
  const child = spawn(process.execPath, ['--import', 'tsx', path, 'sol', confirm], { env });
  onStart(child);
  return new Promise<{ code: number | null; text: string }>((resolve) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    child.stderr.on('data', (data) => {
      text += data;
    });
    child.on('close', (code) => resolve({ code, text }));
  });
}

/** Ends the process when it asks for an invoice, which is made and whose answer nobody reads. */
function endAtInvoice(signal: NodeJS.Signals) {
  return (child: ChildProcess) => {
    fortnox.refuses = ({ method, path }) => {
      if (method === 'POST' && path === '/3/invoices') child.kill(signal);
      return undefined;
    };
  };
}

test('without CONFIRM=yes the command makes nothing', async () => {
  for (const confirm of ['', 'y', 'sol']) {
    const { code, text } = await run(confirm);
    assert.equal(code, 0, text);
    assert.match(text, /dry run, which makes nothing/);
  }
  assert.deepEqual([fortnox.calls.length, existsSync(JOURNAL)], [0, false]);
});

test('killed halfway, the next start says what remains, and removes it', async () => {
  const killed = await run('yes', endAtInvoice('SIGKILL'));
  assert.equal(killed.code, null);
  fortnox.refuses = () => undefined;
  assert.equal(fortnox.invoices[0].Cancelled, false, 'it was made');
  const told = await run('');
  assert.match(told.text, /Still in the accounts:\n.*the customer 1 \(prov-\w+@example\.com\)/);
  assert.match(told.text, /accounting: perhaps the invoice that was being made \(prov-\w+-plain\)/);
  const whole = await run('yes');
  assert.match(whole.text, /ended halfway, and left:/);
  assert.equal(whole.code, 0, whole.text);
  assert.ok(fortnox.invoices.every(({ Cancelled }) => Cancelled));
  assert.ok(fortnox.customers.every(({ Active }) => Active === false));
  assert.equal(existsSync(JOURNAL), false);
});

test('ended by a signal, it says what remains before it goes', async () => {
  const { code, text } = await run('yes', endAtInvoice('SIGTERM'));
  fortnox.refuses = () => undefined;
  assert.equal(code, 143);
  assert.match(
    text,
    /Ended halfway\.\nStill in the accounts:\n.*the customer 3.*\n.*invoice .*prov-\w+-plain/,
  );
});

test('nothing is made where the journal cannot be written, or a setting is missing', async () => {
  const before = fortnox.calls.length;
  const { code, text } = await run('yes', undefined, { BASE_URL: '' });
  assert.equal(code, 1);
  assert.match(text, /^BASE_URL is not set, expected/);
  assert.equal(fortnox.calls.length, before);
});
