import { useState } from 'preact/hooks';
import type { Words } from '../../messages/messages.ts';
import type { PageMap } from '../../ui/draw-map.ts';
import { MapLegend, PlaceMap, roundDegrees } from '../../ui/place-map.tsx';
import type { PartProps } from '../state.ts';

/** The roof's place on the map, or where the device is. */
export function PlaceOnMap({
  state,
  change,
  words,
  map,
}: PartProps<Words['explorer']> & { map: PageMap }) {
  const [notice, setNotice] = useState('');
  const findHere = () => {
    setNotice('');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        change({ lat: roundDegrees(coords.latitude), lng: roundDegrees(coords.longitude) }),
      () => setNotice(words.hereFailed),
      { timeout: 10000, maximumAge: 600000 },
    );
  };
  return (
    <section class="place" aria-labelledby="place">
      <h3 id="place">{words.onMap}</h3>
      <PlaceMap map={map} at={state} words={words} go={(lat, lng) => change({ lat, lng })} />
      {'geolocation' in navigator && (
        <button type="button" onClick={findHere}>
          {words.here}
        </button>
      )}
      <p role="status">{notice}</p>
      <MapLegend map={map} language={state.lang} words={words} />
    </section>
  );
}
