/** The tables. The key of every table starts with the organisation. */
import type { Encryption } from './encryption.ts';
import type { Statements } from './store.ts';

/** Version of the schema. Raise it with every change. */
const VERSION = 103;

const TABLES = `create table organisation (org text primary key, seq integer not null);

create table erasure (
  org text, id text, created_at text, at text not null, primary key (org, id, created_at));

create table prospect (
  org text, id text, body text not null, source text not null, version integer not null, seq integer not null,
  crm_state text not null, crm_hash text, crm_synced_at text, crm_words text, lead text,
  created_at text not null, changed_at text not null,
  primary key (org, id));
create index prospect_seq on prospect (org, seq);

create table offer (
  org text, id text, prospect_id text not null, slug text not null unique, body text not null,
  personal_numbers text,
  state text not null, version integer not null, seq integer not null, invoice text, changed_at text,
  primary key (org, id));
create index offer_seq on offer (org, seq);
create index offer_prospect on offer (org, prospect_id);

create table agreement (
  org text, id text, offer_id text not null, body text not null, personal_numbers text, seq integer not null,
  primary key (org, id));
create index agreement_offer on agreement (org, offer_id);

create table agreement_event (
  org text, agreement_id text, kind text, signee_id text, at text not null,
  primary key (org, agreement_id, kind, signee_id));

create table document (
  org text, offer_id text, id text, agreement_id text, kind text not null, version integer not null,
  sha256 text not null, bytes integer not null, created_at text not null, content blob not null,
  primary key (org, offer_id, id));

create table link (
  org text, kind text, subject text, provider text, ref text not null,
  primary key (org, kind, subject, provider));

create table hook_seen (org text, id text, at text not null, primary key (org, id));
create index hook_seen_at on hook_seen (org, at);

create table task (
  org text, kind text, subject text, requested integer not null, completed integer not null, attempts integer not null,
  run_at text not null, state text not null, failing_since text, last_error text, notice text,
  primary key (org, kind, subject));
create index task_due on task (org, kind, run_at) where state = 'open' and requested > completed;
create index task_state on task (org, run_at, state, failing_since, notice);

create table queue (
  org text, kind text, account text not null, paused_until text not null, served_at text not null, fault text, fault_since text,
  primary key (org, kind))`;

export const COLUMNS_OF_TEXT: readonly (readonly [table: string, columns: string[]])[] = Array.from(
  TABLES.matchAll(/create table (\w+) \(([^;]*)/g),
  ([, table, columns]) => [table, Array.from(columns.matchAll(/(\w+) text/g), ([, name]) => name)],
);

/** Creates the tables of a new store. @throws Error if another version of this program has written it */
export async function createTables(all: Statements, file: string): Promise<void> {
  await all.query('create table if not exists meta (name text primary key, value text not null)');
  const [row] = await all.query<{ value: string }>(`select value from meta where name = 'tables'`);
  if (Number(row?.value) === VERSION) return;
  if (row) {
    const whose = Number(row.value) < VERSION ? 'an older' : 'a newer';
    throw new Error(
      `${file} is the store of ${whose} version of this program (schema ${row.value}, expected ${VERSION}). Start that version, or set STORE_FILE to a new file.`,
    );
  }
  for (const statement of TABLES.split(';')) await all.query(statement);
  await all.query(`insert into meta (name, value) values ('tables', $1)`, String(VERSION));
}

const CHECK = 'meta|key_check';

/**
 * Checks that DATA_KEY has every key that the store was written with, by a stored value of each. Stores one of the
 * first key.
 * @throws Error if a key is missing
 */
export async function checkKeys(
  all: Statements,
  encryption: Encryption,
  file: string,
): Promise<void> {
  const rows = await all.query<{ value: string }>(
    `select value from meta where name like 'key_check%'`,
  );
  try {
    for (const { value } of rows) encryption.decrypt(value, CHECK);
  } catch {
    throw new Error(
      `DATA_KEY lacks a key that ${file} was written with. Set all of its keys, separated by commas, the newest first.`,
    );
  }
  await all.query(
    'insert into meta (name, value) values ($1, $2) on conflict do nothing',
    `key_check ${encryption.keyId}`,
    encryption.encrypt('', CHECK),
  );
}
