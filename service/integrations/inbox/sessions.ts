/**
 * Sessions of the repair inbox: a random name in the browser, its hash in the store, so that several processes know
 * it, a copy of the store opens none, and leaving ends it everywhere.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isKeyOver, type KnownKey } from '../organisations/keys.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { type Change, type Store, StoreUnavailable } from '../store/store.ts';

/** A session ends so long after its last page. */
const IDLE_MS = 15 * 60_000;
/** And so long after its login, whatever is done in it. */
const MOST_MS = 8 * 3_600_000;
/** The last page is noted once in this time: each note waits for the disk. */
const NOTED_MS = 60_000;
const SECRET_BYTES = 32;

/** The content of a session's cookie. */
export interface SessionName {
  org: string;
  secret: string;
}

const COOKIE = /^([a-z0-9-]{1,40})\.([\w-]{43})$/;

/** A new random secret, of a session or of a form before one. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Whether a text could be such a secret. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The session that a cookie names, whether there is one or not. Null if it is no session's. */
export function sessionNameOf(cookie: string): SessionName | null {
  const [, org, secret] = COOKIE.exec(cookie) ?? [];
  return org && secret ? { org, secret } : null;
}

/** Begins a session of a key. @returns the text of its cookie */
export async function beginSession(
  change: Change,
  { organisation, key }: KnownKey,
  now: Date,
): Promise<string> {
  const secret = newSecret();
  await change.query(
    `insert into inbox_session (org, id, key_sha256, began_at, at) values ($1, $2, $3, $4, $4)`,
    hashOf(secret),
    key.sha256.toString('hex'),
    now.toISOString(),
  );
  return `${organisation.id}.${secret}`;
}

/** Ends a session. */
export async function endSession(change: Change, { secret }: SessionName): Promise<void> {
  await change.query('delete from inbox_session where org = $1 and id = $2', hashOf(secret));
}

interface Row {
  key_sha256: string;
  began_at: string;
  at: string;
}

/**
 * The owner of a session. Null where it is over: by time, because somebody has left it, or because its key or its
 * organisation may no longer call.
 */
export async function ownerOfSession(
  { store, organisations }: { store: Store; organisations: { current: readonly Organisation[] } },
  { org, secret }: SessionName,
  now: Date,
): Promise<KnownKey | null> {
  const organisation = organisations.current.find(({ id }) => id === org);
  if (!organisation?.isActive) return null;
  const [row] = await store
    .of(org)
    .query<Row>(
      'select key_sha256, began_at, at from inbox_session where org = $1 and id = $2',
      hashOf(secret),
    );
  const key = organisation.keys.find(({ sha256 }) => sha256.toString('hex') === row?.key_sha256);
  if (!row || !key || isKeyOver(key, now) || isOver(row, now)) return null;
  if (now.getTime() - Date.parse(row.at) > NOTED_MS) await noteUse(store, { org, secret }, now);
  return { organisation, key };
}

function isOver({ began_at, at }: Row, now: Date): boolean {
  const nowMs = now.getTime();
  return nowMs - Date.parse(at) > IDLE_MS || nowMs - Date.parse(began_at) > MOST_MS;
}

/** Notes that the session is used; where the disk is full, reading goes on. */
async function noteUse(store: Store, { org, secret }: SessionName, now: Date): Promise<void> {
  try {
    await store.changeAll((all) =>
      all.query(
        'update inbox_session set at = $3 where org = $1 and id = $2',
        org,
        hashOf(secret),
        now.toISOString(),
      ),
    );
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
