/** The explorer: a roof's place, its yield, and its earnings with a battery. */
import './explorer.css';
import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { BATTERY_YEARS } from '#engine/economy/cash-flow.ts';
import { fill, formatLoss, formatNumber } from '../../messages/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { readPageData } from '../../ui/page-data.ts';
import type { ExplorerData, Verdict } from '../../ui/script-data.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import type { Meter } from '../meter/meter-input.tsx';
import type { ExplorerState } from '../state.ts';
import { writeState } from '../url-state.ts';
import type { PlaceMatrix } from '../worker/local-calls.ts';
import { startLocal } from '../worker/local-client.ts';
import type { RoofChance } from '../worker/roof-chance.ts';
import { Economy } from './economy.tsx';
import { Fold } from './fold.tsx';
import { PowerRow, PricesRow, RoofRow } from './form.tsx';
import { Later } from './later.tsx';
import { Costs, describeProblem, Verdicts } from './money.tsx';
import { Months, type MonthsProps } from './months.tsx';
import { PlaceBox } from './place.tsx';
import { SureBar } from './sure-bar.tsx';
import { useAddress } from './use-address.ts';
import { type FiguresView, useFigures, useMatrix } from './use-figures.ts';
import { useLeftKwh } from './use-left-kwh.ts';
import { useMonths, useRange } from './use-system.ts';
import { writeVerdict } from './verdict.ts';
import { YieldFacts } from './yield-facts.tsx';

const page = readPageData<ExplorerData>();
const local = startLocal(page.localUrl, page.data);

const USUAL_BATTERY_KWH = 10;

/** What is not moved any more is looked at closer. */
const REST_MS = 350;

/** Effects that the figures leave out, the heaviest first. */
const LEFT_OUT = [
  'leftOut_horizon',
  'leftOut_snow',
  'leftOut_years',
  'leftOut_ageing',
  'leftOut_prices',
  'leftOut_income',
  'leftOut_minutes',
  'leftOut_tax',
  'leftOut_protection',
  'leftOut_interest',
  'leftOut_service',
] as const;

function Explorer({ lang, words, earnings, map, hasApi, ...urls }: ExplorerData) {
  const [state, change] = useAddress(lang);
  const [chosen, select] = useState(0);
  const [meter, setMeter] = useState<Meter | null>(null);
  const { matrix, usualLoss, problem } = useMatrix(state, local);
  const view = useFigures(state, meter?.year ?? null, local);
  const { figures, market } = view;
  const range = useRange(view, local);
  const { roof, left, leftKwh } = useLeftKwh(state, matrix, local);
  const chance = useChance(state);
  const months = useMonths(view, range.system, local);
  // A sentence and its drawing are of one state, even if it is a previous one.
  const seen = useRef<Omit<MonthsProps, 'stale' | 'house'> | null>(null);
  if (matrix && roof && left) seen.current = { state, change, words, matrix, roof, left };
  // The HTML's sentences stay until this state's own figures replace them, which say the same.
  const first = page.first?.query === writeState(state) ? page.first : null;
  const verdict = figures
    ? writeVerdict(figures.state, figures.systems, earnings)
    : (first?.earns ?? null);
  const selected = Math.min(chosen, state.faces.length - 1);
  const part = { state, change, words };
  const earningPart = { state, change, words: earnings };
  const roofPart = { ...part, selected, select };
  const isPending = !matrix && (!problem || problem.reason === 'slow');
  const meterPart = { ...earningPart, meter, setMeter, local, usualLoss, ...urls };
  const isOutside = problem?.reason === 'outside';
  return (
    <>
      <div class="decide">
        <section class="panel form" aria-label={words.form}>
          <PlaceBox {...part} isSettled={figures !== null} />
          <RoofRow {...roofPart} />
          <PowerRow {...{ ...meterPart, market }} isSettled={figures !== null} />
          <PricesRow {...earningPart} sizeKwh={sizeOf(view)} />
        </section>
        <div class="answer">
          {!isOutside && (
            <>
              <section class="verdict" aria-label={words.verdict}>
                {!verdict && (
                  <p class="yields">
                    {leftKwh === null
                      ? (first?.yields ?? (problem && !isPending ? '' : words.waiting))
                      : fill(words.roofGives, { kwh: formatNumber(leftKwh, lang) })}{' '}
                    {!problem && !view.problem && <span class="awaited">{earnings.computing}</span>}
                  </p>
                )}
                <Verdicts
                  {...{ view, verdict, change }}
                  words={earnings}
                  isExplained={problem !== null}
                />
              </section>
              <CopyButton
                class="main"
                text={() => location.href}
                copy={words.copyLink}
                copied={words.copiedLink}
              />
            </>
          )}
          <p role="alert" class="problem">
            {problem && describeProblem(problem, words.failed, earnings)}
          </p>
          {!isOutside && (
            <SureBar words={earnings} state={state} change={change} view={view} range={range} />
          )}
          {matrix && seen.current && (
            <Months {...seen.current} house={months} stale={left ? '' : earnings.stale} />
          )}
          {(isPending || (matrix && !seen.current)) && (
            <Skeleton name="months" title={words.yield} />
          )}
          <Costs words={earnings} view={view} />
        </div>
      </div>
      <Economy {...earningPart} />
      <Fold name="planes-fold" title={words.mapAndPlanes}>
        {matrix && roof && left && <YieldFacts {...{ state, words, matrix, roof, left, chance }} />}
        <div class="columns">
          {map && <Later name="PlaceOnMap" props={{ ...part, map }} failed={words.partFailed} />}
          {matrix && roof && (
            <Later
              name="PlaneMap"
              props={{ ...roofPart, matrix, roof }}
              failed={words.partFailed}
            />
          )}
        </div>
      </Fold>
      {!isOutside && (
        <Fold name="day-fold" title={earnings.day}>
          <Later
            name="DayOfHouse"
            props={{ words: earnings, view, local }}
            failed={words.partFailed}
          />
        </Fold>
      )}
      {usualLoss !== null && (
        <Fold name="log-fold" title={earnings.roofLog}>
          <Later name="RoofLog" props={{ ...meterPart, usualLoss }} failed={words.partFailed} />
        </Fold>
      )}
      <Fold name="left-out" title={words.leftOut}>
        <LeftOut words={earnings} year={market?.spotYear ?? null} state={state} />
        <p>
          {fill(words.leftOutText, {
            loss: matrix ? formatLoss(matrix.input.system_loss, lang) : '',
          })}
        </p>
        <p class="soft small attribution" lang="en">
          {matrix?.attribution}
        </p>
      </Fold>
      {figures && hasApi && (
        <Fold name="code" title={earnings.code}>
          <Later
            name="Code"
            props={{ lang, words: earnings, house: figures.house, local }}
            failed={words.partFailed}
          />
        </Fold>
      )}
      <p class="soft small sources">
        {matrix &&
          isClimatology(matrix) &&
          fill(words.coarse, { percent: percentOf(chance, lang) })}{' '}
        <a href={urls.reportUrl}>{words.sources}</a>
      </p>
      <p class="small address">{`${location.origin}${location.pathname}?${writeState(state)}`}</p>
      {verdict && <Total verdict={verdict} />}
    </>
  );
}

/** The repository's own dataset says in its sources that it is no raster data of PVGIS. */
function isClimatology({ dataset }: PlaceMatrix): boolean {
  return dataset.sources.some((source) => /climatology/i.test(source));
}

function percentOf(chance: RoofChance | null | 'pending', lang: ExplorerData['lang']): string {
  return chance && chance !== 'pending' ? formatNumber(chance.datasetPct, lang) : '…';
}

/** Size of the battery that is compared with the panels, kWh. */
function sizeOf({ figures }: FiguresView): number {
  return figures?.systems.both.battery?.cell.sizeKwh ?? USUAL_BATTERY_KWH;
}

interface LeftOutProps {
  words: ExplorerData['earnings'];
  /** Year of the prices. Null until they have come. */
  year: number | null;
  state: ExplorerState;
}

/** The list of effects that are not counted. */
function LeftOut({ words, year, state }: LeftOutProps) {
  const counted: Partial<Record<(typeof LEFT_OUT)[number], boolean>> = {
    leftOut_snow: state.snowPct !== null,
    leftOut_interest: state.interestPct > 0,
    leftOut_service: state.serviceSekPerYear > 0,
    leftOut_horizon: state.horizonDeg !== null || state.shadingPct !== null,
  };
  return (
    <ul>
      {LEFT_OUT.filter((name) => !counted[name]).map((name) => (
        <li key={name}>{fill(words[name], { year: year ?? '…', life: BATTERY_YEARS })}</li>
      ))}
    </ul>
  );
}

/** Holds the place of a pending part, so that the parts below do not move. */
function Skeleton({ name, title }: { name: string; title: string }) {
  return (
    <section class={`skeleton ${name}`} aria-label={title} aria-busy="true">
      <h2>{title}</h2>
    </section>
  );
}

/** The answer in short, in view on a phone while a row of the form is open and the answer is not. A screen reader has it above. */
function Total({ verdict: { word, options, decision } }: { verdict: Verdict }) {
  const [isAnswerSeen, setAnswerSeen] = useState(true);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setAnswerSeen(entry.isIntersecting));
    const answer = document.querySelector('.verdict');
    if (answer) observer.observe(answer);
    return () => observer.disconnect();
  }, []);
  const paid = options.find(({ isChosen }) => isChosen)?.paid;
  return (
    <p class="total" aria-hidden="true" hidden={isAnswerSeen}>
      <strong>{word || decision}</strong> <span>{paid}</span>
    </p>
  );
}

/** Finds how sure the yield of a roof is. Null where the dataset does not say. */
function useChance(state: ExplorerState): RoofChance | null | 'pending' {
  const { lat, lng, faces, systemLossPct } = state;
  const asked = useMemo(() => state, [lat, lng, faces, systemLossPct]);
  const { answer } = useAnswer(asked, REST_MS, (roof) => local.chance(roof));
  return answer ? answer.chance : 'pending';
}

const root = document.querySelector('#explorer');
if (root) render(<Explorer {...page} />, root);
