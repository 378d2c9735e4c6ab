import { useEffect } from 'preact/hooks';
import type { GridTariff } from '../../../../schemas/types.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import { FUSES_A, type PartProps } from '../state.ts';

interface GridCompanyProps extends PartProps<Words['earnings']> {
  /** All price lists. Null until they have come. */
  lists: GridTariff[] | null;
  /** The place's. Empty until it is known. */
  municipality: string;
}

/** The choice of the grid company's price list, with what it charges for power. */
export function GridCompany({ lists, municipality, state, change, words }: GridCompanyProps) {
  const list = lists?.find(({ id }) => id === state.gridTariff) ?? null;
  useEffect(() => {
    // An address may name a list that has ended since.
    if (lists && state.gridTariff && !list) change({ gridTariff: null });
  }, [lists, state.gridTariff]);
  const named = lists?.find(
    ({ company, default: isUsual, status }) =>
      isUsual && status === 'current' && isNamedAfter(company, municipality),
  );
  return (
    <>
      {named && !list && (
        <p class="small">
          {fill(words.gridNamed, { company: named.company })}{' '}
          <button type="button" class="plain" onClick={() => change({ gridTariff: named.id })}>
            {words.gridUse}
          </button>
        </p>
      )}
      <p>
        <label>
          {words.gridCompany}{' '}
          <select
            value={state.gridTariff ?? ''}
            onChange={({ currentTarget: { value } }) => change({ gridTariff: value || null })}
          >
            <option value="">{words.gridNoCharge}</option>
            {lists?.map(({ id, company, product }) => (
              <option key={id} value={id}>
                {`${company}: ${product}`}
              </option>
            ))}
          </select>
        </label>
      </p>
      <p class="soft small">{words.gridHonest}</p>
      {list && (
        <>
          <label>
            {words.fuse}{' '}
            <select
              value={state.fuseA}
              onChange={({ currentTarget: { selectedIndex } }) =>
                change({ fuseA: FUSES_A[selectedIndex] })
              }
            >
              {FUSES_A.map((fuse) => (
                <option key={fuse} value={fuse}>
                  {`${fuse} A`}
                </option>
              ))}
            </select>
          </label>
          <p class="soft small">{describeList(list, words, state.lang)}</p>
        </>
      )}
    </>
  );
}

/** Whether a word of a company's name is the municipality's, as in "Göteborg Energi" and "Göteborgs stad". */
function isNamedAfter(company: string, municipality: string): boolean {
  const name = municipality.replace(/ (kommun|stad)$/, '');
  return company.split(' ').some((word) => omitGenitive(word) === omitGenitive(name));
}

function omitGenitive(name: string): string {
  return name.replace(/s$/, '');
}

function describeList(
  { power, as_of, trust }: GridTariff,
  words: Words['earnings'],
  lang: 'sv' | 'en',
): string {
  const charges = power.map(({ name, sek_per_kw_month }) =>
    fill(words.gridCharge, { name, sek: formatNumber(sek_per_kw_month, lang, 2) }),
  );
  const charged = charges.length > 0 ? charges.join(', ') : words.gridNoPower;
  return `${charged}. ${fill(words.published, { trust, day: as_of })}.`;
}
