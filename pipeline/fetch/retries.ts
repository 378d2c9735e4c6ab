/** A failure that may be gone the next time: cut or silent connection, 429, 5xx. */
export class TransientError extends Error {
  /** Time that the server asks to wait, ms. */
  readonly waitMs: number;
  /** Bytes gained before it failed: a download that moves on is not given up. */
  readonly gainedBytes: number;

  constructor(
    message: string,
    more: { waitMs?: number; gainedBytes?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.waitMs = more.waitMs ?? 0;
    this.gainedBytes = more.gainedBytes ?? 0;
  }
}

/** Waits between attempts; no randomness, as one program asks and not a crowd. */
const WAITS_MS = [1000, 2000, 4000, 8000, 16_000];
/** A server that asks for more is left alone; the next run continues. */
const LONGEST_WAIT_MS = 10 * 60_000;
/** An attempt that brought this much counts as a success before its failure. */
const WORTHWHILE_BYTES = 1 << 20;

/**
 * Repeats work that fails with a TransientError: 1, 2, 4, 8, 16 s apart, or longer when the server
 * asks for it. Other errors pass through at once.
 * @param wait how to spend the time between two attempts
 * @throws Error after the sixth attempt in a row that got nowhere
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  wait: (ms: number) => Promise<void>,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      if (error.gainedBytes >= WORTHWHILE_BYTES) failures = 0;
      await wait(nextWaitMs(error, failures));
    }
  }
}

function nextWaitMs(error: TransientError, failures: number): number {
  const { waitMs, message } = error;
  if (failures >= WAITS_MS.length) {
    const attempts = WAITS_MS.length + 1;
    throw new Error(
      `${message} Gave up after ${attempts} attempts; run again to continue where it stopped.`,
      { cause: error },
    );
  }
  if (waitMs > LONGEST_WAIT_MS) {
    const seconds = Math.ceil(waitMs / 1000);
    throw new Error(
      `${message} The server asks to wait ${seconds} s; run again then to continue where it stopped.`,
      { cause: error },
    );
  }
  return Math.max(waitMs, WAITS_MS[failures]);
}
