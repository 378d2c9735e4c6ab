import type { Change } from './store.ts';

const KEPT_MS = 7 * 86_400_000;

/**
 * Notes a hook by its id, within the change that it makes.
 * @param now ISO UTC
 * @returns whether it comes for the first time in seven days
 */
export async function isNewHook(change: Change, id: string, now: string): Promise<boolean> {
  const forgottenAt = new Date(Date.parse(now) - KEPT_MS).toISOString();
  await change.query('delete from hook_seen where org = $1 and at < $2', forgottenAt);
  const rows = await change.query(
    'insert into hook_seen (org, id, at) values ($1, $2, $3) on conflict do nothing returning id',
    id,
    now,
  );
  return rows.length > 0;
}
