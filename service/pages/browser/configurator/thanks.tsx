import { useEffect, useRef } from 'preact/hooks';
import type { ConfiguratorData } from '../../shared/configurator-data.ts';
import { fill } from '../../shared/text.ts';
import type { Receipt } from './lead-call.ts';

/** What the visitor is told when the seller has the request. */
export function Thanks({ words, receipt }: { words: ConfiguratorData['words']; receipt: Receipt }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {words.thanks}
      </h1>
      <p>{words.thanksText}</p>
      <p>{fill(words.reference, { reference: receipt.reference })}</p>
      {receipt.link && (
        <p>
          <a href={receipt.link} target="_blank" rel="noopener">
            {words.link}
          </a>
        </p>
      )}
    </>
  );
}
