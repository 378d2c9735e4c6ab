import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { roundTo } from '#engine/round.ts';
import { fill, formatNumber, nameCompass } from '../../messages/format.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { computeBatteryCostSek, computePanelCostSek } from '../house-verdict.ts';
import { countPanels, sumKwp } from '../state.ts';
import { NUMBERS } from '../url-state.ts';
import { usePage } from '../use-page.ts';
import { Later } from './later.tsx';
import { Roof } from './roof.tsx';
import { StateNumber } from './state-number.tsx';

/** Next to the answer there is place for all of the form. A phone opens one row at a time. */
export const IS_WIDE = matchMedia('(min-width: 960px)').matches;

interface RowProps {
  title: string;
  /** Settings of the fold in short. */
  summary: string;
  name: string;
  children: ComponentChildren;
}

function FormRow({ title, summary, name, children }: RowProps) {
  if (IS_WIDE)
    return (
      <fieldset class={`form-row ${name}`}>
        <legend class="hidden">{title}</legend>
        {children}
      </fieldset>
    );
  return (
    <details class={`form-row ${name}`} name="form">
      <summary>
        <b>{title}</b> <span class="soft">{summary}</span>
      </summary>
      {children}
    </details>
  );
}

/** The roof: direction, tilt and panels of each of its sides. */
export function RoofRow() {
  const { state, words } = usePage();
  const [first] = state.faces;
  const compass = nameCompass(words.compass, first.azimuth);
  const where =
    state.faces.length > 1
      ? fill(words.roofSides, { count: state.faces.length })
      : `${compass.charAt(0).toUpperCase()}${compass.slice(1)} · ${formatNumber(first.tilt, state.lang)}°`;
  const panels = countPanels(sumKwp(state.faces));
  const summary = `${where} · ${fill(words.panelsCount, { count: panels })}`;
  return (
    <FormRow name="roof" title={words.roof} summary={summary}>
      <Roof />
    </FormRow>
  );
}

/** The house's use, by two numbers or its meter, and what the grid costs. */
export function PowerRow() {
  const { state, change, earnings: words, meter } = usePage();
  const { meterBoughtKwh } = state;
  const hasUse = !meter && meterBoughtKwh === null;
  // It stays open while a file takes another's place.
  const [isMeterOpen, setMeterOpen] = useState(meter !== null);
  const [wasMeterOpened, setMeterOpened] = useState(meter !== null);
  const kwh = `${formatNumber(meterBoughtKwh ?? state.useKwh, state.lang)} kWh`;
  const car =
    hasUse && state.evKmPerDay > 0 ? ` + ${fill(words.carSummary, { km: state.evKmPerDay })}` : '';
  return (
    <FormRow name="house" title={words.power} summary={meter ? meter.name : kwh + car}>
      {hasUse && (
        <div class="pair">
          <StateNumber word="use" />
          <StateNumber word="ev" />
        </div>
      )}
      {hasUse && <p class="soft small">{words.useHint}</p>}
      {!meter && !hasUse && (
        <button type="button" onClick={() => change({ meterBoughtKwh: null, meterSoldKwh: null })}>
          {words.useInstead}
        </button>
      )}
      <details
        class="meter-fold"
        open={isMeterOpen}
        onToggle={({ currentTarget: { open } }) => {
          setMeterOpen(open);
          if (open) setMeterOpened(true);
        }}
      >
        <summary>{words.meter}</summary>
        {wasMeterOpened && <Later name="MeterInput" props={{}} />}
      </details>
      <GridFold />
    </FormRow>
  );
}

/** The fold of the grid's prices: open where the address names a price list, loaded when it is opened. */
function GridFold() {
  const { state, earnings: words, local } = usePage();
  const hasList = state.gridTariff !== null;
  // A list that the address names is shown. Later the reader opens and closes.
  const [isOpen] = useState(hasList);
  const [wasOpened, setOpened] = useState(hasList);
  const { answer: lists } = useAnswer(wasOpened ? state.lang : null, 0, async (lang) => {
    const texts = import('./market/market-texts.ts');
    const [{ translateList }, lists] = await Promise.all([texts, local.tariffs()]);
    return lists?.map((list) => translateList(list, lang)) ?? null;
  });
  const chosen = lists?.find(({ id }) => id === state.gridTariff);
  return (
    <details class="grid-fold" open={isOpen} onToggle={() => setOpened(true)}>
      <summary>
        {fill(words.gridOpen, { company: hasList ? (chosen?.company ?? '…') : words.gridNone })}
      </summary>
      {wasOpened && <Later name="GridPrices" props={{ lists }} />}
    </details>
  );
}

/**
 * Costs of panels and battery, installed.
 * @param sizeKwh size of the battery that is compared with the panels
 */
export function PricesRow({ sizeKwh }: { sizeKwh: number }) {
  const { state, change, earnings: words } = usePage();
  const panelSek = computePanelCostSek(state);
  const batterySek = computeBatteryCostSek(state, sizeKwh);
  const kwp = sumKwp(state.faces);
  const sek = (value: number) => formatNumber(value, state.lang);
  const summary = `${sek(panelSek)} + ${fill(words.sekUnit, { sek: sek(batterySek) })}`;
  const setBattery = (price: number) => {
    const perKwh = Math.floor(Math.max(0, price - state.batteryFixedSek) / sizeKwh);
    return { batterySekPerKwh: perKwh, batteryFixedSek: price - perKwh * sizeKwh };
  };
  return (
    <FormRow name="prices" title={words.pricesRow} summary={summary}>
      <div class="pair">
        <NumberField
          label={words.panelPrice}
          value={panelSek}
          min={0}
          max={NUMBERS.p.max * kwp}
          onNumber={(price, gesture) =>
            change({ panelSekPerKwp: roundTo(price / kwp, NUMBERS.p.decimals) }, gesture)
          }
        />
        <NumberField
          label={fill(words.batteryPrice, { size: sizeKwh })}
          value={batterySek}
          min={0}
          max={NUMBERS.bf.max}
          decimals={0}
          onNumber={(price, gesture) => change(setBattery(price), gesture)}
        />
      </div>
      <p class="soft small">{words.costHint}</p>
    </FormRow>
  );
}
