import type { Words } from '../shared/words.ts';
import type { HomeContent } from './contract.ts';
import { Code } from './scrolling.tsx';

type HomeWords = Words['home'];

/** Sensors to copy into Home Assistant, for the reader's own house, and the script for a year that has been. */
export function HomeAutomation({ words, content }: { words: HomeWords; content: HomeContent }) {
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <section class="panel" aria-labelledby="own">
        <h2 id="own">{words.own}</h2>
        <p>{words.ownText}</p>
        <HouseForm words={words} house={content.house} />
      </section>
      <section class="panel" aria-labelledby="configuration">
        <h2 id="configuration">{words.sensors}</h2>
        <p>{words.sensorsText}</p>
        <Code id="sensors" code={content.sensors} className="long" />
        <Entities words={words} />
        <p>{words.limits}</p>
        <p>{words.tried}</p>
      </section>
      <section class="panel" aria-labelledby="past">
        <h2 id="past">{words.past}</h2>
        <p>{words.pastText}</p>
        <Code code={content.past} className="long" />
      </section>
    </main>
  );
}

/** Fields by their names in the form; a script reads them. */
function HouseForm({ words, house }: { words: HomeWords; house: HomeContent['house'] }) {
  return (
    <form id="house" data-done={words.done}>
      <NumberField label={words.lat} name="lat" value={house.lat} />
      <NumberField label={words.lng} name="lng" value={house.lng} />
      <p>
        <label>
          {words.faces}{' '}
          <input type="text" name="faces" value={house.faces} pattern={FACES} required />
        </label>
      </p>
      <NumberField label={words.use} name="use" value={house.use} />
      <NumberField label={words.battery} name="battery" value={house.battery} />
      <p>
        <button type="submit" class="main">
          {words.write}
        </button>{' '}
        <span id="said" role="status" />
      </p>
    </form>
  );
}

function NumberField({ label, name, value }: { label: string; name: string; value: number }) {
  return (
    <p>
      <label>
        {label} <input type="number" name={name} value={value} step="any" required />
      </label>
    </p>
  );
}

/** Faces as tilt/azimuth/kWp, with a space between them. */
const FACE = String.raw`[\d.]+/[\d.]+/[\d.]+`;
const FACES = String.raw`\s*${FACE}(\s+${FACE})*\s*`;

/** The sensors' entities and what each says. */
const ENTITIES = [
  ['sensor.sun_typical_month', 'typicalMonth'],
  ['sensor.sun_clear_day', 'clearDay'],
  ['sensor.sun_clear_day_hours', 'clearDayHours'],
  ['sensor.battery_buys', 'buys'],
  ['sensor.battery_sells', 'sells'],
  ['binary_sensor.battery_buys_now', 'buysNow'],
  ['binary_sensor.battery_sells_now', 'sellsNow'],
] as const;

function Entities({ words }: { words: HomeWords }) {
  return (
    <dl>
      {ENTITIES.map(([entity, meaning]) => (
        <div key={entity}>
          <dt>
            <code>{entity}</code>
          </dt>
          <dd>{words[meaning]}</dd>
        </div>
      ))}
    </dl>
  );
}
