import { useId } from 'preact/hooks';
import { sumOf } from '../../../deduction/work-class.ts';
import type { SystemOffer } from '../../embedded/system.ts';
import { fill, written } from '../text.ts';
import type { StepProps } from './step.ts';
import type { Proposal } from './use-proposal.ts';

interface OfferProps extends StepProps {
  /** None while they are reckoned. */
  offers: readonly SystemOffer[] | null;
  proposal: Proposal;
  again(): void;
}

/** Three systems, each with what it costs, what is deducted and what it saves. */
export function OfferStep({ data, chosen, change, offers, proposal, again }: OfferProps) {
  const { words } = data;
  const name = useId();
  if (!offers) return <Fault data={data} proposal={proposal} again={again} />;
  return (
    <>
      <fieldset class="offers">
        <legend>{words.choose}</legend>
        {offers.map((offer) => (
          <div key={offer.kind} class="offer">
            <label class="chip">
              <input
                type="radio"
                name={name}
                checked={offer.kind === chosen.system}
                onChange={() => change({ system: offer.kind })}
              />
              <span>{words[offer.kind]}</span>
            </label>
            <Figures data={data} offer={offer} isWhole={offer.kind === chosen.system} />
          </div>
        ))}
      </fieldset>
      <details>
        <summary>{words.assumes}</summary>
        <p>{words.assumesText}</p>
      </details>
    </>
  );
}

function Fault({
  data: { words },
  proposal,
  again,
}: Pick<OfferProps, 'data' | 'proposal' | 'again'>) {
  const { fault, waitS } = proposal;
  if (fault === null) return <p role="status">{words.reckoning}</p>;
  if (fault === 'waiting') return <p role="status">{fill(words.waiting, { seconds: waitS })}</p>;
  return (
    <>
      <p role="alert">{fault === 'outside_coverage' ? words.outside : words.failed}</p>
      <button type="button" onClick={again}>
        {words.again}
      </button>
    </>
  );
}

interface FiguresProps {
  data: StepProps['data'];
  offer: SystemOffer;
  /** Whether how it comes about is shown, too. */
  isWhole: boolean;
}

type Row = [label: string, value: string, isPart?: boolean];

function Figures({ data: { words, language }, offer, isWhole }: FiguresProps) {
  const { deduction, batteryKwh, chargerCount } = offer;
  const sek = (amount: number) => fill(words.sek, { sek: written(amount, language) });
  const years = (count: number | null) =>
    count === null ? words.never : fill(words.years, { years: written(count, language, 1) });
  const { solar_cells, storage, charging_point } = deduction.amountsSek;
  const classes: [label: string, amountSek: number][] = [
    [words.deductionSolar, solar_cells],
    [words.deductionStorage, storage],
    [words.deductionCharging, charging_point],
  ];
  const how: Row[] = [
    [words.price, sek(offer.priceSek)],
    [words.deduction, sek(-deduction.claimedSek)],
    ...classes
      .filter(([, amountSek]) => amountSek > 0)
      .map(([label, amountSek]): Row => [label, sek(-amountSek), true]),
    ...deduction.parts.map(
      ({ applicant, sumSek }): Row => [
        fill(words.adult, { number: applicant + 1 }),
        sek(-sumSek),
        true,
      ],
    ),
  ];
  const rows: Row[] = [
    ...(isWhole ? how : []),
    [words.toPay, sek(offer.netSek)],
    [words.saving, sek(offer.savingSek)],
    [words.payback, years(offer.paybackYears)],
    [words.paybackWithout, years(offer.paybackYearsWithoutDeduction), true],
  ];
  const surplusSek = sumOf(deduction.surplusSek);
  return (
    <>
      {batteryKwh > 0 && (
        <p class="soft hint">
          {fill(words.batteryIs, { kwh: written(batteryKwh, language) })}
          {chargerCount > 0 && ` · ${fill(words.chargerIs, { count: chargerCount })}`}
        </p>
      )}
      <dl>
        {rows.map(([label, value, isPart]) => (
          <div key={label} class={isPart ? 'part' : ''}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {surplusSek > 0 && (
        <p class="soft hint">{fill(words.surplus, { sek: written(surplusSek, language) })}</p>
      )}
    </>
  );
}
