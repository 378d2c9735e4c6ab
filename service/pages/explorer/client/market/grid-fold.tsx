import { useState } from 'preact/hooks';
import { fill } from '../../../messages/format.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import { usePage } from '../../use-page.ts';
import { Later } from '../later.tsx';

/** The fold of the grid's prices: open where the address names a price list, loaded when it is opened. */
export function GridFold() {
  const { state, earnings: words, local } = usePage();
  const hasList = state.gridTariff !== null;
  // A list that the address names is shown. Later the reader opens and closes.
  const [isOpen] = useState(hasList);
  const [wasOpened, setOpened] = useState(hasList);
  const { answer: lists } = useAnswer(wasOpened ? state.lang : null, 0, async (lang) => {
    const texts = import('./market-texts.ts');
    const [{ translateList }, lists] = await Promise.all([texts, local.tariffs()]);
    return lists?.map((list) => translateList(list, lang)) ?? null;
  });
  const chosen = lists?.find(({ id }) => id === state.gridTariff);
  return (
    <details class="grid-fold" open={isOpen} onToggle={() => setOpened(true)}>
      <summary>
        {fill(words.gridOpen, { company: hasList ? (chosen?.company ?? '…') : words.gridNone })}
      </summary>
      {wasOpened && <Later name="GridPrices" props={{ lists }} />}
    </details>
  );
}
