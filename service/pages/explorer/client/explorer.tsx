/** The explorer: a roof's place, its yield, and its earnings with a battery. */
import './explorer.css';
import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fill, formatNumber } from '../../messages/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { readPageData } from '../../ui/page-data.ts';
import type { ExplorerData, Verdict } from '../../ui/script-data.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { HousePicture } from '../house-picture.tsx';
import { type ExplorerState, isSunInMeter } from '../state.ts';
import { writeState } from '../url-state.ts';
import { type Page, PageContext } from '../use-page.ts';
import type { PlaceMatrix } from '../worker/local-calls.ts';
import { startLocal } from '../worker/local-client.ts';
import type { RoofChance } from '../worker/roof-chance.ts';
import { listFlows } from './flows.ts';
import { Fold } from './fold.tsx';
import { IS_WIDE, PowerRow, PricesRow, RoofRow } from './form.tsx';
import { Later } from './later.tsx';
import { Costs, describeProblem, Verdicts } from './money.tsx';
import { Months, type MonthsProps } from './months.tsx';
import { PlaceBox } from './place.tsx';
import { SureBar } from './sure-bar.tsx';
import { useDrawing } from './use-drawing.ts';
import { type FiguresView, useFigures, useMatrix } from './use-figures.ts';
import { useLeftKwh } from './use-left-kwh.ts';
import { useSettings, writeAddress } from './use-settings.ts';
import { useMonths, useRange } from './use-system.ts';
import { writeVerdict } from './verdict.ts';

const page = readPageData<ExplorerData>();
const local = startLocal(page.localUrl, page.data);

const USUAL_BATTERY_KWH = 10;

/** A control at rest for so long is no longer moved, and its effects are computed more closely. */
const REST_MS = 350;

function Explorer({ lang, words, earnings, map, hasApi, meterWorkerUrl, reportUrl }: ExplorerData) {
  const [settings, dispatch] = useSettings(lang);
  const view = useFigures(settings.state, settings.meter?.year ?? null, local);
  const { state, figures, market } = view;
  const texts = { words, earnings, local, meterWorkerUrl };
  const context: Page = {
    ...{ ...settings, ...texts, state, dispatch },
    change: (part, gesture) => dispatch({ state: part }, gesture),
  };
  const { matrix, usualLoss, problem } = useMatrix(state, local);
  const range = useRange(view, local);
  const { roof, left, leftKwh } = useLeftKwh(state, matrix, local);
  const chance = useChance(state);
  const { months, isCurrent } = useMonths(view, local);
  const uses = months?.[range.system?.batteryKwh ? 'both' : 'panels'] ?? null;
  // The HTML's sentences stay until this state's own figures replace them, which say the same.
  const first = page.first?.query === writeState(state) ? page.first : null;
  const drawing = useDrawing({ state, words }, first !== null);
  const picture = (
    <HousePicture
      {...{ state, words, drawing }}
      flows={figures && uses && listFlows(figures.verdict.chosen.savingSek, uses)}
      hasFlows={!isSunInMeter(state, settings.meter?.year ?? null)}
      isStale={months !== null && !isCurrent}
    />
  );
  // A sentence and its drawing are of one state, even if it is a previous one.
  const seen = useRef<Omit<MonthsProps, 'stale' | 'house'> | null>(null);
  if (matrix && roof && left) seen.current = { state, matrix, roof, left };
  const verdict = figures
    ? writeVerdict(figures.state, figures.verdict, earnings)
    : (first?.earns ?? null);
  const isPending = !matrix && (!problem || problem.reason === 'slow');
  const isOutside = problem?.reason === 'outside';
  const wasAnswered = useRef(false);
  wasAnswered.current ||= figures !== null || problem !== null;
  const country = map && <Later name="Country" props={{ map, view }} />;
  return (
    <PageContext.Provider value={context}>
      <div class="decide">
        <section class="panel form" aria-label={words.form}>
          <PlaceBox isSettled={figures !== null} />
          <RoofRow />
          <PowerRow market={market} />
          <PricesRow sizeKwh={sizeOf(view)} />
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
                <Verdicts {...{ view, verdict, picture }} isExplained={problem !== null} />
                {!verdict && picture}
              </section>
              <CopyButton
                class="main"
                text={() => location.href}
                copy={settings.meter ? words.copyLinkOfMeter : words.copyLink}
                copied={words.copiedLink}
              />
              <Fold class="panel fold day-fold" title={earnings.day}>
                <Later name="DayOfHouse" props={{ view }} />
              </Fold>
            </>
          )}
          <p role="alert" class="problem">
            {problem && describeProblem(problem, words.failed, earnings)}
          </p>
          {!isOutside && <SureBar view={view} range={range} />}
          {matrix && seen.current && (
            <Months {...seen.current} house={uses} stale={left ? '' : earnings.stale} />
          )}
          {(isPending || (matrix && !seen.current)) && (
            <Skeleton name="months" title={words.yield} />
          )}
          <Costs view={view} months={isCurrent ? months : null} />
        </div>
        {country && IS_WIDE && (
          <section class="panel country" aria-labelledby="country">
            <h2 id="country">{words.country}</h2>
            {wasAnswered.current && country}
          </section>
        )}
      </div>
      {country && !IS_WIDE && (
        <Fold class="panel fold country" title={words.country}>
          {country}
        </Fold>
      )}
      {figures && (
        <Fold class="panel fold quote" title={earnings.quote}>
          <Later name="Quote" props={{ figures }} />
        </Fold>
      )}
      <Fold class="panel fold economy" title={earnings.economy}>
        <Later name="Economy" props={{}} />
      </Fold>
      <Fold class="panel fold planes-fold" title={words.mapAndPlanes}>
        {matrix && roof && left && (
          <Later name="YieldFacts" props={{ matrix, roof, left, chance }} />
        )}
        {matrix && roof && <Later name="PlaneMap" props={{ matrix, roof }} />}
      </Fold>
      {usualLoss !== null && (
        <Fold class="panel fold log-fold" title={earnings.roofLog}>
          <Later name="RoofLog" props={{ usualLoss }} />
        </Fold>
      )}
      {market && (
        <Fold class="panel fold rules" title={words.rules}>
          <Later name="Rules" props={{ market }} />
        </Fold>
      )}
      <Fold class="panel fold left-out" title={words.leftOut}>
        <Later name="LeftOut" props={{ market, matrix }} />
      </Fold>
      {figures && hasApi && (
        <Fold class="panel fold code" title={earnings.code}>
          <Later name="Code" props={{ figures }} />
        </Fold>
      )}
      <p class="soft small sources">
        {matrix &&
          isClimatology(matrix) &&
          fill(words.coarse, { percent: percentOf(chance, lang) })}{' '}
        <a href={reportUrl}>{words.sources}</a>
      </p>
      <p class="small address">{`${location.origin}${location.pathname}${writeAddress(settings)}`}</p>
      {verdict && <Total verdict={verdict} />}
    </PageContext.Provider>
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
  return figures?.verdict.battery?.kwh ?? USUAL_BATTERY_KWH;
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
  const roofState = useMemo(() => state, [lat, lng, faces, systemLossPct]);
  const { answer } = useAnswer(roofState, REST_MS, (roof) => local.chance(roof));
  return answer ? answer.chance : 'pending';
}

const root = document.querySelector('#explorer');
if (root) render(<Explorer {...page} />, root);
