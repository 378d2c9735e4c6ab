import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import Database from 'libsql';
import { migrate } from './migrations.ts';
import type { Sealer } from './seal.ts';
import {
  ownChange,
  ownStatements,
  placesOf,
  type Statements,
  type Store,
  StoreUnavailable,
  type Value,
} from './store.ts';

/** Nobody but the owner reads the file. */
const OWNER_ONLY = 0o600;

/** How long a change waits for another program that writes to the file, and how often it looks. */
const BUSY_MS = 5_000;
const LOOK_EVERY_MS = 20;
/** How long a read waits; the event loop waits with it. Readers are in nobody's way, so it is rare. */
const READ_BUSY_MS = 1_000;

/** Faults that pass: a full or failing disk, and another program that has the file. */
const PASSING = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN)|ENOSPC$|EDQUOT$)/;

/** Times that a log is tried to be emptied while another program reads it, LOOK_EVERY_MS apart: two seconds. */
const MOST_LOOKS = 100;

/**
 * The store in one file, for one process.
 * @throws Error when another process has the file, or it is no database
 */
export async function openSqlite(file: string, sealer: Sealer): Promise<Store> {
  mkdirSync(dirname(file), { recursive: true });
  const lock = lockFile(`${file}.lock`);
  closeSync(openSync(file, 'a', OWNER_ONLY));
  chmodSync(file, OWNER_ONLY);
  const log = await open(`${file}-wal`, 'a', OWNER_ONLY);
  const writing = connect(file);
  const reading = connect(file);
  // A change waits by itself, and lets reads go on.
  writing.run('pragma busy_timeout = 0');
  const { change, alone } = groupCommit(writing, () => log.datasync());
  await change(migrate);
  // A process that was killed leaves a log behind, and keys that were erased in it.
  await alone(() => emptyLog(writing));

  async function scrub(): Promise<void> {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      if (await alone(() => emptyLog(writing))) return;
      await sleep(LOOK_EVERY_MS);
    }
    throw new StoreUnavailable(`Another program reads ${file}: its log cannot be emptied.`);
  }

  return {
    isShared: false,
    of: (org) => ownStatements(reading, org, sealer),
    change: (org, work) => change(async (all) => work(await ownChange(all, org, sealer))),
    changeAll: change,
    scrub,
    async rewrite() {
      await alone(async () => writing.run('vacuum'));
      await scrub();
    },
    async close() {
      await change(async () => {});
      // Keys that were erased are not in the log any more: whoever reads the file now holds nothing up.
      await alone(() => emptyLog(writing));
      reading.close();
      writing.close();
      await log.close();
      closeSync(lock);
    },
  };
}

/** @returns the open file, which holds the lock until it is closed or the process ends */
function lockFile(path: string): number {
  const lock = openSync(path, 'a', OWNER_ONLY);
  if (tryLock(lock)) return lock;
  closeSync(lock);
  throw new Error(
    `${path} is held by another process: one file is for one process. Stop it, or set DATABASE_URL for several.`,
  );
}

interface Connection extends Statements {
  /** A statement without values. */
  run(sql: string): void;
  isInTransaction(): boolean;
  close(): void;
}

function connect(file: string): Connection {
  const db = new Database(file, { timeout: READ_BUSY_MS });
  db.pragma('journal_mode = WAL');
  // A commit is written to the log and synced in a thread: with FULL, all calls would wait for the disk.
  db.pragma('synchronous = NORMAL');
  // Zeros take the place of what is deleted or replaced.
  db.pragma('secure_delete = on');
  const prepared = new Map<string, { statement: Database.Statement<object>; places: number }>();

  /** libsql ends the whole process when a closed database is used. */
  function open(): Database.Database {
    if (db.open) return db;
    throw new StoreUnavailable('The store is closed.');
  }

  function prepare(sql: string) {
    const statement = db.prepare<object>(sql);
    const made = { statement, places: placesOf(sql) };
    prepared.set(sql, made);
    return made;
  }

  return {
    async query<Row>(sql: string, ...values: Value[]) {
      open();
      const { statement, places } = prepared.get(sql) ?? orUnavailable(() => prepare(sql));
      // A placeholder without a value would be null.
      if (places !== values.length) throw new Error(`${values.length} values for: ${sql}`);
      const named = Object.fromEntries(values.map((value, i) => [i + 1, value]));
      return orUnavailable(() => statement.all(named)).map(withBuffers) as Row[];
    },
    run: (sql) => void orUnavailable(() => open().exec(sql)),
    isInTransaction: () => db.open && db.inTransaction,
    close: () => void open().close(),
  };
}

/** @throws StoreUnavailable in the place of a fault that passes */
function orUnavailable<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw passing(error);
  }
}

/** The error, as the store's absence if it passes. */
function passing(error: unknown): unknown {
  const { code = '' } = Object(error);
  if (!PASSING.test(code)) return error;
  const message = `The store's file cannot be used: ${reasonOf(code)} (${code}).`;
  return new StoreUnavailable(message, { cause: error });
}

function reasonOf(code: string): string {
  if (/BUSY|LOCKED/.test(code)) return 'another program holds it';
  return /FULL|ENOSPC|EDQUOT/.test(code) ? 'its disk is full' : 'its disk fails';
}

/** Begins to write, as soon as no other program does. @throws StoreUnavailable */
async function begin(db: Connection): Promise<void> {
  const endMs = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return db.run('begin immediate');
    } catch (error) {
      const isBusy = error instanceof StoreUnavailable && /BUSY/.test(error.message);
      if (!isBusy || performance.now() >= endMs) throw error;
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Writes all of the log into the file and empties it. @returns false while another program or the disk is in the way */
async function emptyLog(db: Connection): Promise<boolean> {
  try {
    const [{ busy }] = await db.query<{ busy: number }>('pragma wal_checkpoint(truncate)');
    return busy === 0;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}

/** Blobs come as ArrayBuffer. */
function withBuffers(row: unknown): unknown {
  for (const [name, value] of Object.entries(Object(row))) {
    if (value instanceof ArrayBuffer) Object.assign(Object(row), { [name]: Buffer.from(value) });
  }
  return row;
}

interface Waiting {
  work(all: Statements): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Commits {
  change: Store['changeAll'];
  /** Runs work between commits. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Runs one change after the other; those that arrived while the last one was synced are committed together. On
 * a disk that takes 8 ms, 130 a second would be the most otherwise.
 * @param sync puts committed changes on disk
 */
function groupCommit(db: Connection, sync: () => Promise<void>): Commits {
  let waiting: Waiting[] = [];
  let running = Promise.resolve();

  async function commitWaiting(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const ends: (() => void)[] = [];
    try {
      await begin(db);
      for (const one of batch) ends.push(await runChange(db, one));
      db.run('commit');
      await sync();
    } catch (error) {
      if (db.isInTransaction()) db.run('rollback');
      for (const { reject } of batch) reject(passing(error));
      return;
    }
    for (const end of ends) end();
  }

  return {
    change: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) {
          // The commit waits for changes that arrive at the same time.
          setImmediate(() => {
            running = running.then(commitWaiting);
          });
        }
        waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
      }),
    alone(work) {
      const done = running.then(work);
      running = done.then(ignore, ignore);
      return done;
    },
  };
}

function ignore(): void {}

/**
 * Runs a change; if it fails, the others stay.
 * @returns the call to make once it is committed
 * @throws the fault that ended the whole transaction
 */
async function runChange(db: Connection, { work, resolve, reject }: Waiting): Promise<() => void> {
  db.run('savepoint one');
  try {
    const result = await work(db);
    db.run('release one');
    return () => resolve(result);
  } catch (error) {
    // A full disk rolls all of it back, the changes before this one, too.
    if (!db.isInTransaction()) throw error;
    db.run('rollback to one');
    db.run('release one');
    return () => reject(error);
  }
}
