import { sum } from '#engine/statistics.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import { usePage } from '../use-page.ts';
import { FileInput } from './file-input.tsx';

/** Reads a meter's files, which are sent nowhere but as hours of a calculation. */
export function MeterInput() {
  const { state, earnings: words, meter, dispatch } = usePage();
  return (
    <FileInput
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
      {meter && (
        <p>
          {fill(meter.year.exportKwh ? words.meterBoth : words.meterRead, {
            name: meter.name,
            kwh: formatNumber(sum(meter.year.importKwh), state.lang),
            sold: formatNumber(sum(meter.year.exportKwh ?? []), state.lang),
          })}
        </p>
      )}
    </FileInput>
  );
}
