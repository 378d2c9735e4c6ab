import { isUtf8 } from 'node:buffer';
import { COLUMNS_OF_TEXT } from './schema.ts';
import type { Statements } from './store.ts';

/** Rows that are read at a time. */
const ROWS = 500;

/**
 * Reads a store through, without the contents of documents. libsql ends the process at a text that is no UTF-8, whoever
 * reads it.
 * @throws Error naming the file, what is damaged, and what to do
 */
export async function refuseDamaged(all: Statements, file: string): Promise<void> {
  const [{ quick_check: found }] = await all.query<{ quick_check: string }>(
    'pragma quick_check(1)',
  );
  // Its first line names the database.
  if (found !== 'ok') throw damaged(file, found.split('\n').at(-1) ?? found);
  for (const [table, columns] of COLUMNS_OF_TEXT) {
    const last = await findNoText(all, table, columns);
    if (last !== null)
      throw damaged(file, `${table}, up to row ${last}, has a text that is no UTF-8`);
  }
}

/** The error about a file that cannot be used. */
export function damaged(file: string, what: string): Error {
  return new Error(
    `${file} is damaged, or no store: ${what}. Stop what else uses it, and put a backup in its place.`,
  );
}

/** The last row of the first group with a value that is no UTF-8. One value a group: each takes libsql microseconds. */
async function findNoText(
  all: Statements,
  table: string,
  columns: readonly string[],
): Promise<number | null> {
  const texts = columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `);
  const sql = `select count(*) as rows, max(row) as last, cast(group_concat(texts, ' ') as blob) as value from
    (select rowid as row, ${texts} as texts from ${table} where rowid > $1 order by rowid limit ${ROWS})`;
  for (let after = 0; ; ) {
    const [group] = await all.query<{ rows: number; last: number; value: Buffer | null }>(
      sql,
      after,
    );
    if (group.value && !isUtf8(group.value)) return group.last;
    if (group.rows < ROWS) return null;
    after = group.last;
  }
}
