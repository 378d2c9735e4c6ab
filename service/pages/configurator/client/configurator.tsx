/** An installer's configurator: five steps from a place to a request for an offer. */
import './configurator.css';
import { type RefObject, render } from 'preact';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { catalogueEconomy, paidOn } from '#engine/economy/system.ts';
import { computeVerdict, type HouseSavings, type HouseVerdict } from '#engine/economy/verdict.ts';
import { fill } from '../../messages/format.ts';
import { readPageData } from '../../ui/page-data.ts';
import type { ConfiguratorData } from '../../ui/script-data.ts';
import { ContactStep, Thanks } from './contact-step.tsx';
import { HouseStep } from './house-step.tsx';
import { OfferStep } from './offer-step.tsx';
import { connectParent, type Parent } from './parent.ts';
import { RoofStep } from './roof-step.tsx';
import { type Chosen, type Decided, selectInputs } from './state.ts';
import { Total } from './total.tsx';
import { useProposal } from './use-proposal.ts';
import { useSending } from './use-sending.ts';
import { useStoredHouse } from './use-stored-house.ts';
import { WhereStep } from './where-step.tsx';

const data = readPageData<ConfiguratorData>();
const { steps, words } = data;
const THEMES: readonly unknown[] = ['light', 'dark', 'auto'];
const root = document.querySelector('#configurator');

/** Savings that have not been computed yet. */
const UNKNOWN: HouseSavings = { solarSek: 0, batteries: [] };

/** The system that is chosen until a visitor chooses another: the panels where no system is offered, or none pays. */
function suggestedKind(verdict: HouseVerdict | null): Decided['system'] {
  return (steps.includes('offer') && verdict?.suggested?.kind) || 'solar';
}

function Configurator() {
  const { chosen: own, change, begin, fillIn } = useStoredHouse(data);
  const [index, setIndex] = useState(0);
  const [tries, setTries] = useState(0);

  const step = steps[index];
  const inputs = selectInputs(own);
  const proposal = useProposal(data, inputs, step, tries);
  const { savings, annualKwh, problem } = proposal;
  const verdict = useMemo(() => {
    if (!inputs) return null;
    return computeVerdict(catalogueEconomy(data, inputs, paidOn(data)), savings ?? UNKNOWN);
  }, [own, savings]);
  const offers = savings && verdict;
  const visibleOffers = useLastOffers(offers, step);
  const shown = visibleOffers ?? verdict;
  const chosen: Decided = { ...own, system: own.system ?? suggestedKind(shown) };
  const offer = shown?.systems.find(({ kind }) => kind === chosen.system) ?? null;

  const parent = useParent(begin, fillIn);
  const { notice, setNotice, isSending, receipt, send, prepare } = useSending(data, chosen, parent);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    parent.current?.send('step', { name: step, index, of: steps.length });
    if (index > 0) heading.current?.focus();
    if (step === 'contact') prepare();
  }, [index]);
  // A notice is of a step and a place.
  useEffect(() => setNotice(''), [index, own.lat, own.lng]);
  useCalculated(parent, visibleOffers && offer, annualKwh, chosen);

  const next = () => {
    if (!inputs) return setNotice(words.needPlace);
    if (problem?.reason === 'outside') return setNotice(words.outside);
    if (step === 'contact') return send();
    setIndex(index + 1);
  };

  if (receipt) return <Thanks data={data} receipt={receipt} />;
  const stepProps = { data, chosen, change };
  const again = () => setTries(tries + 1);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <Head index={index} heading={heading} />
      {step === 'where' && <WhereStep {...stepProps} />}
      {step === 'roof' && <RoofStep {...stepProps} />}
      {step === 'house' && <HouseStep {...stepProps} />}
      {step === 'offer' && (
        <OfferStep
          {...stepProps}
          offers={visibleOffers}
          isStale={!offers}
          proposal={proposal}
          again={again}
        />
      )}
      {step === 'contact' && <ContactStep {...stepProps} />}
      <p role="alert">
        {notice || (step !== 'offer' && problem?.reason === 'outside' ? words.outside : '')}
      </p>
      <footer>
        {step !== 'where' && <Total {...{ data, chosen, offer, annualKwh }} />}
        <Buttons
          step={step}
          isSending={isSending}
          isWaiting={step === 'offer' && !offers}
          back={index > 0 ? () => setIndex(index - 1) : null}
        />
      </footer>
    </form>
  );
}

/** The visitor's progress. The heading takes the focus on a step. */
function Head({
  index,
  heading,
}: {
  index: number;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const step = steps[index];
  return (
    <>
      <p class="soft progress">
        {fill(words.stepOf, { title: data.title, step: index + 1, of: steps.length })}
      </p>
      <progress value={index + 1} max={steps.length} aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1}>
        {words[step]}
      </h1>
      {step === 'where' && <p>{words.description}</p>}
    </>
  );
}

interface ButtonsProps {
  step: (typeof steps)[number];
  isSending: boolean;
  isWaiting: boolean;
  /** Null on the first step, which has no step before. */
  back: (() => void) | null;
}

function Buttons({ step, isSending, isWaiting, back }: ButtonsProps) {
  return (
    <p class="buttons">
      {back && (
        <button type="button" onClick={back}>
          {words.back}
        </button>
      )}
      <button type="submit" class="main" disabled={isSending || isWaiting}>
        {step !== 'contact' ? words.next : isSending ? words.sending : words.send}
      </button>
    </p>
  );
}

/** Keeps the last offers while new ones are computed, as long as the visitor stays with them. */
function useLastOffers(offers: HouseVerdict | null, step: string) {
  const last = useRef<{ offers: HouseVerdict | null; step: string }>({ offers, step });
  if (offers || last.current.step !== step) last.current = { offers, step };
  return last.current.offers;
}

/** Connects to the page around, from the first drawing on. It may fill in what it knows, at the start and later. */
function useParent(start: (prefill: unknown) => void, fillIn: (prefill: unknown) => void) {
  const parent = useRef<Parent | null>(null);
  const begin = useCallback(() => {
    parent.current ??= connectParent([...data.origins, location.origin], {
      init({ locale, theme, prefill }) {
        if (THEMES.includes(theme)) document.documentElement.dataset.theme = String(theme);
        if ((locale === 'sv' || locale === 'en') && locale !== data.language) {
          const { theme: shown = 'light' } = document.documentElement.dataset;
          location.replace(`?l=${locale}&theme=${shown}`);
          return;
        }
        start(prefill);
      },
      prefill: fillIn,
      destroy: () => root && render(null, root),
    });
  }, []);
  useEffect(begin, [begin]);
  return parent;
}

/** Reports each new result to the page around. */
function useCalculated(
  parent: { current: Parent | null },
  offer: PricedSystem | null,
  annualKwh: number | null,
  { faces, panel }: Pick<Chosen, 'faces' | 'panel'>,
): void {
  const panels = faces.reduce((sum, { panel_count }) => sum + panel_count, 0);
  useEffect(() => {
    if (!offer || annualKwh === null) return;
    parent.current?.send('calculated', {
      kwp: (panels * data.panels[panel].watt) / 1000,
      annual_kwh: annualKwh,
      saving_sek: offer.savingSek,
      battery_kwh: offer.batteryKwh,
      price_sek: offer.netSek,
    });
  }, [parent, offer, annualKwh, panels, panel]);
}

if (root) render(<Configurator />, root);
