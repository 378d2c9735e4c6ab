/** A dataset by the `current.json` that names it, of a store that `make publish` fills or a folder of `make static`. */
import currentBuild from '../../../schemas/data/current-build.schema.json' with { type: 'json' };
import type { CurrentBuild } from '../../../schemas/types.ts';
import { SunError } from '../sdk/client.ts';
import { addressOf } from './carriers.ts';
import { checkFields } from './check-fields.ts';
import type { CellsSource, Lookups, OpenOptions } from './lookup-contract.ts';
import { webOf } from './web-file.ts';

/** How long a pointer that was read counts, ms. */
const KNOWN_MS = 60_000;

/** Codes of what fails when a build's files are gone or others. */
const GONE = ['changed', 'unexpected_answer'];

/** Files of a build that are read here. */
interface BuildFiles {
  cells: URL;
  options: OpenOptions;
}

/** A build that is open, and where its cells are. */
interface OpenBuild {
  cells: URL;
  sun: Lookups;
}

/** Opens the dataset of a cells.bin. */
type Open = (cells: URL, options: OpenOptions) => Promise<Lookups>;

/** The address of a source that is a pointer; null for another. */
export function pointerOf(source: CellsSource): URL | null {
  if (typeof source !== 'string' && !(source instanceof URL)) return null;
  const url = addressOf(source);
  return url.pathname.endsWith('.json') ? url : null;
}

/**
 * Opens the build that a pointer names. Whatever is asked a minute later is answered from the one that it names then;
 * while nothing answers there, from the last one.
 * @throws SunError as `open`, or when the pointer is none
 */
export async function openCurrent(
  pointer: URL,
  options: OpenOptions,
  open: Open,
): Promise<Lookups> {
  let now = await openNamed(pointer, options, open, null);
  // The signal was the first opening's.
  const { signal: _signal, ...later } = options;
  let knownMs = Date.now();
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    // The open one is a whole dataset, though it may be a former one.
    now = await openNamed(pointer, later, open, now).catch(() => now);
    knownMs = Date.now();
  }

  async function follow(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = null;
    });
    await asking;
  }

  async function answer<Answer>(call: (sun: Lookups) => Promise<Answer>): Promise<Answer> {
    if (Date.now() - knownMs >= KNOWN_MS) await follow();
    const { sun } = now;
    try {
      return await call(sun);
    } catch (error) {
      if (!(error instanceof SunError && GONE.includes(error.code))) throw error;
      await follow();
      if (now.sun === sun) throw error;
      return call(now.sun);
    }
  }

  return {
    get digest() {
      return now.sun.digest;
    },
    get version() {
      return now.sun.version;
    },
    get attribution() {
      return now.sun.attribution;
    },
    lookup: (...asked) => answer((sun) => sun.lookup(...asked)),
    matrix: (...asked) => answer((sun) => sun.matrix(...asked)),
    series: (...asked) => answer((sun) => sun.series(...asked)),
    simulate: (...asked) => answer((sun) => sun.simulate(...asked)),
  };
}

/** Opens the build that a pointer names now, or gives the one that is open where it is that. */
async function openNamed(
  pointer: URL,
  given: OpenOptions,
  open: Open,
  known: OpenBuild | null,
): Promise<OpenBuild> {
  const text = await webOf(given.fetch).whole(pointer, { cache: 'reload', signal: given.signal });
  const { cells, options } = filesOf(parse(text, pointer), pointer, given);
  if (known?.cells.href === cells.href) return known;
  return { cells, sun: await open(cells, options) };
}

/** @throws SunError naming the field that is wrong */
function parse(bytes: Uint8Array, { href }: URL): CurrentBuild {
  try {
    const build: CurrentBuild = JSON.parse(new TextDecoder().decode(bytes));
    checkFields(currentBuild, build);
    return build;
  } catch (cause) {
    const message = `${href} names no build: ${(cause as Error).message}`;
    throw new SunError(message, { code: 'damaged', status: 0 }, { cause });
  }
}

/** The files of a build: where it says, or in the folder that bears its name. @throws SunError when it has no cells */
function filesOf(build: CurrentBuild, pointer: URL, options: OpenOptions): BuildFiles {
  const { dataset, digests, digest } = build;
  const file = (name: string, own: string | undefined) => {
    const path = own ?? (digests[name] && `builds/${digests['manifest.json']}/${name}`);
    return path ? new URL(path, pointer) : undefined;
  };
  const cells = file('cells.bin', build.cells);
  if (!cells) {
    const message = `${pointer.href} names dataset ${dataset}, which was published without its cells.bin. Run "make artifacts publish".`;
    throw new SunError(message, { code: 'unexpected_answer', status: 0 });
  }
  const prices = file('prices.bin', build.prices);
  return { cells, options: { ...(digest && { digest }), ...(prices && { prices }), ...options } };
}
