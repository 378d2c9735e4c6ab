import { useMemo, useState } from 'preact/hooks';
import {
  calibratedLoss,
  compareWithLog,
  type LogComparison,
  MAX_SYSTEM_LOSS,
} from '#engine/house/roof-log.ts';
import { sum } from '#engine/statistics.ts';
import { HOURS } from '../../../../schemas/codec/axes.ts';
import { fill, formatLoss, formatNumber, listMonths } from '../../messages/format.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { ValueTable } from '../answer/value-table.tsx';
import { type ExplorerState, sumKwp } from '../state.ts';
import { usePage } from '../use-page.ts';
import { readSystemLoss } from '../worker/requests.ts';
import { FileInput } from './file-input.tsx';

/** A factor this close to 1 changes nothing that is shown. */
const NEAR = 0.0005;

/**
 * Compares a roof's own log with what is computed for it. The file is sent nowhere.
 * @param usualLoss system loss of a roof that is not calibrated
 */
export function RoofLog({ usualLoss }: { usualLoss: number }) {
  const [log, setLog] = useState<{ name: string; kwh: Float64Array } | null>(null);
  const { state, earnings: words, local } = usePage();
  const { answer: hours } = useAnswer(state, 0, (roof) => local.hours(roof));
  const found = useMemo(() => hours && log && compareWithLog(hours, log.kwh), [hours, log]);
  const loss = readSystemLoss(state) ?? usualLoss;
  return (
    <FileInput
      name="roof-log"
      legend={words.roofLogFile}
      hint={words.roofLogHint}
      readRoof={async () => ({
        // Where no hours can come the page says so.
        calculatedKwh: (await local.hours(state).catch(() => null)) ?? new Float64Array(HOURS),
        kwp: sumKwp(state.faces),
      })}
      take={setLog}
    >
      {log && found && <Comparison found={found} name={log.name} loss={loss} />}
    </FileInput>
  );
}

/** Offers the losses that give the log's year, which the address then keeps. */
function Calibration({ factor, loss }: { factor: number; loss: number }) {
  const { state, change, earnings: words } = usePage();
  if (Math.abs(factor - 1) < NEAR) return null;
  const calibrated = calibratedLoss(loss, factor);
  const isPossible = calibrated >= 0 && calibrated <= MAX_SYSTEM_LOSS;
  if (!isPossible) return <p class="problem">{words.roofLogFar}</p>;
  return (
    <p>
      <button
        type="button"
        onClick={() => change({ systemLossPct: Math.round(1e4 * calibrated) / 100 })}
      >
        {fill(words.roofLogUse, { loss: formatLoss(calibrated, state.lang) })}
      </button>
    </p>
  );
}

interface ComparisonProps {
  found: LogComparison;
  /** The log's file. */
  name: string;
  /** The system loss that the roof is computed with. */
  loss: number;
}

function Comparison({ found, name, loss }: ComparisonProps) {
  const { state, earnings: words } = usePage();
  const { lang } = state;
  const { computedKwh, logKwh, factor, explained } = found;
  const percent = (part: number) =>
    Number.isNaN(part) ? '–' : formatNumber(100 * Math.max(0, part), lang);
  const format = (kwh: Float64Array) => Array.from(kwh, (value) => formatNumber(value, lang));
  const bias = Array.from(logKwh, (kwh, month) => formatBias(computedKwh[month], kwh, lang));
  return (
    <>
      <p>
        {fill(words.roofLogRead, {
          name,
          log: formatNumber(sum(logKwh), lang),
          kwh: formatNumber(sum(computedKwh), lang),
          factor: formatNumber(factor, lang, 3),
        })}
      </p>
      <Calibration factor={factor} loss={loss} />
      <p class="small">
        {fill(words.roofLogExplained, {
          months: percent(explained.months),
          days: percent(explained.meanDays),
          hours: percent(explained.hours),
        })}
      </p>
      <p class="soft small">{words.roofLogTable}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways on a phone */}
      <section class="wide" tabIndex={0} aria-label={words.roofLogTable}>
        <ValueTable
          head={words.roofLogMonth}
          rows={listMonths(lang)}
          columns={[
            [words.roofLogComputed, format(computedKwh)],
            [words.roofLogLogged, format(logKwh)],
            [words.roofLogBias, bias],
          ]}
        />
      </section>
    </>
  );
}

function formatBias(computedKwh: number, logKwh: number, lang: ExplorerState['lang']): string {
  if (logKwh === 0) return '–';
  const percent = Math.round(100 * (computedKwh / logKwh - 1)) + 0;
  return `${percent > 0 ? '+' : ''}${formatNumber(percent, lang)} %`;
}
