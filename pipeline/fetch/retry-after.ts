/**
 * Milliseconds that a Retry-After field asks to wait, given in seconds or as a date (RFC 9110,
 * 10.2.3); 0 when it is absent, in the past or unreadable.
 */
export function retryAfterMs(field: string | null, nowMs: number): number {
  const text = field?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const untilMs = Date.parse(text);
  return Number.isNaN(untilMs) ? 0 : Math.max(0, untilMs - nowMs);
}
