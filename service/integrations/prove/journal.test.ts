import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { openJournal, remainingLines } from './journal.ts';

const CONTACT = { port: 'crm', kind: 'contact', key: 'a@example.com', id: null } as const;

test('another start of the command finds what the one before has noted', () => {
  const folder = testFolder();
  const file = join(folder, 'proof');
  const first = openJournal(file);
  assert.deepEqual(first.entries(), []);
  first.put(CONTACT);
  first.put({ ...CONTACT, kind: 'deal', key: 'prov-1' });
  first.put({ ...CONTACT, id: '101' });
  const second = openJournal(file);
  assert.deepEqual(remainingLines(second.entries()), [
    'crm: perhaps the deal that was being made (prov-1)',
    'crm: the contact 101 (a@example.com)',
  ]);
  second.drop({ kind: 'deal', key: 'prov-1' });
  second.drop(CONTACT);
  assert.deepEqual(openJournal(file).entries(), []);
  assert.deepEqual(readdirSync(folder), [], 'nothing stays behind');
});

test('a journal that cannot be written is told of before anything is made', () => {
  const file = join(testFolder(), 'proof');
  mkdirSync(`${file}.new`);
  assert.throws(() => openJournal(file).put(CONTACT), /EISDIR/);
  assert.ok(!existsSync(file));
});
