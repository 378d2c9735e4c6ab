import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Words } from '../messages/messages.ts';
import { loadPlaces } from './load-places.ts';
import type { FoundPlace } from './nearest-place.ts';
import type { PlaceWords } from './script-data.ts';
import './place.css';

/** Place in the list while no place is chosen. */
const NONE = -1;

interface SearchProps {
  words: PlaceWords &
    Pick<Words['explorer'], 'placeLabel' | 'placeHint' | 'noPlace' | 'placesFailed'>;
  /** Name of the chosen place, which the box shows while nothing is typed. Empty until it is known. */
  current?: string;
  choose(place: FoundPlace): void;
  setNotice(text: string): void;
}

/** A box that proposes places as they are typed (combobox of the ARIA practices), also for a pasted point or link. */
export function PlaceSearch({ choose, current = '', ...props }: SearchProps) {
  const { words } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { text, found, at, setAt, look, close, clear } = useFound(props);
  // The name may come when the box has the focus already. What is typed then replaces it.
  useLayoutEffect(() => {
    const hasFocus = document.activeElement === input.current;
    if (text === null && current !== '' && hasFocus) input.current?.select();
  }, [text, current]);
  const take = (place: FoundPlace) => {
    clear();
    choose(place);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      const first = step > 0 ? 0 : found.length - 1;
      setAt(at === NONE ? first : (at + step + found.length) % found.length);
    }
    if (event.key === 'Escape') close();
    if (event.key === 'Enter') {
      event.preventDefault();
      if (found.length > 0) at !== NONE && take(found[at]);
      // A text may be entered before its places have come, and its box left.
      else if (text !== null) look(text, true).then(([first]) => first && take(first));
    }
  };
  return (
    <>
      <div class="search">
        <label for={`${id}-box`}>{words.placeLabel}</label>
        <input
          ref={input}
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
          aria-activedescendant={found.length > 0 && at !== NONE ? `${id}-${at}` : undefined}
          aria-describedby={`${id}-help`}
          value={text ?? current}
          onFocus={(event) => {
            event.currentTarget.select();
            loadPlaces().catch(() => {});
          }}
          onInput={(event) => look(event.currentTarget.value)}
          onKeyDown={press}
          onBlur={close}
        />
        <Options id={id} label={words.placeLabel} found={found} at={at} take={take} />
      </div>
      <p id={`${id}-help`} class="soft small">
        {words.placeHelp}
      </p>
    </>
  );
}

/** Finds the places for the typed text, and the one of them that Enter chooses. */
function useFound({ words, setNotice }: Omit<SearchProps, 'choose'>) {
  /** The text sought now: the list may come when it is another, or none. */
  const wanted = useRef('');
  const isEntered = useRef(false);
  const [text, setText] = useState<string | null>(null);
  const [found, setFound] = useState<FoundPlace[]>([]);
  const [at, setAt] = useState(0);
  const look = async (sought: string, isEnter = false): Promise<FoundPlace[]> => {
    wanted.current = sought;
    isEntered.current = isEnter;
    setText(sought);
    setNotice('');
    if (sought.trim() === '') {
      setFound([]);
      return [];
    }
    const loaded = await loadPlaces().catch(() => null);
    if (wanted.current !== sought) return [];
    const matches = loaded
      ? loaded.findMatches(loaded.list, sought, words)
      : { places: [], isGuess: false, notice: words.placesFailed };
    setFound(matches.places);
    setNotice(matches.notice);
    // Enter takes only what is called so. Of names that are like it a person chooses one.
    setAt(matches.isGuess ? NONE : 0);
    return matches.isGuess ? [] : matches.places;
  };
  const close = () => {
    if (!isEntered.current) wanted.current = '';
    setFound([]);
  };
  const clear = () => {
    setText(null);
    isEntered.current = false;
    close();
  };
  return { text, found, at, setAt, look, close, clear };
}

interface OptionsProps {
  /** Id of the search. An option's has its number added. */
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
          {place.name || `${place.lat}, ${place.lng}`}
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
