import type { SimulationMarket } from '../../../../schemas/types.ts';
import type { PartProps } from '../../shared/state.ts';
import type { Words } from '../../shared/words.ts';
import { MeterInput, type MeterProps } from '../meter/meter-input.tsx';
import { HouseNumber } from './house-number.tsx';
import { Prices } from './prices.tsx';

interface HouseProps extends PartProps<Words['earnings']>, MeterProps {
  /** Null until it has come. */
  market: SimulationMarket | null;
}

/** What the house uses and pays. */
export function House(props: HouseProps) {
  const { state, change, words, market, meter } = props;
  const part = { state, change, words };
  return (
    <section class="panel house" aria-labelledby="house">
      <h2 id="house">{words.house}</h2>
      {!meter && (
        <>
          <HouseNumber {...part} word="use" />
          <p class="soft small">{words.useHint}</p>
          <HouseNumber {...part} word="ev" />
        </>
      )}
      <MeterInput {...props} />
      {market && <Prices {...part} market={market} />}
    </section>
  );
}
