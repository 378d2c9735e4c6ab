import type { ComponentChildren } from 'preact';

/** A part that scrolls by itself where it is wider than its container, by keyboard too. */
export function Wide({
  labelledBy,
  children,
}: {
  labelledBy: string;
  children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of forms, and a section is a landmark too many.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the arrow keys.
    <div class="wide" role="group" aria-labelledby={labelledBy} tabIndex={0}>
      {children}
    </div>
  );
}

interface CodeProps {
  code: string;
  id?: string;
  /** A class of the style sheet. `long` code scrolls in its height, too. */
  className?: string;
}

/** Code scrolls sideways in its place, and so takes the keyboard's focus. */
export function Code({ code, id, className }: CodeProps) {
  return (
    <pre id={id} class={className} tabindex={0}>
      {code}
    </pre>
  );
}
