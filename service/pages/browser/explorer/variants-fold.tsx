import { useLayoutEffect, useRef } from 'preact/hooks';
import { useScript } from './use-script.ts';
import type { VariantsProps } from './variants.tsx';

type Script = typeof import('./variants.tsx');

/** Keeps the page's roof and house as variant A; then both are compared by a script of its own. */
export function VariantsFold({ url, ...props }: VariantsProps & { url: string }) {
  const { state, change, earnings, words } = props;
  const room = useRef<HTMLDivElement>(null);
  const script = useScript<Script>(url, state.kept !== null);
  // In the same picture as the page around it.
  useLayoutEffect(() => {
    if (room.current && script && script !== 'failed') script.drawVariants(room.current, props);
  });
  return (
    <>
      {script === 'failed' && <p role="alert">{words.surroundingsFailed}</p>}
      <div ref={room} aria-busy={state.kept !== null && !script} />
      {!state.kept && (
        <p class="keep">
          <button type="button" onClick={() => change({ kept: state })}>
            {earnings.keepA}
          </button>
        </p>
      )}
    </>
  );
}
