import { fill } from '../shared/text.ts';
import type { ProposalOffer } from './contract.ts';
import { type Difference, Differences } from './differences-table.tsx';
import { describeSystem, formatSek, type PartProps } from './proposal-text.ts';

/** What has become of the proposal: the offer, what it changes, and the way to accept it there. */
export function OfferOfProposal({ words, proposal }: PartProps) {
  const { offer } = proposal;
  if (offer === null) return null;
  if (offer === 'unknown') return <p class="panel on-screen">{words.offerUnknown}</p>;
  const { number, signing, canAccept, href } = offer;
  return (
    <section class="panel on-screen" aria-labelledby="offer">
      <h2 id="offer">{fill(words.offerHeading, { number })}</h2>
      <p>{signing}</p>
      <Since words={words} proposal={proposal} offer={offer} />
      <p>
        <a href={href}>{canAccept ? words.offerAccept : words.offerRead}</a>
      </p>
    </section>
  );
}

function Since({ words, proposal, offer }: PartProps & { offer: ProposalOffer }) {
  const { language, figures } = proposal;
  const { proposed } = figures;
  const sek = (value: number) => formatSek(words, value, language);
  const rows: Difference[] = [
    [words.offerScope, describeSystem(words, proposed, language), offer.title],
    [words.sum, sek(proposed.priceSek), sek(offer.sumSek)],
    [words.toPay, sek(proposed.netSek), sek(offer.toPaySek)],
  ];
  return (
    <>
      <h3 id="since">{words.offerSince}</h3>
      <Differences
        labelledBy="since"
        before={words.offerProposal}
        now={words.offerNow}
        lines={rows}
      />
    </>
  );
}
