import { useEffect, useState } from 'preact/hooks';
import { fill, formatNumber } from '../../messages/format.ts';
import { loadPlaceList } from '../../ui/load-places.ts';
import { findNearestPlace } from '../../ui/nearest-place.ts';
import { findHere, PlaceMap } from '../../ui/place-map.tsx';
import { PlaceSearch } from '../../ui/place-search.tsx';
import type { StepProps } from './state.ts';

/** The house's place: by name, by coordinates, by the device, or on the map. */
export function WhereStep({ data, chosen, change }: StepProps) {
  const { words, map, language } = data;
  const [notice, setNotice] = useState('');
  const { lat, lng, place } = chosen;
  const take = async (lat: number, lng: number, name = '') => {
    setNotice('');
    const where = fill(words.at, {
      lat: formatNumber(lat, language, 2),
      lng: formatNumber(lng, language, 2),
    });
    change({ lat, lng, place: name || where });
    if (name) return;
    const near = await findNearbyName(lat, lng);
    if (near) change({ place: fill(words.near, { place: near, where }) });
  };
  // After a reload the place is there without its name.
  useEffect(() => {
    if (lat !== null && lng !== null && !place) take(lat, lng);
  }, [lat, lng]);
  return (
    <div class="where">
      <PlaceSearch
        words={words}
        setNotice={setNotice}
        choose={({ lat, lng, name }) => take(lat, lng, name)}
      />
      <div>
        <p class="soft small">{map ? words.orOnMap : ''}</p>
        <p>
          <button type="button" onClick={() => findHere(take, () => setNotice(words.hereFailed))}>
            {words.here}
          </button>
        </p>
        <p role="status">{notice || (place && fill(words.chosen, { place }))}</p>
      </div>
      {map && (
        <PlaceMap
          map={map}
          at={lat === null || lng === null ? null : { lat, lng }}
          words={words}
          go={take}
        />
      )}
    </div>
  );
}

/** Finds a place near a point, by which to check it. Null if the places cannot be loaded. */
async function findNearbyName(lat: number, lng: number): Promise<string | null> {
  const list = await loadPlaceList().catch(() => null);
  return (list && findNearestPlace(list, lat, lng)?.place.name) ?? null;
}
