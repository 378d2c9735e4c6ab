import { type Flow, flowRole, readFlow } from './flows.ts';

/** Roles of a column's numbers. */
export const ROLES = [
  'bought',
  'sold',
  'net',
  'consumption',
  'production',
  'selfUse',
  'reading',
  'ignored',
] as const;
export type Role = (typeof ROLES)[number];

/** Whether a column of this role counts. */
export const isUsed = (role: Role) => role !== 'ignored' && role !== 'reading';

/** Role that a name states. Null if none. */
export type NamedRole = Exclude<Role, 'reading'> | null;

const word = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');

/** Things that are no energy of the house, or a part of it that another column has. */
const OTHER = [
  /kostn|cost|pris(?!m)|price|belopp|amount|kosten|preis|prix|coût|cena|hinta|maksu|avgift|vergütung|compensation|ersättning|spot|moms|skatt|\bvat\b|(?<!\p{L})(?:kr|sek|eur|nok|dkk|öre|cent|valuta|currency)(?!\p{L})|[€$]/iu,
  /temp|°|väder|weather|instrål|irradi|einstrahl|luftf|humid|fukt|vind(?!k)|wind\b|lämpötila/iu,
  /spänn|spenning|spannung|(?<!photo)(?<!foto)volt|tension|(?<!\p{L})ström(?!\p{L})|strømstyrke|current(?!ly)|amp[eè]re|frekv|frequen|cos ?(?:phi|φ)|power ?factor|effektfaktor/iu,
  /reaktiv|reactive|blind(?:arbeit|leist|energ)|kvar|\bvar(?:h|s)?\b|\bk?va\b|skenbar|apparent/iu,
  /status|kvalit|qualit|laatu|flagg?|händelse|event|fel\b|error|alarm|kommentar|comment|anmärk|källa|source/iu,
  /co2|utsläpp|emission|päästö|klimat/iu,
  /kwp|specific|spezifisch|specifik|teoreti|theoreti/iu,
  /(?<!\p{L})(?:loss|losses|lost)(?!\p{L})|förlust|verlust|curtail|avregler|export ?limit|begräns|abregel/iu,
  /prognos|forecast|baseline|budget|expected|förvänt|föregående|förra året|last year|previous|(?<!\p{L})(?:max\w*|minimum|peak|topp\w*|genomsnitt\w*|snitt\w*|durchschnitt\w*|keskiarvo)(?!\p{L})|medel(?!effekt)|average(?! *(?:power|effekt))/iu,
  /gas(?!\p{L})|gas_|vatten|water|wasser|fjärrvärme|district|heizung/iu,
  /varav|of which|grid[ _]services|davon|dont\b|waarvan|herav|heraf|device|elbil|wallbox|(?<!\p{L})ev(?!\p{L})|värmepump|heat ?pump|wärmepumpe/iu,
  /(?<!\p{L})id(?!\p{L})|anläggning(?!s? ?(?:förbruk|prod))|mätpunkt|mätar(?:id|nummer|nr)|meter ?(?:id|number|no)|(?<!\p{L})(?:ean|gsrn|serial|nummer|number|nr|rownum|index_?no)(?!\p{L})|zählpunkt|målepunkt/iu,
];

/** A battery's own energy, unless a name says that it comes from the grid or goes there. */
const BATTERY =
  /batter|akku|accu(?!m)|\bsoc\b|ladezustand|laddnivå|charg|laddning|urladdning|entlad|ladung|speicher/iu;

const NAMES: [Exclude<NamedRole, null>, RegExp[]][] = [
  [
    'selfUse',
    [
      /self[- ]?(?:consum|use|usage|suffic)|(?:egen|eget|själv)[- ]?(?:förbruk|forbru|använd|konsum|bruk)|eigen[- ]?(?:verbrauch|nutz|verbruik|gebruik)|zelf[- ]?(?:verbruik|consum)|direkt ?(?:förbruk|använd|verbrauch|nutz|forbru)|auto[- ]?consom|oma(?:käyt|kulut)|oma(?:n)? käyt|consumed directly|direct(?:ly)? (?:use|consum)|egenanvänd/iu,
    ],
  ],
  [
    'sold',
    [
      /(?:^|[^\d.])2[.:-]8[.:-]\d|(?<![\p{L}\d])a ?[-−–](?![\p{L}\d])|(?<!\p{L})a[_ ]?minus(?!\p{L})/iu,
      /till (?:el)?nät|til (?:el)?net|to[- ]?(?:the )?grid|ins netz|naar (?:het )?net|vers le r[ée]seau|verkkoon|to_grid|grid[ _]?(?:return|export|feed)/iu,
      /export|inmat|innmat|indfød|feed[- ]?in|fed[- ]?in|einspeis|eingespeist|rücklief|terug|return|inject|syöttö|överskott|surplus|überschuss|ylijäämä/iu,
      /(?:^|[^\p{L}])(?:såld|sålt|säljs|sälj|försälj|sold|sale|sell|solgt|salg|verkauf|verkocht|verkoop|vente|vendu|myy)/iu,
      word('lieferung|anto|energy out|outgoing|ut till nät|levererad till nät'),
    ],
  ],
  [
    'bought',
    [
      /(?:^|[^\d.])1[.:-]8[.:-]\d|(?<![\p{L}\d])a ?\+|(?<!\p{L})a[_ ]?plus(?!\p{L})/iu,
      /från (?:el)?nät|fra (?:el)?net|from[- ]?(?:the )?grid|aus dem netz|van (?:het )?net|du r[ée]seau|verkosta|from_grid|grid[ _]?(?:consum|import|suppl|usage|draw|purchas)/iu,
      /import|uttag|uttak|utmat|bezug|bezogen|afname|afgenomen|soutir|offtake|withdraw|otto/iu,
      /(?:^|[^\p{L}])(?:köp|inköp|kjøp|køb|bought|purchas|buy|gekauft|aankoop|gekocht|achat|achet|osto|ostettu)/iu,
      word(
        'energy in|incoming|delivered|levererad|received|mottagen|nätförbrukning|nettforbruk|netzverbrauch',
      ),
    ],
  ],
  [
    'net',
    [
      // One column of the grid, whose sign is the direction.
      /^(?:grid|elnät|netz)(?: ?(?:power|effekt|leistung))?(?: ?[([].*)?$/iu,
      /(?<!\p{L})(?:netto\p{L}*|net|saldo|balance|bilanz)(?!\p{L})/iu,
    ],
  ],
  [
    'production',
    [
      /produ[ckz]|produsert|solar|sol(?:el|cell|energi|kraft|panel|ström|strøm)|(?<!\p{L})(?:pv|sol|sonne|zon|sun)(?!\p{L})|photovol|fotovol|generat|yield|erzeug|ertrag|opwek|opgewek|zonne|tuotanto|tuotet|aurinko|inverter|växelrikt|wechselricht|omformer|vekselret|invertteri|fronius|production/iu,
    ],
  ],
  [
    'consumption',
    [
      /förbruk|forbru[kg]|consum|verbrauch|verbruik|consom|kulutu|usage|(?<!\p{L})(?:use|used|load|last|använd\p{L}*|home|hus\p{L}*|house\p{L}*|haus\p{L}*|totalförbrukning|elanvändning)(?!\p{L})/iu,
    ],
  ],
];

/** Whole words above a table, or in the name of its file. Those of other things are often in names of companies. */
const OUTSIDE: [Exclude<NamedRole, null>, RegExp][] = [
  [
    'selfUse',
    word('egenanvändning|egenförbrukning|självförbrukning|egenkonsumtion|self consumption'),
  ],
  [
    'sold',
    word(
      'export|exporterad|inmatning|inmatad|innmating|einspeisung|teruglevering|returned|såld|sålt|sold|försäljning|överskott|2[.:-]8[.:-]0',
    ),
  ],
  [
    'bought',
    word(
      'import|importerad|uttag|uttak|köp|köpt|inköp|inköpt|bought|purchased|bezug|afname|1[.:-]8[.:-]0',
    ),
  ],
  [
    'production',
    word(
      'produktion|produksjon|production|elproduktion|solproduktion|solel|solceller|solar|pv|erzeugung|opwek',
    ),
  ],
  [
    'consumption',
    word(
      'förbrukning|elförbrukning|konsumtion|elanvändning|forbruk|forbrug|consumption|usage|verbrauch|verbruik',
    ),
  ],
];

/**
 * Finds what a column is from the cells of its head: the nearest that says something counts. If none does, from what
 * stands outside its table.
 */
export function nameRole({ heads, outside }: { heads: string[]; outside: string[] }): NamedRole {
  return nameByHeads(heads) ?? nameByOutside(outside);
}

function nameByOutside(outside: readonly string[]): NamedRole {
  for (const text of outside) {
    const words = writeWords(text).normalize('NFC');
    const found = OUTSIDE.filter(([, pattern]) => pattern.test(words));
    // A name with several of them says nothing.
    if (found.length === 1) return found[0][0];
  }
  return null;
}

/** The flow that a column's head names. Null for none. */
export function flowOf(heads: readonly string[]): Flow | null {
  for (const head of heads.slice(0, NEAR)) {
    const flow = readFlow(writeWords(head));
    if (flow) return flow;
  }
  return null;
}

/** Cells of a head that are near enough to say that a column is something else. */
const NEAR = 3;

function nameByHeads(heads: readonly string[]): NamedRole {
  const names = heads.map(writeWords);
  const near = names.slice(0, NEAR);
  if (near.some((name) => OTHER.some((pattern) => pattern.test(name)))) return 'ignored';
  const flow = flowOf(heads);
  if (flow) return flowRole(flow);
  if (near.some((name) => BATTERY.test(name))) return 'ignored';
  for (const name of names) {
    const found = NAMES.find(([, patterns]) => patterns.some((pattern) => pattern.test(name)));
    if (found) return found[0];
  }
  return null;
}

/** gridImport_kWh becomes grid import kWh. */
function writeWords(head: string): string {
  return head.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
}

const READING =
  /ställning|zählerst|meterstand|målerst|register ?value|lukema|reading|counter|räkne|index(?!no)|(?<!\p{L})(?:state|stand|lifetime)(?!\p{L})|total ?(?:yield|energy|increasing)/iu;
const DAILY =
  /dagens|today|daily|heute|tages|vandaag|i dag|idag|per dag|day(?= ?yield| ?energy)|tänään/iu;
const POWER = /effekt|power|leistung|puissance|vermogen|teho(?!k)/iu;
/** Words, and the OBIS codes 1.8.0 and 2.8.0 next to those of tariffs. */
const TOTAL =
  /total|summa|sum(?!m)|gesamt|totaal|samlet|yhteensä|sammanlagt|(?:^|[^\d.])[12][.:-]8[.:-]0(?!\d)/iu;
const TARIFF =
  /(?<!\p{L})(?:dag(?:tid|tariff)?|natt(?:tid|tariff)?|day|night|tag|nacht|dagtid|(?:hög|låg|høj|lav|hoog|laag|hoch|nieder|normal|dal)(?:last|tarif{1,2}|tarief|tid)*|pleines|creuses|high|low|h[tpc]|nt|t\d|(?:off[- ]?)?peak|tarif{1,2}\s*\d|päivä|yö|normaal)(?!\p{L})/iu;

const says = (pattern: RegExp) => (heads: readonly string[]) =>
  heads.some((head) => pattern.test(writeWords(head)));

export const saysBattery = says(BATTERY);
export const saysReading = says(READING);
export const saysDaily = says(DAILY);
export const saysPower = says(POWER);
export const saysTotal = says(TOTAL);
/** Whether a head names one of several tariffs of one meter. */
export const saysTariff = says(TARIFF);
