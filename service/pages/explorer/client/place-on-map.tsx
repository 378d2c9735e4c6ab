import type { Words } from '../../messages/messages.ts';
import type { PageMap } from '../../ui/draw-map.ts';
import { MapLegend, PlaceMap } from '../../ui/place-map.tsx';
import type { PartProps } from '../state.ts';

/** The roof's place on the map. */
export function PlaceOnMap({
  state,
  change,
  words,
  map,
}: PartProps<Words['explorer']> & { map: PageMap }) {
  return (
    <section class="place" aria-labelledby="place">
      <h3 id="place">{words.onMap}</h3>
      <PlaceMap map={map} at={state} words={words} go={(lat, lng) => change({ lat, lng })} />
      <MapLegend map={map} language={state.lang} words={words} />
    </section>
  );
}
