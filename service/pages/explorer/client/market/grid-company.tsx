import { useEffect } from 'preact/hooks';
import { unstatedOf } from '#engine/simulation/resolve/grid-tariff.ts';
import { swedishDay } from '#engine/swedish-day.ts';
import { isInForce } from '#engine/tariff/in-force.ts';
import areas from '../../../../../fixtures/market/grid-areas.json' with { type: 'json' };
import type { GridTariff } from '../../../../../schemas/types.ts';
import { fill, formatNumber } from '../../../messages/format.ts';
import type { Words } from '../../../messages/messages.ts';
import { type ExplorerState, FUSES_A } from '../../state.ts';
import { usePage } from '../../use-page.ts';

interface GridCompanyProps {
  /** All price lists. Null until they have come. */
  lists: GridTariff[] | null;
  /** The place's. Empty until it is known. */
  municipality: string;
}

/** The choice of the grid company's price list, with what it charges for power. */
export function GridCompany({ lists, municipality }: GridCompanyProps) {
  const { state, change, earnings: words } = usePage();
  const list = lists?.find(({ id }) => id === state.gridTariff) ?? null;
  useEffect(() => {
    // An address may name a list that has ended since.
    if (lists && state.gridTariff && !list) change({ gridTariff: null });
  }, [lists, state.gridTariff]);
  const day = swedishDay();
  const inForce = lists?.filter((one) => isInForce(one, day)) ?? [];
  const others = lists?.filter((one) => !inForce.includes(one)) ?? [];
  const proposed = proposedList(inForce, municipality);
  return (
    <>
      {proposed && !list && (
        <p class="small">
          {fill(words.gridNamed, { company: proposed.company })}{' '}
          <button type="button" class="plain" onClick={() => change({ gridTariff: proposed.id })}>
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
            {[...inForce, ...others].map((one) => (
              <option key={one.id} value={one.id}>
                {`${one.company}: ${one.product}${others.includes(one) ? ` (${words.gridNotInForce})` : ''}`}
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
          <p class="soft small">{describeList(list, words, state, day)}</p>
          {list.notes && <p class="soft small">{list.notes}</p>}
        </>
      )}
    </>
  );
}

/** The usual list of the company with grid in a municipality, preferably one that is known to be current. */
export function proposedList(
  inForce: readonly GridTariff[],
  municipality: string,
): GridTariff | undefined {
  const named = inForce.filter((one) => one.default && hasGridIn(one.company, municipality));
  return named.find(({ status }) => status === 'current') ?? named[0];
}

const AREAS: Map<string, { municipalities: string[] }> = new Map(Object.entries(areas));

/** Whether a company's area or its name has the municipality, as in "Göteborg Energi" and "Göteborgs stad". */
function hasGridIn(company: string, municipality: string): boolean {
  const name = omitGenitive(municipality.replace(/ (kommun|stad)$/, ''));
  const words = company.split(/[ ()]+/).flatMap((word) => [word, ...word.split('-')]);
  return [...words, ...(AREAS.get(company)?.municipalities ?? [])].some(
    (word) => omitGenitive(word) === name,
  );
}

function omitGenitive(name: string): string {
  return name.replace(/s$/, '');
}

/** Says what a list charges, when it is in force, what it does not state, and where it is from. */
export function describeList(
  list: GridTariff,
  words: Words['earnings'],
  { lang, fuseA }: Pick<ExplorerState, 'lang' | 'fuseA'>,
  day: string,
): string {
  const { grid_benefit, power, valid_from: from, valid_to: to, source, as_of, trust } = list;
  const charges = power.map(({ name, sek_per_kw_month }) =>
    fill(words.gridCharge, { name, sek: formatNumber(sek_per_kw_month, lang, 2) }),
  );
  return [
    charges.length > 0
      ? `${charges.join(', ')}.`.replace(/^./, (letter) => letter.toUpperCase())
      : words.gridNoPower,
    ...unstatedWords(unstatedOf(list, fuseA), words),
    grid_benefit
      ? fill(words.gridPays, { ore: formatNumber(grid_benefit.ore_per_kwh, lang, 1) })
      : words.gridNoBenefit,
    to ? fill(words.gridFromTo, { from, to }) : fill(words.gridFrom, { from }),
    isInForce(list, day) ? '' : words.gridOver,
    fill(words.gridSource, { source: source[0], trust, day: as_of }),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** Says which fees a list leaves open. All are included where it states them. */
function unstatedWords(unstated: readonly string[], words: Words['earnings']): string[] {
  if (unstated.every((field) => field === 'grid_benefit')) return [words.gridFeesStated];
  return [
    unstated.includes('energy_ore_per_kwh') ? words.gridNoEnergyFee : '',
    unstated.includes('fixed_sek_per_year') ? words.gridNoFixedFee : '',
    unstated.some((field) => field.includes('[')) ? words.gridAssumed : '',
  ];
}
