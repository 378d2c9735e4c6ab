/** A failure that may be gone the next time: cut or silent connection, 429, 5xx. */
export class TransientError extends Error {
  /** What the server asks to wait, ms. */
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
