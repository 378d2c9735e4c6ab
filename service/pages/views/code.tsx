/** Code scrolls sideways in its place, and so takes the keyboard's focus. */
export function Code({ code, isLong = false }: { code: string; isLong?: boolean }) {
  return (
    <pre class={isLong ? 'long' : undefined} tabindex={0}>
      {code}
    </pre>
  );
}
