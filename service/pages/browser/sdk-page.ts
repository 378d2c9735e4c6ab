/** Adds a button that copies it to each piece of code of /docs/sdk. */
import type { Words } from '../shared/words.ts';
import { readPageData } from './page-data.ts';
import './sdk-page.css';

type CopyWords = Pick<Words['sdk'], 'copy' | 'copied'>;

const words = readPageData<CopyWords>();

for (const code of document.querySelectorAll('pre')) {
  const place = document.createElement('div');
  place.className = 'copied';
  code.replaceWith(place);
  place.append(createCopyButton(code.innerText), code);
}

function createCopyButton(text: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words.copy;
  button.ariaLive = 'polite';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = words.copied;
  });
  button.addEventListener('blur', () => {
    button.textContent = words.copy;
  });
  return button;
}
