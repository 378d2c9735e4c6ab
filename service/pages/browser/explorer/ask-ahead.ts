import type { ExplorerState } from '../../shared/state.ts';
import type { Api } from '../api.ts';
import { seriesRequest } from './requests.ts';

/** Asks for what a state needs at once: the answers are on their way while the page is drawn. */
export function askAhead(api: Api, state: ExplorerState): Api {
  const { lat, lng } = state;
  return {
    ...api,
    matrix: ahead(api.matrix, lat, lng),
    market: ahead(api.market, lat, lng),
    series: ahead(api.series, seriesRequest(state)),
  };
}

/** Asks now, and gives that answer to the first who asks for the same. */
function ahead<Asked extends unknown[], Answer>(
  call: (...asked: Asked) => Promise<Answer>,
  ...asked: Asked
): typeof call {
  const key = JSON.stringify(asked);
  let early: Promise<Answer> | null = call(...asked);
  // Who asks is told.
  early.catch(() => {});
  return (...again) => {
    const isSame = JSON.stringify(again.slice(0, asked.length)) === key;
    const answer = early && isSame ? early : call(...again);
    early = null;
    return answer;
  };
}
