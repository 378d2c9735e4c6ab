import { encode } from 'uqr';
import { NEW_INVERTER } from '#engine/cash-flow.ts';
import { proposalFigures } from '#engine/economy/proposal-figures.ts';
import { roundTo } from '#engine/round.ts';
import type { SignedState } from '../../../schemas/types.ts';
import { DEFAULT_STATE, sumKwp } from '../explorer/state.ts';
import { NUMBERS, writeState } from '../explorer/url-state.ts';
import { fill } from '../messages/format.ts';
import { type Language, wordsOf } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import type { Embed } from '../server/embeds.ts';
import { languageChoices } from '../server/language-links.tsx';
import { noticePage } from '../server/notice.tsx';
import { writePage } from '../server/shell.ts';
import { knownPlace } from '../ui/places.ts';
import { describeVerdict, renderProposal } from './proposal.tsx';
import type { QrCode } from './proposal-text.ts';

export interface LinkPage {
  language: Language;
  path: string;
  /** Its whole address, for the QR code. */
  url: string;
  state: SignedState;
  /** Configurator of the installer who makes the proposal. */
  embed: Embed;
  /** Version of the loaded dataset. Null when none is. */
  loadedDataset: string | null;
}

/** The page of a proposal in its brand's colours. A visitor typed the place: what is no place's name is not shown. */
export function proposalPage(page: LinkPage, assets: Assets): string {
  const { language, path, state, embed, loadedDataset } = page;
  const { proposal: words } = wordsOf(language);
  const { title, theme, lead } = embed;
  const proposal = {
    language,
    languages: languageChoices(path),
    brand: { title, logo: theme.logo ?? null, phone: lead.phone },
    state: { ...state, place: knownPlace(state.place) },
    figures: proposalFigures(state),
    datasetToday: loadedDataset === state.dataset ? null : loadedDataset,
    explorer: explorerPath(state, language),
    prices: `/api/v1/simulation/market?lat=${state.lat}&lng=${state.lng}`,
    qr: qrCode(page.url),
  };
  return writePage(assets, {
    language,
    path,
    framed: true,
    theme: 'auto',
    title: `${words.title} · ${title}`,
    description: words.description,
    shared: {
      title: `${words.title} · ${title}`,
      description: describeVerdict({ words, proposal }),
    },
    url: page.url,
    image: `${page.url}/preview.png?l=${language}`,
    styles: [assets.url('proposal.css'), `/embedded/${embed.slug}/theme.css`],
    body: renderProposal(words, proposal),
  });
}

/** The one page for every link that does not hold. */
export function gonePage(language: Language, assets: Assets): string {
  const { goneTitle, goneText, goneExplore } = wordsOf(language).proposal;
  const link = { href: `/?l=${language}`, name: goneExplore };
  return noticePage(language, { title: goneTitle, text: goneText, link }, assets);
}

/** Page for a caller who opens links too fast. @param path of the link, to try again */
export function busyPage(
  { language, path, waitS }: { language: Language; path: string; waitS: number },
  assets: Assets,
): string {
  const { busyTitle, busyText, busyAgain } = wordsOf(language).proposal;
  const link = { href: `${path}?l=${language}`, name: busyAgain };
  const text = fill(busyText, { seconds: waitS });
  return noticePage(language, { title: busyTitle, text, link }, assets);
}

/** The explorer with the link's roof, house and prices. */
export function explorerPath(state: SignedState, lang: Language): string {
  const { lat, lng, faces, use, costs, batteries, deduction } = state;
  const { yearly_kwh: useKwh, ev_km_per_day: evKmPerDay } = use;
  const kwp = sumKwp(faces);
  const panelSekPerKwp = roundTo(costs.solar_sek / kwp, NUMBERS.p.decimals);
  const { sek: inverterSek, year: inverterYear } = state.inverter ?? { ...NEW_INVERTER, sek: 0 };
  const { fade_pct_per_year: fadePct = 0, standby_w: standbyW = 0 } = state;
  const { inverter_kw: inverterKw = 0 } = state;
  const years = { inverterSek, inverterYear, fadePct, standbyW, inverterKw };
  const house = { lat, lng, faces, useKwh, evKmPerDay, ...years };
  const batteryKwh = state.system === 'solar' ? 0 : (batteries[0]?.kwh ?? 0);
  const same = { ...house, panelSekPerKwp, batteryKwh, owners: deduction.adults, lang };
  return `/?${writeState({ ...DEFAULT_STATE, ...same, ...batteryPrices(batteries) })}`;
}

/**
 * The explorer prices batteries by a fixed part and a part for each kWh: those that give the price of the proposed
 * battery, the first, and of the nearest size, or of the explorer's usual part for each kWh.
 */
function batteryPrices([proposed, ...others]: SignedState['batteries']) {
  if (!proposed) return {};
  const distance = ({ kwh }: { kwh: number }) => Math.abs(kwh - proposed.kwh);
  const [nearest] = others.toSorted((a, b) => distance(a) - distance(b));
  const sekPerKwh =
    nearest && nearest.kwh !== proposed.kwh
      ? (nearest.sek - proposed.sek) / (nearest.kwh - proposed.kwh)
      : DEFAULT_STATE.batterySekPerKwh;
  const mostSekPerKwh = proposed.sek / proposed.kwh;
  const batterySekPerKwh = Math.floor(Math.min(Math.max(0, sekPerKwh), mostSekPerKwh));
  const batteryFixedSek = Math.round(proposed.sek - batterySekPerKwh * proposed.kwh);
  return { batteryFixedSek, batterySekPerKwh };
}

/** A text as a QR code, least error correction: a signed address is long, and a screen or paper clean. */
function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'L', border: 0 });
  const runs = data.flatMap((row, y) => {
    const dark = row.map(Number).join('').matchAll(/1+/g);
    return Array.from(
      dark,
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    );
  });
  return { size, path: runs.join('') };
}
