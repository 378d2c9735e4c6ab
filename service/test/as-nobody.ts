/** User id of nobody, who may not read root's files. Root may read everything, and tests often run as root. */
const NOBODY = 65_534;

/** Runs with the rights of a user to whom nothing belongs, where this process is root's. */
export async function asNobody<T>(run: () => T | Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}
