/** The understanding of files, to change and to accept. A script of its own, loaded with the first file. */
import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Choices, NO_CHOICES } from '#engine/meter/columns/choices.ts';
import type { KnownRoof } from '#engine/meter/year/roof-year.ts';
import { sum } from '#engine/statistics.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import type { Language } from '../../messages/messages.ts';
import type { CallRefused } from '../../ui/api.ts';
import { askWorker } from '../../ui/worker-calls.ts';
import { failedAnswer } from './failed-answer.ts';
import type { MeterAnswer, MeterJob, YearView } from './meter-answer.ts';
import { Columns } from './panel-columns.tsx';
import { Facts } from './panel-facts.tsx';
import { Preview, YearChart } from './panel-preview.tsx';
import words from './panel-words.json' with { type: 'json' };
import { WritingChoices } from './panel-writing.tsx';
import { writeMessage } from './write-message.ts';

/** A year that a person has accepted: 8760 Swedish clock hours. */
export interface AcceptedYear {
  kwh: Float64Array;
  soldKwh: Float64Array | null;
}

export interface MeterPanelProps {
  files: File[];
  lang: Language;
  /** Null for a house. */
  roof: KnownRoof | null;
  workerUrl: string;
  /** Takes the year. Null while none is accepted. */
  use(year: AcceptedYear | null): void;
  /** Says that the script that reads could not be loaded. */
  fail(): void;
}

/** Opens the panel of files in an element. @returns closes it */
export function openMeterPanel(element: Element, props: MeterPanelProps): () => void {
  render(null, element);
  render(<MeterPanel {...props} />, element);
  return () => render(null, element);
}

function MeterPanel({ files, lang, roof, workerUrl, use, fail }: MeterPanelProps) {
  const worker = useMemo(() => new Worker(workerUrl, { type: 'module' }), [workerUrl]);
  const ask = useMemo(() => askWorker<MeterJob, MeterAnswer>(worker), [worker]);
  const [choices, setChoices] = useState(NO_CHOICES);
  const [answer, setAnswer] = useState<MeterAnswer | null>(null);
  const [isAccepted, setAccepted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // Texts of questions that a person has said yes to.
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const line = useRef<HTMLElement>(null);
  const isSent = useRef(false);
  useEffect(() => () => worker.terminate(), [worker]);
  useEffect(() => {
    const job = { files: isSent.current ? null : files, roof, choices };
    isSent.current = true;
    ask(job).then(show, (error: CallRefused) => {
      if (error.code === 'unreachable') fail();
      else show(failedAnswer(error));
    });
  }, [choices]);
  const show = (found: MeterAnswer) => {
    setAnswer(found);
    if (found.problem) setOpen(true);
  };
  const change = (part: Partial<Choices>) => {
    setAccepted(false);
    use(null);
    setChoices({ ...choices, ...part });
  };
  const text = words[lang];
  if (!answer) return <p role="status">{text.reading}</p>;
  const { year, problem, columns, times, writing } = answer;
  const questions = (year?.questions ?? [])
    .map((question) => writeMessage(question, lang))
    .filter((question) => !confirmed.includes(question));
  const accept = ({ kwh, soldKwh }: YearView) => {
    setAccepted(true);
    setConfirmed([...confirmed, ...questions]);
    setOpen(false);
    line.current?.focus();
    use({ kwh, soldKwh });
  };
  return (
    <section class="meter-panel" aria-label={text.title}>
      <p role="alert" class="problem">
        {problem && writeMessage(problem, lang)}
      </p>
      {columns.length > 0 && (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary ref={line}>
            {year && `${writeTotals(year, roof !== null, lang)} `}
            <span class="soft">{text.change}</span>
          </summary>
          {year && <YearChart year={year} lang={lang} />}
          <Columns {...{ columns, choices, change, lang }} isRoof={roof !== null} />
          {writing && <WritingChoices {...{ writing, change, lang }} />}
          {year && <Facts {...{ year, lang }} hasTimes={times.length > 0} />}
          <Preview {...{ columns, times, lang }} />
          {year && (
            <ul class="small">
              {year.notes.map((note) => (
                <li key={writeMessage(note, lang)}>{writeMessage(note, lang)}</li>
              ))}
            </ul>
          )}
        </details>
      )}
      <div role="alert" class="problem">
        {questions.map((question) => (
          <p key={question}>{question}</p>
        ))}
      </div>
      {year && !isAccepted && (
        <button type="button" class="main" onClick={() => accept(year)}>
          {questions.length > 0 ? text.confirm : text.use}
        </button>
      )}
    </section>
  );
}

function writeTotals({ kwh, soldKwh }: YearView, isRoof: boolean, lang: Language): string {
  const text = words[lang];
  const values = {
    kwh: formatNumber(sum(kwh), lang),
    sold: formatNumber(sum(soldKwh ?? []), lang),
  };
  return fill(isRoof ? text.produced : soldKwh ? text.both : text.bought, values);
}
