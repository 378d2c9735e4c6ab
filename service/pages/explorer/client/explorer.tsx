/** The explorer: a roof's place, its yield, and its earnings with a battery. */
import './explorer.css';
import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fill, formatNumber } from '../../messages/format.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { readPageData } from '../../ui/page-data.ts';
import type { Verdict } from '../../ui/script-data.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { AnswerColumn, type SeenRoof } from '../answer/answer-column.tsx';
import { Fold } from '../answer/fold.tsx';
import { writeVerdict } from '../answer/verdict.ts';
import type { ExplorerData, FirstHouse } from '../page-data.ts';
import type { ExplorerState } from '../state.ts';
import { type Page, PageContext } from '../use-page.ts';
import { startLocal } from '../worker/local-client.ts';
import type { RoofChance } from '../worker/roof-chance.ts';
import { IS_WIDE, PowerRow, PricesRow, RoofRow } from './form.tsx';
import { Later, LoadParts } from './later.tsx';
import { PlaceBox } from './place.tsx';
import { useDrawing } from './use-drawing.ts';
import { useFigures, useMatrix } from './use-figures.ts';
import { useFirst } from './use-first.ts';
import { useRoof } from './use-roof.ts';
import { useSettings, writeAddress } from './use-settings.ts';
import { useMonths, useRange } from './use-system.ts';

const page = readPageData<ExplorerData>();
const local = startLocal(page.localUrl, page.data);

const USUAL_BATTERY_KWH = 10;

/** A control at rest for so long is no longer moved, and its effects are computed more closely. */
const REST_MS = 350;

function Explorer({ lang, words, earnings, map, hasApi, reportUrl, dataset }: ExplorerData) {
  const [settings, dispatch] = useSettings(lang);
  const first = useFirst(page.first, settings.state);
  const view = useFigures(settings.state, settings.meter?.year ?? null, local, first.house);
  const { state, figures } = view;
  const context: Page = {
    ...{ ...settings, words, earnings, dataset, local, state, dispatch },
    meterWorkerUrl: page.meterWorkerUrl,
    change: (part, gesture) => dispatch({ state: part }, gesture),
  };
  const { answer: matrix, problem } = useMatrix(state, local, first.isAwake);
  const { roof, left } = useRoof(state, matrix, local, first);
  useEffect(() => {
    // Prices come before they are needed. Where they do not, the next figures say so.
    if (first.house && first.isAwake) local.spot(state).catch(() => {});
  }, [first.isAwake]);
  const range = useRange(view, local, first.house);
  const chance = useChance(state, first.house);
  const months = useMonths(view, local, first.house);
  const drawing = useDrawing({ state, words }, first.isFirst);
  // A sentence and its drawing are of one state, even if it is a previous one.
  const seen = useRef<SeenRoof | null>(null);
  if (roof && left) seen.current = { state, roof, left };
  const isSeenHere = seen.current?.state.lat === state.lat && seen.current.state.lng === state.lng;
  const verdict = figures && writeVerdict(figures.state, figures.verdict, earnings);
  const wasAnswered = useRef(false);
  wasAnswered.current ||= figures !== null || problem !== null;
  const country = map && <Later name="Country" props={{ map, view }} />;
  return (
    <PageContext.Provider value={context}>
      <div class="decide">
        <section class="panel form" aria-label={words.form}>
          <PlaceBox first={first.place} isSettled={figures !== null} />
          <RoofRow />
          <PowerRow />
          <PricesRow sizeKwh={figures?.verdict.battery?.kwh ?? USUAL_BATTERY_KWH} />
        </section>
        <AnswerColumn
          {...{ view, verdict, range, months, drawing, problem }}
          roof={isSeenHere ? seen.current : null}
          leftKwh={left?.yearKwh ?? null}
          day={figures && <Later name="TypicalDay" props={{ figures, isStale: view.isStale }} />}
          payback={figures && <Later name="PaybackTable" props={{ figures }} />}
          copy={
            <CopyButton
              class="main"
              text={() => location.href}
              copy={settings.meter ? words.copyLinkOfMeter : words.copyLink}
              copied={words.copiedLink}
            />
          }
        />
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
      {dataset && (
        <Fold class="panel fold log-fold" title={earnings.roofLog}>
          <Later name="RoofLog" props={{ usualLoss: dataset.usualLoss }} />
        </Fold>
      )}
      {view.spot && (
        <Fold class="panel fold rules" title={words.rules}>
          <Later name="Rules" props={{}} />
        </Fold>
      )}
      <Fold class="panel fold left-out" title={words.leftOut}>
        <Later name="LeftOut" props={{ spot: view.spot }} />
      </Fold>
      {figures && hasApi && (
        <Fold class="panel fold code" title={earnings.code}>
          <Later name="Code" props={{ figures }} />
        </Fold>
      )}
      <p class="soft small sources">
        {dataset?.isClimatology &&
          fill(words.coarse, {
            percent: chance ? formatNumber(chance.datasetPct, lang) : '…',
          })}{' '}
        <a href={reportUrl}>{words.sources}</a>
      </p>
      <p class="small address">{`${location.origin}${location.pathname}${writeAddress(settings)}`}</p>
      {verdict && <Total verdict={verdict} />}
    </PageContext.Provider>
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

/** Finds how sure the yield of a roof is. Undefined until it is known, null where the dataset does not say. */
function useChance(
  state: ExplorerState,
  first: FirstHouse | undefined,
): RoofChance | null | undefined {
  const { lat, lng, faces, systemLossPct } = state;
  const roofState = useMemo(() => state, [lat, lng, faces, systemLossPct]);
  const { answer } = useAnswer(roofState, REST_MS, (roof) => local.chance(roof), first);
  return answer?.chance;
}

const root = document.querySelector('#explorer');
if (root)
  render(
    <LoadParts.Provider value={() => import('./parts.ts')}>
      <Explorer {...page} />
    </LoadParts.Provider>,
    root,
  );
