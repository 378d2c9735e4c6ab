/** Writes the sensors of /docs/home-automation for the reader's own house, that of a link from the explorer at once. */
import type { ErrorBody, PvYieldSeries } from '../../../schemas/types.ts';
import { roofBody, writeHomeAssistant } from '../shared/home-assistant.ts';
import { readState } from '../shared/url-state.ts';

const form = document.querySelector('#house');
const code = document.querySelector('#sensors');
const said = document.querySelector('#said');
if (form instanceof HTMLFormElement && code && said) {
  const written = code.textContent ?? '';
  const base = /resource: (\S+?)\/api\//.exec(written)?.[1] ?? location.origin;
  const hasHours = written.includes('"resolution"');
  const write = async () => {
    code.ariaBusy = 'true';
    said.textContent = '';
    const house = { ...readForm(new FormData(form)), base, hasHours };
    const found = await askProfile(house).catch((error: Error) => error);
    if (!(found instanceof Error)) code.textContent = writeHomeAssistant(house, found);
    said.textContent = found instanceof Error ? found.message : (form.dataset.done ?? '');
    code.ariaBusy = 'false';
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    write();
  });
  if (/[?&]f=/.test(location.search)) {
    fillForm(form);
    write();
  }
}

function fillForm({ elements }: HTMLFormElement): void {
  const { lat, lng, faces, useKwh } = readState(location.search, 'en');
  const list = faces.map(({ tilt, azimuth, kwp }) => `${tilt}/${azimuth}/${kwp}`).join(' ');
  const values = { lat, lng, faces: list, use: useKwh };
  for (const [name, value] of Object.entries(values)) {
    const field = elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = String(value);
  }
}

function readForm(given: FormData) {
  const number = (name: string) => Number(given.get(name));
  const faces = String(given.get('faces')).trim().split(/\s+/);
  return {
    lat: number('lat'),
    lng: number('lng'),
    faces: faces.map((face) => {
      const [tilt, azimuth, kwp] = face.split('/').map(Number);
      return { tilt, azimuth, kwp };
    }),
    useKwh: number('use'),
    batteryKwh: number('battery'),
  };
}

/** The roof's typical days. @throws Error with what the API says */
async function askProfile(house: Parameters<typeof roofBody>[0]): Promise<readonly number[][]> {
  const body = JSON.stringify({ ...roofBody(house), form: 'monthly_profile' });
  const response = await fetch('/api/v1/pv-yield/series', { method: 'POST', body });
  const answer: Partial<PvYieldSeries & ErrorBody> = await response.json();
  if (answer.monthly_profile) return answer.monthly_profile;
  throw new Error(answer.error?.message ?? `${response.status} ${response.statusText}`);
}
