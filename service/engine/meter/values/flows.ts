/** Names of flows between places, such as "PV to grid" and "Förbrukning från elnätet". */

type Place = 'grid' | 'sun' | 'battery' | 'home' | 'other';

/** Where energy comes from and where it goes. Null for an end that the name leaves open. */
export interface Flow {
  source: Place | null;
  sink: Place | null;
}

const PLACES: [Place, RegExp][] = [
  [
    'battery',
    /^(?:batt?er|akku|accu|speicher|powerwall|storage|(?:dis)?charg|(?:ur)?laddning|(?:ent)?ladung)/u,
  ],
  [
    'grid',
    /^(?:grid|(?:el)?nät(?:et)?|(?:el)?net(?:tet)?|(?:strom)?netz(?:es)?|réseau|reseau|verko?n?|verkosta|verkkoon)$/u,
  ],
  [
    'sun',
    /^(?:pv|sol(?:ar.*|el|cell.*|energi|panel.*|produ.*|kraft)?|produ.*|sonne|zon|sun|panels?|photovol.*|aurin.*|roof|taket?)$/u,
  ],
  [
    'home',
    /^(?:home|house(?:hold)?|load|loads|consum.*|hus(?:et|hållet)?|haus|hem(?:met)?|huis|maison|bostad(?:en)?|förbruk.*|forbru.*|verbrauch.*|verbruik.*|consom.*|usage|used?)$/u,
  ],
  ['other', /^(?:generator|genset|diesel)/u],
];
const TO = /^(?:to|till|til|zu|zum|zur|ins|naar|vers)$/u;
const FROM = /^(?:from|från|fra|von|vom|aus|van|du|depuis)$/u;

/** Finds the ends of a flow by the words before and behind "to" and "from". Null for a name of no flow. */
export function readFlow(name: string): Flow | null {
  const words =
    name
      .toLowerCase()
      .replace(/→|[-=]>/g, ' to ')
      .match(/\p{L}+/gu) ?? [];
  const places = words.map((word) => PLACES.find(([, pattern]) => pattern.test(word))?.[0] ?? null);
  const flow: Flow = { source: null, sink: null };
  for (const [at, word] of words.entries()) {
    const [near, far] = TO.test(word)
      ? (['source', 'sink'] as const)
      : (['sink', 'source'] as const);
    if (near === 'sink' && !FROM.test(word)) continue;
    const behind = places.slice(at + 1).find((place) => place !== null);
    if (!behind) continue;
    flow[far] ??= behind;
    flow[near] ??= places.slice(0, at).findLast((place) => place !== null) ?? null;
  }
  const isFlow = flow.source !== flow.sink;
  return isFlow ? flow : null;
}

/** Finds what a flow is to a house. */
export function flowRole({ source, sink }: Flow) {
  if (sink === 'grid') return 'sold';
  if (source === 'grid') return 'bought';
  if (source !== 'sun') return 'ignored';
  return sink === null ? 'production' : sink === 'home' ? 'selfUse' : 'ignored';
}
