import { fill, formatLoss, formatNumber, listMonths } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import type { ExplorerState, PartProps } from '../state.ts';
import type { PlaceMatrix } from '../worker/local-calls.ts';
import { lessenChance, type RoofChance } from '../worker/roof-chance.ts';
import { drawMonthBars } from './charts/month-bars.ts';
import { type RoofYield, sumMonthsKwh } from './roof-yield.ts';

/** A month above this is written in MWh, or the sums would meet. */
const WIDEST_KWH = 9999;

export interface YieldProps extends PartProps<Words['explorer']> {
  /** Page of the dataset's sources. */
  reportUrl: string;
  matrix: PlaceMatrix;
  roof: RoofYield;
  /** The roof less snow, shade and horizon, as all figures count it. */
  left: RoofYield;
  /** The sentence that says that all this belongs to a previous state. Empty for the present one. */
  former: string;
  /** Null where the dataset does not say. */
  chance: RoofChance | null | 'on its way';
}

/** The roof's yield: the year, next to the best plane, how sure it is, and the months by face. */
export function Yield({
  state,
  change,
  words,
  matrix,
  roof,
  left,
  former,
  chance,
  reportUrl,
}: YieldProps) {
  const { lang } = state;
  const best = matrix.optimal;
  const causes = listCauses(state, words);
  return (
    <section
      class={former ? 'panel yield former' : 'panel yield'}
      aria-busy={former !== ''}
      aria-labelledby="yield"
    >
      <h2 id="yield">{words.yield}</h2>
      {former && <p class="small former-note">{former}</p>}
      <p class="figure">
        <strong>{formatNumber(left.yearKwh, lang)}</strong> {words.kwhAYear}
      </p>
      <p>
        {fill(words.perKwp, { kwh: formatNumber(left.yearKwh / roof.kwp, lang) })}
        {' · '}
        {fill(causes ? words.ofBestFree : words.ofBest, {
          percent: formatNumber((100 * roof.yearKwh) / roof.kwp / best.annual_kwh_kwp, lang),
          tilt: best.tilt_deg,
          causes: causes ?? '',
        })}
      </p>
      {state.systemLossPct !== null && (
        <p>
          {fill(words.lossOwn, { loss: formatLoss(state.systemLossPct / 100, lang) })}{' '}
          <button type="button" onClick={() => change({ systemLossPct: null })}>
            {fill(words.lossUsual, { loss: formatLoss(matrix.model.system_loss_default, lang) })}
          </button>
        </p>
      )}
      {causes && <TakenLine {...{ state, words, roof, left, causes }} />}
      <ChanceLine state={state} words={words} roof={roof} left={left} chance={chance} />
      {isClimatology(matrix) && (
        <ClimatologyLine state={state} words={words} chance={chance} reportUrl={reportUrl} />
      )}
      <Months state={state} words={words} left={left} />
    </section>
  );
}

/** Says how sure the year is, snow, shade and horizon counted as the mean year has them. */
function ChanceLine({
  state: { lang },
  words,
  roof,
  left,
  chance,
}: Pick<YieldProps, 'state' | 'words' | 'roof' | 'left' | 'chance'>) {
  if (!chance) return null;
  if (chance === 'on its way') return <p>{fill(words.chance, { year: '…', mean: '…' })}</p>;
  const { yearKwh, meanKwh } = lessenChance(chance, 1 - left.yearKwh / roof.yearKwh);
  const figures = { year: formatNumber(yearKwh, lang), mean: formatNumber(meanKwh, lang) };
  return <p>{fill(words.chance, figures)}</p>;
}

/** Says that the sun is no measured one, and how far it may be from it. */
function ClimatologyLine({
  state: { lang },
  words,
  chance,
  reportUrl,
}: Pick<YieldProps, 'state' | 'words' | 'chance' | 'reportUrl'>) {
  const percent = chance === 'on its way' ? '…' : chance && formatNumber(chance.datasetPct, lang);
  return (
    <p>
      <a class="chip" href={reportUrl}>
        {words.climatology}
      </a>
      {percent && <span class="small"> {fill(words.climatologyError, { percent })}</span>}
    </p>
  );
}

/** Lists what lessens the roof's year, in words. Null for nothing. */
function listCauses(
  { lang, horizonDeg, shadingPct, snowPct }: ExplorerState,
  words: Words['explorer'],
): string | null {
  const causes = [
    horizonDeg && words.byHorizon,
    shadingPct && words.byShade,
    snowPct && words.bySnow,
  ].filter((cause) => cause !== null);
  return causes.length > 0 ? new Intl.ListFormat(lang).format(causes) : null;
}

/** Says what snow, shade and horizon take from the year. */
function TakenLine({
  state: { lang, horizonDeg, faces },
  words,
  roof,
  left,
  causes,
}: Pick<YieldProps, 'state' | 'words' | 'roof' | 'left'> & { causes: string }) {
  const kwh = roof.yearKwh - left.yearKwh;
  return (
    <p class="taken">
      {fill(words.taken, {
        causes,
        kwh: formatNumber(kwh, lang),
        percent: formatNumber((100 * kwh) / roof.yearKwh, lang, 1),
        free: formatNumber(roof.yearKwh, lang),
      })}
      {horizonDeg && faces.length > 1 && ` ${words.takenEvenly}`}
    </p>
  );
}

/** The repository's own dataset says in its sources that it is no raster data of PVGIS. */
function isClimatology({ dataset }: PlaceMatrix): boolean {
  return dataset.sources.some((source) => /climatology/i.test(source));
}

function Months({ state: { lang }, words, left }: Pick<YieldProps, 'state' | 'words' | 'left'>) {
  const months = listMonths(lang);
  const sums = sumMonthsKwh(left);
  const most = Math.max(...sums);
  const inMwh = most > WIDEST_KWH;
  const [best, least] = [most, Math.min(...sums)].map((kwh) => sums.indexOf(kwh));
  const picture = drawMonthBars({
    months,
    parts: left.monthsKwh,
    format: (kwh) => (inMwh ? formatNumber(kwh / 1000, lang, 1) : formatNumber(kwh, lang)),
    label: fill(words.months, {
      best: months[best],
      bestKwh: formatNumber(sums[best], lang),
      least: months[least],
      leastKwh: formatNumber(sums[least], lang),
    }),
  });
  return (
    <div class="months">
      <p class="soft small">{inMwh ? words.monthsUnitMwh : words.monthsUnit}</p>
      <div class="bars" dangerouslySetInnerHTML={{ __html: picture }} />
      <details>
        <summary>{words.table}</summary>
        <MonthTable months={months} sums={sums} words={words} roof={left} lang={lang} />
      </details>
    </div>
  );
}

interface MonthTableProps {
  months: string[];
  sums: number[];
  words: Words['explorer'];
  roof: RoofYield;
  lang: ExplorerState['lang'];
}

function MonthTable({ months, sums, words, roof, lang }: MonthTableProps) {
  const faces = roof.monthsKwh;
  const hasSum = faces.length > 1;
  const cells = (ofFace: (face: number) => number, sum: number) => (
    <>
      {faces.map((_, face) => (
        <td key={face}>{formatNumber(ofFace(face), lang)}</td>
      ))}
      {hasSum && <td>{formatNumber(sum, lang)}</td>}
    </>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: many faces scroll sideways
    <section class="wide" tabIndex={0} aria-label={words.monthsTable}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.month}</th>
            {faces.map((_, face) => (
              <th key={face} scope="col">
                {fill(words.face, { number: face + 1 })}
              </th>
            ))}
            {hasSum && <th scope="col">{words.sum}</th>}
          </tr>
        </thead>
        <tbody>
          {months.map((name, month) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells((face) => faces[face][month], sums[month])}
            </tr>
          ))}
          <tr>
            <th scope="row">{words.year}</th>
            {cells((face) => roof.yearsKwh[face], roof.yearKwh)}
          </tr>
        </tbody>
      </table>
    </section>
  );
}
