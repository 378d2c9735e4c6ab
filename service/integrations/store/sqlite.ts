import {
  chmodSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';
import Database from 'libsql';
import { damaged, refuseDamaged } from './check-store.ts';
import type { Encryption } from './encryption.ts';
import { checkKeys, createTables } from './schema.ts';
import {
  ownChange,
  ownStatements,
  placeholdersOf,
  type Statements,
  type Store,
  StoreUnavailable,
  type Value,
} from './store.ts';

const OWNER_ONLY = 0o600;

/** How long, and how often, a change tries to begin while another program writes to the file. */
const BUSY_MS = 5_000;
const LOOK_EVERY_MS = 20;
/** How long a read waits, and the event loop with it. WAL readers rarely wait. */
const READ_BUSY_MS = 1_000;

/** Temporary faults: a full or failing disk, and another program that holds the file. */
const PASSING = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN)|ENOSPC$|EDQUOT$)/;

/** Least free space of a disk. With less, small changes succeed while others fail. */
const LEAST_FREE_BYTES = 1_000_000;

/** Tries to empty the log while another program reads it, LOOK_EVERY_MS apart: two seconds. */
const MOST_LOOKS = 100;

/**
 * Opens the store in one file, for one process.
 * @param path of the file, or a symbolic link to it
 * @throws Error when another process has the file, it is no database, or of another version
 */
export async function openStore(path: string, encryption: Encryption): Promise<Store> {
  mkdirSync(dirname(path), { recursive: true });
  const { file, inode } = makeFile(path);
  const lock = lockFile(`${file}.lock`);
  chmodSync(file, OWNER_ONLY);
  const writing = connect(file);
  const reading = connect(file);
  // A change waits without blocking the event loop.
  writing.run('pragma busy_timeout = 0');
  const inTurn = createTurns();
  /** Whether a change could not be written, and since then none with space for more. */
  let isRefusing = false;
  const change: Store['changeAll'] = (work) =>
    inTurn(async () => {
      refuseRemoved(file, inode);
      try {
        const result = await transaction(writing, work);
        isRefusing &&= !hasSpace(file);
        return result;
      } catch (error) {
        isRefusing ||= error instanceof StoreUnavailable;
        throw error;
      }
    });
  const closeAll = () => {
    reading.close();
    writing.close();
    closeSync(lock);
  };
  try {
    await change(async (all) => {
      await createTables(all, file);
      await refuseDamaged(all, file);
      await checkKeys(all, encryption, file);
    });
    // A killed process leaves a log behind, which may hold erased rows.
    await inTurn(() => emptyLog(writing));
  } catch (error) {
    closeAll();
    throw unusable(error, file);
  }

  return {
    of: (org) => ownStatements(reading, org, encryption),
    change: (org, work) => change(async (all) => work(await ownChange(all, org, encryption))),
    changeAll: change,
    async check() {
      refuseRemoved(file, inode);
      await reading.query('select name from meta limit 1');
      if (!isRefusing) return;
      await change((all) => all.query('update meta set name = name'));
      if (isRefusing) throw passing({ code: 'ENOSPC' });
    },
    async scrub() {
      for (let looks = 0; looks < MOST_LOOKS; looks++) {
        if (await inTurn(() => emptyLog(writing))) return;
        await sleep(LOOK_EVERY_MS);
      }
      throw new StoreUnavailable(`Another program reads ${file}: its log cannot be emptied.`);
    },
    async close() {
      await inTurn(() => emptyLog(writing));
      closeAll();
    },
  };
}

/** Creates the file if there is none, and resolves symbolic links: its log and its lock lie next to it. */
function makeFile(path: string): { file: string; inode: number } {
  const opened = openWritable(path);
  const { ino: inode } = fstatSync(opened);
  closeSync(opened);
  return { file: realpathSync(path), inode };
}

/** @throws Error naming the file when it cannot be written */
function openWritable(path: string): number {
  try {
    return openSync(path, 'a', OWNER_ONLY);
  } catch (cause) {
    const { code } = Object(cause);
    const message = `${path} cannot be read and written (${code}): set STORE_FILE to a file that can be.`;
    throw new Error(message, { cause });
  }
}

/** @throws StoreUnavailable if the file was removed or replaced: what is written now would be lost */
function refuseRemoved(file: string, inode: number): void {
  if (statSync(file, { throwIfNoEntry: false })?.ino === inode) return;
  throw new StoreUnavailable(
    `${file} was removed or replaced while this process has it open. Stop the process, put the file back, start it.`,
  );
}

/** Whether its disk has space for more than a small change. */
function hasSpace(file: string): boolean {
  const { bavail, bsize } = statfsSync(file);
  return bavail * bsize >= LEAST_FREE_BYTES;
}

/** Runs one piece of work after the other. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}

/** @returns the open file, which holds the lock until it is closed or the process ends */
function lockFile(path: string): number {
  const lock = openSync(path, 'a', OWNER_ONLY);
  if (tryLock(lock)) return lock;
  closeSync(lock);
  throw new Error(
    `${path} is held by another process: one file is for one process. Stop it first.`,
  );
}

interface Connection extends Statements {
  /** A statement without values. */
  run(sql: string): void;
  isInTransaction(): boolean;
  close(): void;
}

/** @throws Error naming a file that is no store */
function openDatabase(file: string): Database.Database {
  try {
    const db = new Database(file, { timeout: READ_BUSY_MS });
    db.pragma('journal_mode = WAL');
    // A commit is on disk when it returns.
    db.pragma('synchronous = FULL');
    // Deleted and replaced content is overwritten with zeros.
    db.pragma('secure_delete = on');
    return db;
  } catch (error) {
    throw unusable(error, file);
  }
}

/** The error with file and advice, if SQLite cannot read the file. */
function unusable(error: unknown, file: string): unknown {
  const { code = '', message } = Object(error);
  return /^SQLITE_/.test(code) && !PASSING.test(code) ? damaged(file, message) : error;
}

function connect(file: string): Connection {
  const db = openDatabase(file);
  const prepared = new Map<
    string,
    { statement: Database.Statement<object>; placeholders: number }
  >();

  /** libsql crashes the process if a closed database is used. */
  function open(): Database.Database {
    if (db.open) return db;
    throw new StoreUnavailable('The store is closed.');
  }

  function prepare(sql: string) {
    const statement = db.prepare<object>(sql);
    const made = { statement, placeholders: placeholdersOf(sql) };
    prepared.set(sql, made);
    return made;
  }

  return {
    async query<Row>(sql: string, ...values: Value[]) {
      open();
      const { statement, placeholders } = prepared.get(sql) ?? orUnavailable(() => prepare(sql));
      // A placeholder without a value would be null.
      if (placeholders !== values.length) throw new Error(`${values.length} values for: ${sql}`);
      const named = Object.fromEntries(values.map((value, i) => [i + 1, value]));
      return orUnavailable(() => statement.all(named)).map(withBuffers) as Row[];
    },
    run: (sql) => void orUnavailable(() => open().exec(sql)),
    isInTransaction: () => db.open && db.inTransaction,
    close: () => void open().close(),
  };
}

/** @throws StoreUnavailable for a temporary fault */
function orUnavailable<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw passing(error);
  }
}

/** The error, as StoreUnavailable if it is temporary. */
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

/** Begins a transaction once no other program writes. @throws StoreUnavailable */
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

/** Writes all of the log into the file and empties it. @returns false if another program or the disk prevents it */
async function emptyLog(db: Connection): Promise<boolean> {
  try {
    const [{ busy }] = await db.query<{ busy: number }>('pragma wal_checkpoint(truncate)');
    return busy === 0;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}

/** Turns blobs, which are ArrayBuffers, into Buffers. */
function withBuffers(row: unknown): unknown {
  for (const [name, value] of Object.entries(Object(row))) {
    if (value instanceof ArrayBuffer) Object.assign(Object(row), { [name]: Buffer.from(value) });
  }
  return row;
}

/** Runs a change as a whole: it is on disk when this returns, or nothing of it is. */
async function transaction<Result>(
  db: Connection,
  work: (all: Statements) => Promise<Result>,
): Promise<Result> {
  await begin(db);
  try {
    const result = await work(db);
    db.run('commit');
    return result;
  } catch (error) {
    // SQLite has rolled back already if the disk is full.
    if (db.isInTransaction()) db.run('rollback');
    throw passing(error);
  }
}
