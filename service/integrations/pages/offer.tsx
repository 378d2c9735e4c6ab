import { renderToString } from 'preact-render-to-string';
import { fill, formatNumber } from '../../pages/messages/format.ts';
import type { Words } from '../../pages/messages/messages.ts';
import { CostTable, type Row } from '../../pages/proposal/proposal-costs.tsx';
import { formatDay, formatShort } from '../../pages/proposal/proposal-text.ts';
import { LanguageLinks } from '../../pages/server/language-links.tsx';
import { Wide } from '../../pages/server/scrolling.tsx';
import type { OfferContent } from './offer-contract.ts';

/** An offer for its customer: price, deduction, the rest to pay, and how far signing is. */
export function renderOffer(words: Words['offer'], offer: OfferContent): string {
  const { language, brand, number, title, validUntil, paidOn, reductions, signing } = offer;
  const day = (date: string) => formatDay(new Date(`${date}T12:00:00Z`), language);
  const sek = (value: number) => fill(words.sek, { value: formatShort(value, language) });
  return renderToString(
    <>
      <header class="site letterhead">
        <p class="brand">{brand}</p>
        <LanguageLinks label={words.language} language={language} languages={offer.languages} />
      </header>
      <main id="main" class="page proposal" tabindex={-1}>
        <section class="verdict" aria-labelledby="verdict">
          <h1 id="verdict">{fill(words.heading, { number, title })}</h1>
          <p class="large">{fill(words[signing.state], { ...signing, brand })}</p>
          <p>{fill(words[`${signing.state}Next`], { brand })}</p>
          <p class="soft">{fill(words.from, { brand, date: day(validUntil) })}</p>
        </section>
        <section class="panel" aria-labelledby="costs">
          <h2 id="costs">{words.costs}</h2>
          <Wide labelledBy="costs">
            <CostTable rows={listRows(words, offer)} textOf={sek} />
          </Wide>
          {reductions.length > 0 && (
            <p class="soft note">{fill(words.preliminary, { date: day(paidOn) })}</p>
          )}
        </section>
      </main>
    </>,
  );
}

function listRows(words: Words['offer'], offer: OfferContent): Row[] {
  const { language, rows, sumSek, reductions, surplusSek, toPaySek } = offer;
  const classes = {
    solar_cells: words.solarCells,
    storage: words.storage,
    charging_point: words.chargingPoint,
  };
  return [
    ...rows.map(({ what, quantity, unit, sek }): Row => {
      const amount = formatNumber(quantity, language, quantity % 1 === 0 ? 0 : 3);
      return [fill(words.quantity, { what, quantity: amount, unit }), sek];
    }),
    [words.sum, sumSek, 'total'],
    ...reductions.map(({ workClass, sek }): Row => {
      return [fill(words.deduction, { what: classes[workClass] }), -sek];
    }),
    ...(surplusSek > 0 ? [[words.overCap, surplusSek] satisfies Row] : []),
    [words.toPay, toPaySek, 'total'],
  ];
}
