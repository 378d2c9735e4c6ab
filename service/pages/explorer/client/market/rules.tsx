import type { MarketPart } from '../../../../../schemas/types.ts';
import { fill, formatNumber } from '../../../messages/format.ts';
import { computeLaterGainSek } from '../../house-verdict.ts';
import { SIZES_KWH } from '../../state.ts';
import { usePage } from '../../use-page.ts';
import allWords from './rules-words.json' with { type: 'json' };
import { type Market, useMarket } from './use-market.ts';

const DEDUCTIONS = ['solar_cells', 'storage', 'turnkey_share', 'cap'] as const;
const PRICES = [
  'energy_tax',
  'supplier_markup',
  'grid_fee',
  'vat',
  'grid_benefit',
  'export_fee',
] as const;

/** The rules and prices that the figures use, each with its value, date and source. */
export function Rules() {
  const { state } = usePage();
  const market = useMarket();
  if (!market) return null;
  const { deduction, tariff, translate } = market;
  const words = allWords[state.lang];
  const gains = SIZES_KWH.map((size) => [size, computeLaterGainSek(state, size)] as const)
    .filter(([, sek]) => sek > 0)
    .map(([size, sek]) => fill(words.gain, { size, sek: formatNumber(sek, state.lang) }));
  return (
    <>
      <p>
        {words.deductionNeeds}{' '}
        {gains.length > 0 && fill(words.otherYear, { gains: gains.join(', ') })}{' '}
        {words.excludingVat}
      </p>
      <ul>
        {DEDUCTIONS.map((name) => (
          <Rule key={name} name={name} part={deduction[name]} translate={translate} />
        ))}
        {PRICES.map((name) => (
          <Rule key={name} name={name} part={tariff[name]} translate={translate} />
        ))}
      </ul>
    </>
  );
}

interface RuleProps extends Pick<Market, 'translate'> {
  name: (typeof DEDUCTIONS)[number] | (typeof PRICES)[number];
  part: MarketPart;
}

function Rule({ name, part: { value, unit, as_of, trust, source }, translate }: RuleProps) {
  const { state } = usePage();
  const words = allWords[state.lang];
  const unitName = unit === 'SEK/person/year' ? words[unit] : unit;
  const decimals = Number.isInteger(value) ? 0 : 2;
  return (
    <li>
      {`${words[name]}: `}
      <b>{`${formatNumber(value, state.lang, decimals)} ${unitName}`}</b>{' '}
      <span class="soft small">
        {fill(words.source, { date: as_of, trust })} {translate(source)}
      </span>
    </li>
  );
}
