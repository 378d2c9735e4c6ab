import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface FoldProps {
  class?: string;
  title: string;
  children: ComponentChildren;
}

/** A closed part of the page, whose content is drawn when it is opened first. */
export function Fold({ title, children, ...rest }: FoldProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details {...rest} onToggle={() => setOpened(true)}>
      <summary>{title}</summary>
      {wasOpened && children}
    </details>
  );
}
