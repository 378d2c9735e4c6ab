import { fill } from '../shared/text.ts';
import { dayText, type PartProps } from './proposal-text.ts';

/** Where to go on: the explorer, another screen, the installer. */
export function Foot({ words, proposal }: PartProps) {
  const { brand, language, state, explorer, qr } = proposal;
  return (
    <section class="foot" aria-labelledby="explore">
      <div>
        <h2 id="explore">{words.goOn}</h2>
        <p>
          {words.exploreText} <a href={explorer}>{words.explore}</a>
        </p>
        {brand.phone && <p>{fill(words.questions, { brand: brand.title, phone: brand.phone })}</p>}
        <p class="soft note">
          {fill(words.calculatedBy, { date: dayText(new Date(1000 * state.exp), language) })}
        </p>
      </div>
      <figure class="qr">
        <svg
          role="img"
          aria-label={words.qr}
          viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
          shape-rendering="crispEdges"
          width="180"
          height="180"
        >
          <rect x="-4" y="-4" width={qr.size + 8} height={qr.size + 8} fill="#ffffff" />
          <path d={qr.path} fill="#000000" />
        </svg>
        <figcaption>{words.qrText}</figcaption>
      </figure>
    </section>
  );
}
