import type { ComponentChildren } from 'preact';
import { usePage } from '../use-page.ts';

interface StaleProps {
  isStale: boolean;
  children: ComponentChildren;
}

/** Figures of a house that has been changed since are said to be that house's, and drawn grey. */
export function Stale({ isStale, children }: StaleProps) {
  const { earnings: words } = usePage();
  return (
    <div class={isStale ? 'stale' : undefined} aria-busy={isStale}>
      {isStale && <p class="small stale-note">{words.stale}</p>}
      {children}
    </div>
  );
}
