import { useId, useRef, useState } from 'preact/hooks';
import type { PlaceList } from '../shared/places.ts';
import type { Words } from '../shared/words.ts';
import { type FoundPlace, findPlaces, readPoint } from './find-places.ts';
import './place.css';
import { fill } from '../shared/text.ts';

const MOST_FOUND = 8;

interface SearchProps {
  words: Pick<Words['explorer'], 'placeLabel' | 'placeHint' | 'noPlace' | 'placesFailed' | 'found'>;
  /** Address of the places by name, fetched when a person looks for one. */
  placesUrl: string;
  choose(place: FoundPlace): void;
  setNotice(text: string): void;
}

/** A box that proposes places as they are typed (combobox of the ARIA practices). */
export function PlaceSearch({ words, placesUrl, choose, setNotice }: SearchProps) {
  const id = useId();
  const loading = useRef<Promise<PlaceList> | null>(null);
  /** What is sought now: the list may come when it is something else, or nothing. */
  const wanted = useRef('');
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundPlace[]>([]);
  const [at, setAt] = useState(0);
  const places = () => {
    loading.current ??= fetch(placesUrl).then((response) => response.json());
    return loading.current;
  };
  const look = async (sought: string) => {
    wanted.current = sought;
    setText(sought);
    setNotice('');
    setAt(0);
    if (sought.trim() === '' || readPoint(sought)) return setFound([]);
    try {
      const list = await places();
      if (wanted.current !== sought) return;
      const matches = findPlaces(list, sought, MOST_FOUND);
      setFound(matches);
      setNotice(
        matches.length === 0 ? words.noPlace : fill(words.found, { count: matches.length }),
      );
    } catch {
      loading.current = null;
      setNotice(words.placesFailed);
    }
  };
  const close = () => {
    wanted.current = '';
    setFound([]);
  };
  const take = (place: FoundPlace) => {
    setText('');
    close();
    choose(place);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setAt((at + step + found.length) % found.length);
    }
    if (event.key === 'Escape') close();
    if (event.key === 'Enter') {
      event.preventDefault();
      const point = readPoint(text);
      if (found.length > 0) take(found[at]);
      else if (point) take({ ...point, name: '', municipality: '' });
    }
  };
  return (
    <div class="search">
      <label for={`${id}-box`}>{words.placeLabel}</label>
      <input
        id={`${id}-box`}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        enterkeyhint="search"
        placeholder={words.placeHint}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        value={text}
        onFocus={() => places().catch(() => (loading.current = null))}
        onInput={(event) => look(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={close}
      />
      <div
        id={`${id}-list`}
        class="options"
        role="listbox"
        aria-label={words.placeLabel}
        hidden={found.length === 0}
      >
        {found.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus, and its keys choose
          <div
            key={`${place.name} ${place.lat}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // The box keeps the focus, and the list stays until the press ends: a tap would go through it.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(place)}
          >
            {place.name}
            {place.municipality !== place.name && (
              <>
                {' '}
                <span class="soft">{place.municipality}</span>
              </>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
