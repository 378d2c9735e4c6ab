import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface FoldProps {
  /** Its class. */
  name: string;
  title: string;
  children: ComponentChildren;
}

/** A closed part of the page, whose content is drawn when it is opened first. */
export function Fold({ name, title, children }: FoldProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details class={`panel fold ${name}`} onToggle={() => setOpened(true)}>
      <summary>{title}</summary>
      {wasOpened && children}
    </details>
  );
}
