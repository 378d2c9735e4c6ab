import { useState } from 'preact/hooks';
import type { PageMap } from '../../ui/draw-map.ts';
import { findHere, MapLegend, PlaceMap } from '../../ui/place-map.tsx';
import { usePage } from '../use-page.ts';

/** The roof's place on the map, or where the device is. */
export function PlaceOnMap({ map }: { map: PageMap }) {
  const { state, change, words } = usePage();
  const [notice, setNotice] = useState('');
  const go = (lat: number, lng: number) => change({ lat, lng });
  const goHere = () => {
    setNotice('');
    findHere(go, () => setNotice(words.hereFailed));
  };
  return (
    <section class="place" aria-labelledby="place">
      <h3 id="place">{words.onMap}</h3>
      <PlaceMap map={map} at={state} words={words} go={go} />
      {'geolocation' in navigator && (
        <button type="button" onClick={goHere}>
          {words.here}
        </button>
      )}
      <p role="status">{notice}</p>
      <MapLegend map={map} language={state.lang} words={words} />
    </section>
  );
}
