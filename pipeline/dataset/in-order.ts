/** Tasks that are in work or whose results wait for their turn, per worker. */
const AHEAD = 2;

/** Keeps a few tasks in work and gives their results in the tasks' order. No task is in work any more when it ends. */
export async function* inOrder<Result>(
  tasks: Iterable<() => Promise<Result>>,
  workers: number,
): AsyncGenerator<Result, void> {
  const inWork: Promise<Result>[] = [];
  try {
    for (const begin of tasks) {
      const result = begin();
      // It is awaited in its turn; a failure before that must not count as unhandled.
      result.catch(() => {});
      inWork.push(result);
      if (inWork.length > workers * AHEAD) yield* inWork.splice(0, 1);
    }
    yield* inWork;
  } finally {
    await Promise.allSettled(inWork);
  }
}
