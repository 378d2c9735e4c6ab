import type { ComponentChildren } from 'preact';

/** What scrolls by itself where it is wider than its room, by keyboard too. */
export function Wide({
  labelledBy,
  children,
}: {
  labelledBy: string;
  children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the arrow keys.
    <section class="wide" aria-labelledby={labelledBy} tabIndex={0}>
      {children}
    </section>
  );
}
