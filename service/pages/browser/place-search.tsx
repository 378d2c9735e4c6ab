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
export function PlaceSearch({ choose, ...props }: SearchProps) {
  const { words } = props;
  const id = useId();
  const { text, found, at, setAt, fetchPlaces, look, close, clear } = useFound(props);
  const take = (place: FoundPlace) => {
    clear();
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
        onFocus={fetchPlaces}
        onInput={(event) => look(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={close}
      />
      <Options id={id} label={words.placeLabel} found={found} at={at} take={take} />
    </div>
  );
}

/** Finds the places for the typed text, and the one of them that Enter chooses. */
function useFound({ words, placesUrl, setNotice }: Omit<SearchProps, 'choose'>) {
  const loading = useRef<Promise<PlaceList> | null>(null);
  /** The text sought now: the list may come when it is another, or none. */
  const wanted = useRef('');
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundPlace[]>([]);
  const [at, setAt] = useState(0);
  const places = () => {
    loading.current ??= fetch(placesUrl).then((response) => response.json());
    return loading.current;
  };
  const fetchPlaces = () => places().catch(() => (loading.current = null));
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
      const { length: count } = matches;
      setFound(matches);
      setNotice(count === 0 ? words.noPlace : fill(words.found, { count }));
    } catch {
      loading.current = null;
      setNotice(words.placesFailed);
    }
  };
  const close = () => {
    wanted.current = '';
    setFound([]);
  };
  const clear = () => {
    setText('');
    close();
  };
  return { text, found, at, setAt, fetchPlaces, look, close, clear };
}

interface OptionsProps {
  /** Id of the search; an option's has its number added. */
  id: string;
  label: string;
  found: readonly FoundPlace[];
  at: number;
  take(place: FoundPlace): void;
}

function Options({ id, label, found, at, take }: OptionsProps) {
  return (
    <div
      id={`${id}-list`}
      class="options"
      role="listbox"
      aria-label={label}
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
  );
}
