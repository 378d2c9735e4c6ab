import { useState } from 'preact/hooks';

interface CopyButtonProps {
  /** Gives the text, which may change. */
  text: () => string;
  copy: string;
  copied: string;
  class?: string;
}

/** Copies a text, and says so until there is another text to copy. */
export function CopyButton({ text, copy, copied, class: className }: CopyButtonProps) {
  const [last, setLast] = useState<string | null>(null);
  const write = async () => {
    const current = text();
    await navigator.clipboard.writeText(current);
    setLast(current);
  };
  return (
    <button type="button" class={className} aria-live="polite" onClick={write}>
      {last === text() ? copied : copy}
    </button>
  );
}
