import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import Database from 'libsql';
import { migrate } from './migrations.ts';
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

/**
 * The store in one file, for one process.
 * @throws Error when another process has the file, or it is no database
 */
export async function openSqlite(file: string): Promise<Store> {
  mkdirSync(dirname(file), { recursive: true });
  const lock = lockFile(`${file}.lock`);
  closeSync(openSync(file, 'a', OWNER_ONLY));
  chmodSync(file, OWNER_ONLY);
  const log = await open(`${file}-wal`, 'a', OWNER_ONLY);
  const writing = connect(file);
  const reading = connect(file);
  const commits = groupCommit(writing, () => log.datasync());
  await commits(migrate);
  return {
    of: (org) => ownStatements(reading, org),
    change: (org, work) => commits(async (all) => work(await ownChange(all, org))),
    changeAll: commits,
    async close() {
      await commits(async () => {});
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
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  // A commit is written to the log and synced in a thread: with FULL, all calls would wait for the disk.
  db.pragma('synchronous = NORMAL');
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
      const { statement, places } = prepared.get(sql) ?? prepare(sql);
      // A placeholder without a value would be null.
      if (places !== values.length) throw new Error(`${values.length} values for: ${sql}`);
      const rows = statement.all(Object.fromEntries(values.map((value, i) => [i + 1, value])));
      return rows.map(withBuffers) as Row[];
    },
    run: (sql) => void open().exec(sql),
    isInTransaction: () => db.open && db.inTransaction,
    close: () => void open().close(),
  };
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

/**
 * Runs one change after the other; those that arrived while the last one was synced are committed together. On
 * a disk that takes 8 ms, 130 a second would be the most otherwise.
 * @param sync puts committed changes on disk
 */
function groupCommit(db: Connection, sync: () => Promise<void>): Store['changeAll'] {
  let waiting: Waiting[] = [];
  let running = Promise.resolve();

  async function commitWaiting(): Promise<void> {
    const batch = waiting;
    waiting = [];
    const ends: (() => void)[] = [];
    try {
      db.run('begin immediate');
      for (const one of batch) ends.push(await runChange(db, one));
      db.run('commit');
      await sync();
    } catch (error) {
      if (db.isInTransaction()) db.run('rollback');
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const end of ends) end();
  }

  return (work) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) {
        // The commit waits for changes that arrive at the same time.
        setImmediate(() => {
          running = running.then(commitWaiting);
        });
      }
      waiting.push({ work, resolve: resolve as Waiting['resolve'], reject });
    });
}

/** Runs a change; if it fails, the others stay. @returns the call to make once it is committed */
async function runChange(db: Connection, { work, resolve, reject }: Waiting): Promise<() => void> {
  db.run('savepoint one');
  try {
    const result = await work(db);
    db.run('release one');
    return () => resolve(result);
  } catch (error) {
    db.run('rollback to one');
    db.run('release one');
    return () => reject(error);
  }
}
