/** Makes the code of a page ready to take along: the service's address in it, and a button that copies it. */
import { readPageData } from '../../ui/page-data.ts';
import './code-page.css';

interface CodeData {
  copy: string;
  copied: string;
  /** Address that the code has where the service has none. Null if it is the service's own. */
  standIn: string | null;
}

const { copy, copied, standIn } = readPageData<CodeData>();
const LANGUAGE_KEY = 'code-language';

for (const place of document.querySelectorAll('pre, .base')) {
  if (standIn) place.textContent = (place.textContent ?? '').replaceAll(standIn, location.origin);
}
for (const code of document.querySelectorAll<HTMLElement>('pre:not(.answer *)')) {
  const place = document.createElement('div');
  place.className = `copied ${code.className}`;
  code.replaceWith(place);
  place.append(createCopyButton(code), code);
}
keepLanguage();

function createCopyButton(code: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = copy;
  button.ariaLive = 'polite';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.innerText);
    button.textContent = copied;
  });
  button.addEventListener('blur', () => {
    button.textContent = copy;
  });
  return button;
}

/** The language that was chosen on one page is that of the next. A browser may refuse to keep it. */
function keepLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('.languages input')];
  const stored = storedLanguage();
  for (const choice of choices) {
    if (choice.value === stored) choice.checked = true;
    choice.addEventListener('change', () => storedLanguage(choice.value));
  }
}

function storedLanguage(chosen?: string): string | null {
  try {
    if (chosen) localStorage.setItem(LANGUAGE_KEY, chosen);
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}
