/** Gives the result of the first way that works. @throws the error of the first way, when none does */
export async function firstOf<Result>(ways: readonly (() => Promise<Result>)[]): Promise<Result> {
  const errors: unknown[] = [];
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      errors.push(error);
    }
  }
  throw errors[0];
}
