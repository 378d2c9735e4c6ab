/** The configurator of /docs/sdk, put there by the very script that the page is about. */
import type { Embed, EmbedEvent } from '../../sdk/loader-contract.ts';

/** Largest number of lines in the log. */
const SHOWN = 50;

function findElement<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${selector}.`);
}

const target = findElement('#solar', HTMLElement);
const form = findElement('#prefill', HTMLFormElement);
const log = findElement('#log', HTMLElement);

const loader = document.createElement('script');
loader.src = '/sdk/v1.js';
loader.onload = mountDemo;
document.head.append(loader);

function mountDemo(): void {
  const slug = target.dataset.slug ?? '';
  const embed = window.SunOverSweden?.mount({
    slug,
    target,
    // The theme follows the page around it.
    theme: 'auto',
    prefill: readPrefill(),
    onEvent: logEvent,
  });
  if (embed) listenToForm(embed);
}

function listenToForm(embed: Embed): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    embed.send(readPrefill());
  });
  findElement('#remove', HTMLButtonElement).addEventListener('click', () => embed.destroy());
}

function readPrefill() {
  const value = (name: string) => Number(new FormData(form).get(name));
  return { lat: value('lat'), lng: value('lng'), use_kwh: value('use_kwh') };
}

function logEvent(event: EmbedEvent): void {
  const line = document.createElement('div');
  line.textContent = `${event.type} ${'payload' in event ? JSON.stringify(event.payload) : ''}`;
  log.prepend(line);
  while (log.children.length > SHOWN) log.lastChild?.remove();
}
