import { fill, formatNumber } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import type { ExplorerState } from '../state.ts';
import { type Meter, usePage } from '../use-page.ts';
import { FileInput } from './file-input.tsx';

/** Reads a meter's files, which are sent nowhere but as hours of a calculation. */
export function MeterInput() {
  const { state, earnings: words, meter, dispatch, meterWorkerUrl } = usePage();
  return (
    <FileInput
      words={words}
      meterWorkerUrl={meterWorkerUrl}
      lang={state.lang}
      name="meter"
      legend={words.meter}
      hint={words.meterHint}
      readRoof={null}
      take={(year) =>
        dispatch({
          meter: year && {
            name: year.name,
            year: { importKwh: year.kwh, exportKwh: year.soldKwh },
          },
        })
      }
    >
      {meter && <p>{describeMeter(meter, words, state.lang)}</p>}
    </FileInput>
  );
}

function describeMeter(
  { name, year }: Meter,
  words: Words['earnings'],
  lang: ExplorerState['lang'],
): string {
  const sum = (hours: Float64Array) =>
    formatNumber(
      hours.reduce((all, kwh) => all + kwh, 0),
      lang,
    );
  const kwh = sum(year.importKwh);
  if (!year.exportKwh) return fill(words.meterRead, { name, kwh });
  return fill(words.meterBoth, { name, kwh, sold: sum(year.exportKwh) });
}
