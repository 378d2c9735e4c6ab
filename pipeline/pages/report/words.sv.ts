import { COUNTRY, WHERE_DATA } from '../../../schemas/codec/coverage-mask.ts';
import type { ReportWords } from './words.en.ts';

/** Coverages that a build names itself. */
const COVERAGES: Record<string, string | undefined> = {
  [COUNTRY]: 'Sverige',
  [WHERE_DATA]: 'där rastren har data',
};

/** Formats by their decimals; a value that rounds to zero has no minus. */
const NUMBERS = new Map<number | undefined, Intl.NumberFormat>();

function formatNumber(value: number, decimals?: number): string {
  const format =
    NUMBERS.get(decimals) ??
    new Intl.NumberFormat('sv-SE', {
      minimumFractionDigits: decimals ?? 0,
      maximumFractionDigits: decimals ?? 20,
      signDisplay: 'negative',
    });
  NUMBERS.set(decimals, format);
  return format.format(value);
}

const quote = (text: string) => ({ text, lang: 'en' });

/** Texts of a report in Swedish. */
export const sv: ReportWords = {
  language: 'sv',
  contents: 'Innehåll',
  months: ['jan', 'feb', 'mar', 'apr', 'maj', 'juni', 'juli', 'aug', 'sep', 'okt', 'nov', 'dec'],
  compass: { north: 'N', east: 'Ö', south: 'S', west: 'V' },
  number: formatNumber,
  range: (least, most) => `${least} till ${most}`,
  between: '; ',
  median: (value) => `median ${value}`,
  quote,
  coverage: (name) => COVERAGES[name] ?? name,

  page: {
    title: (version, coverage) =>
      coverage === WHERE_DATA
        ? `Sol där rastren har data, datamängd ${version}`
        : `Sol över ${sv.coverage(coverage)}, datamängd ${version}`,
    lead: (source) => [
      'Så mycket sol, el och pengar räknar sidorna med, och härifrån kommer siffrorna. Datamängden beskriver sin första källa så, på engelska:',
      quote(`${source}.`),
    ],
    yield: 'kWh/kWp om året vid bästa lutning',
    irradiation: 'kWh/m² om året mot vågrät yta',
    aboveMedian: '; ovan: medianen',
    tilt: 'bästa lutning',
    facingSouth: '°, mot söder',
    cells: 'rutor',
    step: (degrees, coverage) => `en var ${degrees}°, ${coverage}`,
  },

  maps: {
    title: 'Var solen finns',
    place: (lat, northSouth, lng, eastWest) => `${lat}° ${northSouth}, ${lng}° ${eastWest}`,
    near: (place, km, town) => `${place}, ${km} km från ${town}`,
    extremes: (median, most, least, percent) =>
      `Vid bästa lutning ger ett tak mot söder ${median} kWh/kWp om året i medianrutan. Det mesta är ${most}, det minsta ${least}: ${percent} % av det mesta.`,
    note: (pale) =>
      `Varje fyrkant är en ruta i datamängden.${pale} Siffror, färger och medianer gäller de rutor vars mitt ligger inom täckningen. Landkonturer: Natural Earth.`,
    pale: ' De bleka ligger utanför landet och behövs för platser nära gränsen.',
    yield: 'Utbyte vid bästa lutning',
    yieldUnit: 'kWh/kWp om året',
    irradiation: 'Solinstrålning mot vågrät yta',
    irradiationUnit: 'kWh/m² om året',
    tilt: 'Bästa lutning',
    tiltUnit: 'grader, mot söder',
    temperature: (month) => `Medeltemperatur, ${month}`,
    database: 'Databas för solinstrålning',
    databaseCells: (name, isCorrected, count) =>
      `${name}${isCorrected ? ', korrigerad' : ''}: ${count} rutor`,
    correction: (isOn) => `Korrigering av ERA5: ${isOn ? 'på' : 'av'}`,
  },

  seasons: {
    title: 'När solen finns',
    summer: (percent, latitude, december) =>
      `${percent} % vid ${latitude}° N (december ${december} %)`,
    text: (north, south) =>
      `Av årets solinstrålning kommer från maj till juli ${north} och ${south}.`,
    shares: (of) => `Månadernas andel av året: ${of}`,
    note: 'Varje rad är medeltalet av rutorna inom en halv grad; dess tolv månader blir tillsammans 100 %. Ett lutande tak jämnar ut året.',
    irradiation: 'Solinstrålning mot vågrät yta',
    southRoof: 'Utbyte från ett tak mot söder, 40°',
    subtitle: 'Varje månads andel av året i procent, efter breddgrad',
    unit: '% av året',
  },

  orientation: {
    title: 'Åt vilket håll ett tak kan vetta',
    note: 'En kompass sedd ovanifrån: riktningen är dit taket vetter, avståndet från mitten dess lutning, från platt i mitten till vägg vid randen. Siffrorna är procent av det bästa läget, och ringen visar det. Öster och väster är lika: metoden räknar i soltid.',
    best: (kwhKwp, tiltDeg) => `${kwhKwp} kWh/kWp om året vid ${tiltDeg}° mot söder`,
    whole: (best) => `100 % är ${best}`,
    described: (best, others) => `Bäst: ${best}. Av det: ${others}.`,
    unit: '% av det bästa',
    planes: {
      flat: 'platt',
      east: 'öster 40°',
      west: 'väster 40°',
      north: 'norr 40°',
      southWall: 'vägg mot söder',
      eastWall: 'vägg mot öster',
      westWall: 'vägg mot väster',
      northWall: 'vägg mot norr',
    },
  },

  comparison: {
    title: 'Jämfört med publicerade siffror',
    none: 'Ingen av de publicerade punkterna ligger i datamängden.',
    swedish:
      'De publicerade siffrorna gäller platser i Sverige; resten av datamängden är inte jämförd med några.',
    text: (points, percent) =>
      `${points === 1 ? 'På den enda plats' : `På de ${points} platser`} som har en publicerad siffra ligger årets solinstrålning högst ${percent} % från den. En datamängd som är modellerad ur just de punkterna, som den medföljande klimatologin, visar här hur väl den bevarar dem, inte hur fel den har på andra platser.`,
    note: 'Publicerad solinstrålning: PVGIS 5.2, medeltal för 2005 till 2020.',
    lossNote:
      ' Förluster: reflexion, temperatur och svagt ljus samt system, i orternas rutor; väntat: intervall ur litteraturen och ur metoden själv.',
    irradiation: 'Årets solinstrålning mot vågrät yta, kWh/m²',
    irradiationHeadings: ['', 'datamängden', 'publicerat', 'skillnad'],
    losses: 'Förlust från solinstrålning mot panelen till el, %',
    lossHeadings: ['Läge', 'till 60° N', 'väntat', 'norr därom', 'väntat'],
    plane: (label) =>
      label
        .replace(/^flat$/, 'platt')
        .replace(/^E(?=\d)/, 'Ö')
        .replace(/^W(?=\d)/, 'V'),
    noCell: 'ingen',
  },

  prices: {
    title: 'Vad elen kostar',
    note: 'Spotpris per månad och klockslag: medeltal, utan skatter och moms; timme 0 är 00.00 till 01.00 svensk tid. Elområden från norr (SE1) till söder (SE4), i samma skala.',
    unit: 'kr/kWh',
    mean: (area, price) => `${area}: i snitt ${price} kr/kWh`,
    at: (month, hour) => `${month} kl. ${hour}`,
    from: (low, at, high, then) => `från ${low} (${at}) till ${high} (${then})`,
    described: (range) => `Spotpris per månad och klockslag, ${range} kr/kWh.`,
    spreadName: 'Prisskillnad under dygnet',
    spreadNote: (year, use, made) =>
      `Datamängden har timpriserna för ${year}, som ${use}.${made} Ett batteri som följer timpriset tjänar på den här skillnaden; i medeltal per månad och timme är den mindre.`,
    quarterHours: (days) => ` Under ${days} dygn är de medeltal av kvartspriser.`,
    listed: (licence) => `får visas och exporteras: ${licence}`,
    unlisted: 'används i simuleringar men varken visas eller exporteras',
    spread: 'Dygnets dyraste timme minus dess billigaste',
    spreadMean: (areas) => `årets medel: ${areas}`,
    spreadDescribed: (areas) =>
      `Dygnets dyraste timme minus den billigaste, i medeltal per elområde och månad, kr/kWh; över året ${areas}.`,
  },

  gridTariffs: {
    title: 'Vad elnätet kostar',
    counts: ({ lists, companies, ended, current, charged }) =>
      `${lists} prislistor från ${companies} elnätsföretag, varav ${ended} har slutat gälla; av de övriga ${current} har ${charged} en effektavgift.`,
    caption: 'Prislistor, med moms, utan energiskatt',
    headings: ['', 'lista', 'kr om året vid 20 A', 'öre/kWh', 'effekt, kr/kW i månaden', 'läst'],
    trust:
      'Tillförlitlighet A: nätföretagets egen text. B: ur andra hand, och stämmer överens. C: en enda uppgift, eller osäker. Små nätföretag kan ha ändrat sin prislista sedan den lästes.',
    unknown: 'okänt',
    none: 'ingen',
    ofSpot: (percent) => ` + ${percent} % av spotpriset`,
    atFuses: (amperes) => ` vid ${amperes} A`,
    atTimes: ' vissa tider',
    days: 'dagar',
    hours: 'timmar',
  },

  household: {
    title: 'Vad hus använder',
    filling: (appliances, water, towns) =>
      `Årets el går till apparater och ljus upp till ${appliances} kWh, sedan till varmvatten upp till ${water}, och resten värmer huset. Ett hus som man bara vet elområdet för får temperaturen i ${towns}.`,
    curvesNote:
      'Medeltal för många hus; modellen låter enskilda timmar och dagar avvika från det, som de gör i ett riktigt hus.',
    temperaturesNote: 'Temperaturerna som husen värms efter.',
    weekday: 'Apparater, vardagar',
    weekend: 'Apparater, lediga dagar',
    peak: (celsius, hour) => `${celsius} °C: mest kl. ${hour}`,
    subtitle: 'efter utetemperatur och klockslag',
    unit: 'andel av användningen',
  },

  provenance: {
    title: 'Var siffrorna kommer från',
    noManifest:
      'Det finns ingen manifest.json bredvid datamängden: vad den är gjord av är inte känt.',
    recorded: 'manifest.json gäller just den här filen: den är gjord av det som listas nedan.',
    unrecorded:
      'manifest.json bredvid datamängden gäller ett annat bygge: filen är inte gjord av det som listas nedan. Kör ”make check-version” för att se vad som har ändrats.',
    sources: 'Källor, den som används först överst',
    attribution: 'Upphov',
    dataset: 'Datamängd',
    version: 'Version',
    generated: 'Byggd',
    coverage: 'Täckning',
    cells: 'Rutor',
    step: (count, degrees) => `${count}, en var ${degrees}°`,
    filled: 'Ifyllt',
    filledCells: (count) => `${count} rutor har fått värdena från närmaste ruta med data`,
    unusual: (database) => `Ovanliga värden i ${database}, godtagna`,
    wrongPixels: (database) => `Bildpunkter i ${database} som ser fel ut, godtagna`,
    accepted: (reason) => quote(reason),
    file: 'Fil',
    fileBytes: (path, bytes) => `${path}, ${bytes} byte`,
    model: 'Modell',
    modelNames: {
      sky_model: 'himmelsmodell',
      poa_model: 'instrålning mot panelen',
      albedo: 'markens reflexion (albedo)',
      horizon: 'horisont',
      representative_days: 'typdagar om året',
      steps_per_day: 'steg per dag',
      system_loss: 'systemförlust',
      wind_m_s: 'vind, m/s',
      anchor_scale: 'faktor från referensutbyten',
    },
    correction: 'Korrigering av ERA5',
    factors: (factors) => `en faktor per månad: ${factors}`,
    off: 'av',
    uncertain: 'Osäkerhet utöver vädret, en standardavvikelse',
    uncertainParts: {
      dataset: 'datamängden',
      transposition: 'från vågrätt till lutande',
      module: 'panelen',
      losses: 'förlusterna',
    },
    fromLatitude: (all, latitude, north) => `${all} %, från ${latitude}° N och norrut ${north} %`,
    source: 'Källa',
    spread: 'Skillnad mellan år',
    years: 'År',
    yearSd: 'Standardavvikelse för ett års solinstrålning',
    inMedianCell: (median, range) => `${median} % i medianrutan, ${range} %`,
    planeFactor: 'Lutande yta när den vågräta ändras 1 %',
    planes: (south, eastWest, north, wall) =>
      `lutning 40° mot söder ${south}; mot öster och väster ${eastWest}; mot norr ${north}; vägg mot söder ${wall}`,
    scatter: 'Annat ljus lägger till, som kvadratsumma',
    inputFiles: (count) => `${count} indatafiler med sina hashar`,
    inputs: 'Indata',
    inputHeadings: ['fil', 'byte', 'SHA-256'],
    recipe: 'Receptet, utan källorna',
  },
};
