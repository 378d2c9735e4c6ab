/** The configurator of /docs/sdk, put there by the very script that the page is about. */
import type { Embed, EmbedEvent } from '../sdk/loader-contract.ts';

/** Lines of the log that stay. */
const SHOWN = 50;

function element<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${selector}.`);
}

const target = element('#solar', HTMLElement);
const form = element('#prefill', HTMLFormElement);
const log = element('#log', HTMLElement);

const loader = document.createElement('script');
loader.src = '/sdk/v1.js';
loader.onload = start;
document.head.append(loader);

function start(): void {
  const slug = target.dataset.slug ?? '';
  const embed = window.SunOverSweden?.mount({
    slug,
    target,
    // As the page around it.
    theme: 'auto',
    prefill: prefill(),
    onEvent: show,
  });
  if (embed) listen(embed);
}

function listen(embed: Embed): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    embed.send(prefill());
  });
  element('#remove', HTMLButtonElement).addEventListener('click', () => embed.destroy());
}

function prefill() {
  const value = (name: string) => Number(new FormData(form).get(name));
  return { lat: value('lat'), lng: value('lng'), use_kwh: value('use_kwh') };
}

function show(event: EmbedEvent): void {
  const line = document.createElement('div');
  line.textContent = `${event.type} ${'payload' in event ? JSON.stringify(event.payload) : ''}`;
  log.prepend(line);
  while (log.children.length > SHOWN) log.lastChild?.remove();
}
