import { renderToString } from 'preact-render-to-string';
import { BATTERY_YEARS } from '#engine/cash-flow.ts';
import { fill, formatHundreds, formatYears } from '../messages/format.ts';
import { type Language, type Words, wordsOf } from '../messages/messages.ts';
import { LanguageLinks } from '../server/language-links.tsx';
import { writeBatteryLine } from '../ui/battery-line.ts';
import { Assumptions } from './proposal-assumptions.tsx';
import { CashFlow } from './proposal-cash.tsx';
import { ChangesOfProposal } from './proposal-changes.tsx';
import { Batteries, Costs, Systems } from './proposal-costs.tsx';
import { Roof } from './proposal-roof.tsx';
import {
  describeSystem,
  formatDay,
  type PartProps,
  type Proposal,
  systemKey,
} from './proposal-text.ts';

/** Largest number of faces and batteries that is printed at full size. */
const ROWS_OF_A_SHEET = 12;

/** A proposal: the answer first, then its parts. Printed it is two pages. */
export function renderProposal(words: Words['proposal'], proposal: Proposal): string {
  const part = { words, proposal };
  const { faces, batteries } = proposal.state;
  const isCrowded = faces.length + batteries.length > ROWS_OF_A_SHEET;
  return renderToString(
    <>
      <Letterhead {...part} />
      <main id="main" class={isCrowded ? 'page proposal crowded' : 'page proposal'} tabindex={-1}>
        <Verdict {...part} />
        <ChangesOfProposal {...part} />
        <Roof {...part} />
        <Systems {...part} />
        <Batteries {...part} />
        <Costs {...part} />
        <CashFlow {...part} />
        <Assumptions {...part} />
        <Foot {...part} />
      </main>
    </>,
  );
}

/** The sender, and how long the proposal holds. */
function Letterhead({ words, proposal: { brand, language, languages, state } }: PartProps) {
  return (
    <header class="site letterhead">
      <p class="brand">
        {brand.logo ? <img src={brand.logo} alt={brand.title} height="40" /> : brand.title}
      </p>
      <p>
        {fill(words.validUntil, { date: formatDay(new Date(1000 * state.exp), language) })}
        {' · '}
        {fill(words.reference, { ref: state.ref })}
      </p>
      <LanguageLinks label={words.language} language={language} languages={languages} />
    </header>
  );
}

/** The first lines read: savings, price and when that is paid. */
function Verdict({ words, proposal }: PartProps) {
  const { brand, state, figures } = proposal;
  const { proposed } = figures;
  const heads = {
    solar: words.headSolar,
    battery: words.headBattery,
    charger: words.headCharger,
    chargerOnly: words.headChargerOnly,
  };
  const head = heads[systemKey(proposed)];
  return (
    <section class="verdict" aria-labelledby="verdict">
      <h1 id="verdict">
        {state.place ? fill(words.inPlace, { what: head, place: state.place }) : head}
      </h1>
      <p class="large">{describeVerdict({ words, proposal })}</p>
      <p>{describeEach({ words, proposal })}</p>
      <p class="soft">{fill(words.from, { brand: brand.title })}</p>
    </section>
  );
}

/** Says what the proposed system saves and costs, and when that is paid. */
export function describeVerdict({ words, proposal: { language, figures } }: PartProps): string {
  const { proposed } = figures;
  const system = describeSystem(words, proposed, language);
  const saves = proposed.savingSek > 0;
  const text = fill(saves ? words.verdictSaves : words.verdictCosts, {
    system,
    saving: formatHundreds(Math.abs(proposed.savingSek), language),
    net: formatHundreds(proposed.netSek, language),
  });
  return saves
    ? `${text} ${describePayback(words.verdictPays, words.verdictNever, proposed.paybackYears, language)}`
    : text;
}

/** Describes panels and battery apart, for a system with both. */
function describeEach({ words, proposal: { language, figures } }: PartProps): string {
  const { systems, proposed, battery } = figures;
  if (proposed.batteryKwh === 0 || !battery) return '';
  const [solar] = systems;
  const alone = describePayback(words.verdictSolar, '', solar.paybackYears, language);
  const { earnings } = wordsOf(language);
  return `${alone} ${writeBatteryLine(battery, BATTERY_YEARS, earnings, language)}`.trim();
}

function describePayback(
  pays: string,
  never: string,
  years: number | null,
  language: Language,
): string {
  if (years === null) return never;
  return fill(pays, { years: formatYears(years, language, 'sentence') });
}

/** The ways to go on: the explorer, another screen, the installer. */
function Foot({ words, proposal }: PartProps) {
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
          {fill(words.calculatedBy, { date: formatDay(new Date(1000 * state.exp), language) })}
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
