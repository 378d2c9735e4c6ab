import type { SunError } from '../client.ts';

/** An answer as text, or what it was refused with in the API's form. @param Refused class of the refusals */
export async function answerText(
  answer: Promise<unknown>,
  Refused: typeof SunError,
): Promise<string> {
  try {
    return JSON.stringify(await answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code, message, field } = error;
    return JSON.stringify({ error: { code, message, ...(field === undefined ? {} : { field }) } });
  }
}
