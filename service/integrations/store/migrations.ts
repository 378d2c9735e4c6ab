import type { Statements } from './store.ts';

/** Nobody looked whether an invoice is paid: those that are there are looked at from here on. */
export const WATCH_INVOICES = `insert into task
    (org, kind, subject, wanted, done, attempts, run_at, lease_until, state)
  select org, 'invoice.watch', subject, 1, 0, 0, '2026-11-24T00:00:00.000Z', '', 'open' from link
  where kind = 'invoice';
insert into lane (org, kind, paused_until, served_at)
  select distinct org, 'invoice.watch', '', '' from link where kind = 'invoice'`;

/**
 * The tables, forward only: a released text is never edited, a change is a new text at the end.
 * Each runs on both stores, statement by statement; the key of every table starts with the organisation.
 */
const MIGRATIONS: readonly string[] = [
  `create table organisation (org text primary key, seq bigint not null);

create table prospect (
  org text, id text, body text not null, source text not null, version integer not null, seq bigint not null,
  crm_state text not null, crm_hash text, crm_synced_at text, lead text,
  primary key (org, id));

create table offer (
  org text, id text, prospect_id text not null, slug text not null unique, body text not null, sealed text,
  state text not null, version integer not null, seq bigint not null, invoice text,
  primary key (org, id));
create index offer_seq on offer (org, seq);
create index offer_prospect on offer (org, prospect_id);

create table agreement (
  org text, id text, offer_id text not null, body text not null, sealed text, seq bigint not null,
  primary key (org, id));
create index agreement_offer on agreement (org, offer_id);

create table agreement_event (
  org text, agreement_id text, kind text, signee_id text, at text not null,
  primary key (org, agreement_id, kind, signee_id));

create table document (
  org text, offer_id text, id text, agreement_id text, kind text not null, version integer not null,
  sha256 text not null, bytes bigint not null, created_at text not null, content blob not null,
  primary key (org, offer_id, id));

create table link (
  org text, kind text, subject text, provider text, ref text not null,
  primary key (org, kind, subject, provider));

create table hook_seen (org text, id text, at text not null, primary key (org, id));
create index hook_seen_at on hook_seen (org, at);

create table task (
  org text, kind text, subject text, wanted bigint not null, done bigint not null, attempts integer not null,
  run_at text not null, lease_until text not null, state text not null, failing_since text, last_error text,
  primary key (org, kind, subject));
create index task_due on task (org, kind, run_at) where state = 'open' and wanted > done;

create table lane (
  org text, kind text, paused_until text not null, served_at text not null,
  primary key (org, kind))`,

  `create index task_state on task (org, run_at, state)`,

  `drop index task_state;
create index task_state on task (org, run_at, state, failing_since)`,

  `create table audit (
  org text, id text, seq bigint not null, key_label text not null, action text not null, subject text not null,
  calls integer not null, first_at text not null, at text not null,
  primary key (org, id));
create index audit_seq on audit (org, seq);
create index audit_at on audit (at)`,

  `alter table prospect add column held text;
create index prospect_held on prospect (org, seq) where held is not null;

create table lead_origin (
  org text, seq bigint, at text not null, near text, wide text, because text,
  primary key (org, seq));
create index lead_origin_near on lead_origin (org, near, at);
create index lead_origin_wide on lead_origin (org, wide, at) where because is null;
create index lead_origin_taken on lead_origin (org, at) where because is null;
create index lead_origin_at on lead_origin (at)`,

  `create table event (
  org text, seq bigint, kind text not null, subject text not null, at text not null, data text not null,
  primary key (org, seq));
create unique index event_subject on event (org, kind, subject);
create index event_at on event (at)`,

  // A document without an agreement is a version that was not sent out, from here on.
  `create index document_bytes on document (org, bytes);
update document set agreement_id = (
  select max(id) from agreement where agreement.org = document.org and agreement.offer_id = document.offer_id)
where agreement_id is null`,

  // What stands in the columns of persons is sealed by seal-plain.ts after this.
  `create table person (
  org text, prospect_id text, key_id text not null, sealed text not null,
  email_mac text, phone_mac text, reference_mac text,
  primary key (org, prospect_id));
create index person_email on person (org, email_mac) where email_mac is not null;
create index person_phone on person (org, phone_mac) where phone_mac is not null;
create index person_reference on person (org, reference_mac) where reference_mac is not null;

create table erasure (org text, key_id text, at text not null, primary key (org, key_id));

alter table prospect add column created_at text;
alter table prospect add column changed_at text;
create index prospect_seq on prospect (org, seq);
alter table offer add column changed_at text`,

  `alter table document add column offer_version integer;
alter table offer add column former text`,

  // One 404, one word that was not known or the end of the time to sign was an end for good: all that ended
  // without a signature is looked at once more.
  `update task set wanted = wanted + 1, state = 'open', run_at = '2026-11-24T00:00:00.000Z'
where kind = 'sign.refresh' and wanted = done and exists (
  select 1 from agreement join offer on offer.org = agreement.org and offer.id = agreement.offer_id
  where agreement.org = task.org and agreement.id = task.subject and offer.state = 'revoked')`,

  `alter table lane add column fault text;
alter table lane add column fault_since text;

create table call_window (org text, port text, starts text not null, primary key (org, port))`,

  `create table event_of_change (
  org text, seq bigint, n integer, kind text not null, subject text not null, once text not null, at text not null,
  data text not null,
  primary key (org, seq, n));
insert into event_of_change (org, seq, n, kind, subject, once, at, data)
  select org, seq, 0, kind, subject, '', at, data from event;
drop table event;
alter table event_of_change rename to event;
create unique index event_once on event (org, kind, subject, once);
create index event_at on event (at)`,

  `create table inbox_session (
  org text, id text, key_sha256 text not null, began_at text not null, at text not null,
  primary key (org, id))`,

  `alter table prospect add column crm_words text`,
  WATCH_INVOICES,

  `alter table task add column notice text;
drop index task_state;
create index task_state on task (org, run_at, state, failing_since, notice)`,
];

/** Notes that nothing stands in the store plainly: seal-plain.ts has no more to do. */
export async function markSealed(all: Statements): Promise<void> {
  await all.query(
    `insert into meta (name, value) values ('sealed', '1') on conflict (name) do nothing`,
  );
}

/** Brings the tables to the last text. @throws Error when a newer version of this program has been here */
export async function migrate(all: Statements): Promise<void> {
  await all.query('create table if not exists meta (name text primary key, value text not null)');
  const [row] = await all.query<{ value: string }>(`select value from meta where name = 'tables'`);
  const have = Number(row?.value ?? 0);
  if (have > MIGRATIONS.length) {
    throw new Error(
      `The store has the tables of version ${have}, this program knows ${MIGRATIONS.length}: start the newer program.`,
    );
  }
  if (have === MIGRATIONS.length) return;
  for (const text of MIGRATIONS.slice(have)) {
    for (const statement of text.split(';')) await all.query(statement);
  }
  await all.query(
    `insert into meta (name, value) values ('tables', $1)
     on conflict (name) do update set value = excluded.value`,
    String(MIGRATIONS.length),
  );
  // A new store has nothing that stands there plainly.
  if (have === 0) await markSealed(all);
}
