import { useId, useRef, useState } from 'preact/hooks';
import type { PlaceList } from '../../places.ts';
import { type FoundPlace, findPlaces, readPoint } from '../find-places.ts';
import { fill } from '../text.ts';
import type { StepProps } from './step.ts';

const MOST_FOUND = 6;

/** Where the house is: by name, by coordinates, or where the device is. */
export function WhereStep({ data, chosen, change }: StepProps) {
  const { words, places: url } = data;
  const id = useId();
  const loading = useRef<Promise<PlaceList> | null>(null);
  const [found, setFound] = useState<FoundPlace[]>([]);
  const [notice, setNotice] = useState('');
  const take = (lat: number, lng: number, place: string) => {
    setFound([]);
    setNotice('');
    change({ lat, lng, place });
  };
  const look = async (text: string) => {
    setNotice('');
    const point = readPoint(text);
    if (point) return take(point.lat, point.lng, text.trim());
    loading.current ??= fetch(url).then((response) => response.json());
    try {
      const matches = findPlaces(await loading.current, text, MOST_FOUND);
      setFound(matches);
      if (matches.length === 0 && text.trim() !== '') setNotice(words.noPlace);
    } catch {
      loading.current = null;
      setNotice(words.placesFailed);
    }
  };
  const here = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => take(rounded(coords.latitude), rounded(coords.longitude), words.here),
      () => setNotice(words.hereFailed),
      { timeout: 10_000 },
    );
  return (
    <>
      <div class="field">
        <label for={id}>{words.placeLabel}</label>
        <input
          id={id}
          type="text"
          autocomplete="off"
          placeholder={words.placeHint}
          onInput={({ currentTarget }) => look(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || found.length === 0) return;
            event.preventDefault();
            const [{ lat, lng, name }] = found;
            take(lat, lng, name);
          }}
        />
      </div>
      {found.length > 0 && (
        <ul class="found" aria-label={words.places}>
          {found.map(({ lat, lng, name, municipality }) => (
            <li key={`${lat} ${lng}`}>
              <button type="button" onClick={() => take(lat, lng, name)}>
                {name} <span class="soft">{municipality}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p>
        <button type="button" onClick={here}>
          {words.here}
        </button>
      </p>
      <p role="status">{notice || (chosen.place && fill(words.chosen, { place: chosen.place }))}</p>
    </>
  );
}

/** To 100 m, which is finer than the dataset. */
function rounded(degrees: number): number {
  return Math.round(1000 * degrees) / 1000;
}
