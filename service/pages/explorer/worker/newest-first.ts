/** Asks one question at a time. A question that waits gives way to the next. */
export function newestFirst<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer | null> {
  let isBusy = false;
  let waiting: { begin(): void; drop(): void } | null = null;
  return async (question) => {
    if (isBusy) {
      waiting?.drop();
      const isTurn = await new Promise<boolean>((resolve) => {
        waiting = { begin: () => resolve(true), drop: () => resolve(false) };
      });
      if (!isTurn) return null;
    }
    isBusy = true;
    try {
      return await ask(question);
    } finally {
      const next = waiting;
      waiting = null;
      isBusy = next !== null;
      next?.begin();
    }
  };
}
