import { fill, formatNumber } from '../shared/text.ts';
import type { Words } from '../shared/words.ts';
import type { OfferContent } from './contract.ts';
import { LanguageLinks } from './language-links.tsx';
import { OfferChanges } from './offer-changes.tsx';
import { CostTable, type Row } from './proposal-costs.tsx';
import { countDecimals, formatDay } from './proposal-text.ts';
import { Wide } from './scrolling.tsx';

/** An offer for its customer: price, deduction, the rest to pay, and how far signing is. */
export function OfferPage({ words, offer }: { words: Words['offer']; offer: OfferContent }) {
  const { language, brand, number, title, validUntil, paidOn, reductions, signing } = offer;
  const { accept, refused, changes } = offer;
  const day = (date: string) => formatDay(new Date(`${date}T12:00:00Z`), language);
  const sek = (value: number) =>
    fill(words.sek, { value: formatNumber(value, language, countDecimals(value)) });
  return (
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
          {refused && (
            <p class="refused" role="alert">
              {fill(words[refused], { brand })}
            </p>
          )}
          <p class="soft">{fill(words.from, { brand, date: day(validUntil) })}</p>
        </section>
        {changes && <OfferChanges words={words} language={language} changes={changes} />}
        <section class="panel" aria-labelledby="costs">
          <h2 id="costs">{words.costs}</h2>
          <Wide labelledBy="costs">
            <CostTable rows={listRows(words, offer)} textOf={sek} />
          </Wide>
          {reductions.length > 0 && (
            <p class="soft note">{fill(words.preliminary, { date: day(paidOn) })}</p>
          )}
        </section>
        {accept && <Accept words={words} brand={brand} accept={accept} />}
      </main>
    </>
  );
}

/** The way to the agreement: a form, without a script. */
function Accept({
  words,
  brand,
  accept: { action, version, token },
}: {
  words: Words['offer'];
  brand: string;
  accept: NonNullable<OfferContent['accept']>;
}) {
  return (
    <section class="panel accept" aria-labelledby="accept">
      <h2 id="accept">{words.accept}</h2>
      <p>{fill(words.acceptText, { brand })}</p>
      <form method="post" action={action}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="token" value={token} />
        <button type="submit" class="main">
          {words.acceptButton}
        </button>
      </form>
    </section>
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
