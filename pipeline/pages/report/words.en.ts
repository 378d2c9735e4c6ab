import type { Quoted } from '#common/charts/html-page.ts';
import { WHERE_DATA } from '../../../schemas/codec/coverage-mask.ts';
import type { PvYieldModelHeader, Uncertainty } from '../../../schemas/types.ts';
import { MONTH_NAMES } from '../../dataset/dataset-figures.ts';
import { type GridTariffCounts, gridTariffCountsText } from '../../prices/grid-tariffs-text.ts';

/** Texts of a report in English, and how it writes numbers; what stands in functions comes written. */
export const en = {
  language: 'en',
  contents: 'Contents',
  months: MONTH_NAMES,
  compass: { north: 'N', east: 'E', south: 'S', west: 'W' },
  /** Writes a number with so many decimals, or with those that it has. */
  number: (value: number, decimals?: number) =>
    decimals === undefined ? String(value) : value.toFixed(decimals),
  range: (least: string, most: string) => `${least} to ${most}`,
  /** Stands between items with figures in a list. */
  between: ', ',
  median: (value: string) => `median ${value}`,
  /** Marks what the dataset says in its own words, which are English. */
  quote: (text: string): string | Quoted => text,
  coverage: (name: string) => name,

  page: {
    title: (version: string, coverage: string) =>
      coverage === WHERE_DATA
        ? `Sun where the rasters have data, dataset ${version}`
        : `Sun over ${coverage}, dataset ${version}`,
    lead: (source: string): (string | Quoted)[] => [`${source}.`],
    yield: 'kWh/kWp a year at the optimum',
    irradiation: 'kWh/m² a year on the flat',
    aboveMedian: '; above: median',
    tilt: 'optimum tilt',
    facingSouth: '°, facing south',
    cells: 'cells',
    step: (degrees: string, coverage: string) => `every ${degrees}°, ${coverage}`,
  },

  maps: {
    title: 'Where the sun is',
    place: (lat: string, northSouth: string, lng: string, eastWest: string) =>
      `${lat} ${northSouth} ${lng} ${eastWest}`,
    near: (place: string, km: string, town: string) => `${place}, ${km} km from ${town}`,
    extremes: (median: string, most: string, least: string, percent: string) =>
      `At its best tilt, a south roof yields ${median} kWh/kWp a year in the median cell. The most is ${most}, the least ${least}, ${percent} % of it.`,
    note: (pale: string) =>
      `Each square is a cell of the dataset.${pale} Figures, colours and medians are of the cells whose centre is covered. Outlines: Natural Earth.`,
    pale: ' Pale ones lie outside the country and serve lookups along the border.',
    yield: 'Yield at the optimum',
    yieldUnit: 'kWh/kWp a year',
    irradiation: 'Global horizontal irradiation',
    irradiationUnit: 'kWh/m² a year',
    tilt: 'Optimum tilt',
    tiltUnit: 'degrees, facing south',
    temperature: (month: string) => `Mean temperature, ${month}`,
    database: 'Radiation database',
    databaseCells: (name: string, isCorrected: boolean, count: string) =>
      `${name}${isCorrected ? ', corrected' : ''}: ${count} cells`,
    correction: (isOn: boolean) => `ERA5 correction: ${isOn ? 'on' : 'off'}`,
  },

  seasons: {
    title: 'When the sun is there',
    summer: (percent: string, latitude: number, december: string) =>
      `${percent} % at ${latitude}° N (December ${december} %)`,
    text: (north: string, south: string) =>
      `From May to July falls ${north} and ${south} of the year's irradiation.`,
    shares: (of: string) => `Shares of the year: ${of}`,
    note: 'Each row is the mean of the cells within half a degree; its twelve months sum to 100 %. A tilted roof evens the year out.',
    irradiation: 'Global horizontal irradiation',
    southRoof: 'Yield of a south roof at 40°',
    subtitle: 'Percent of the year in each month, by latitude',
    unit: '% of the year',
  },

  orientation: {
    title: 'Which way a roof may face',
    note: 'A compass seen from above: the direction is where the roof faces, the distance from the middle its tilt, from flat in the middle to a wall at the rim. Figures are percent of the best orientation, the ring is the optimum. East and west are equal: the method works in solar time.',
    best: (kwhKwp: string, tiltDeg: number) =>
      `${kwhKwp} kWh/kWp a year at tilt ${tiltDeg}°, south`,
    whole: (best: string) => `100 % is ${best}`,
    described: (best: string, others: string) => `Best: ${best}. Of that: ${others}.`,
    unit: '% of the best',
    planes: {
      flat: 'flat',
      east: 'east at 40°',
      west: 'west at 40°',
      north: 'north at 40°',
      southWall: 'south wall',
      eastWall: 'east wall',
      westWall: 'west wall',
      northWall: 'north wall',
    },
  },

  comparison: {
    title: 'Beside published figures',
    none: 'None of the published points lies in this dataset.',
    swedish:
      'The published figures are of places in Sweden; the rest of this dataset is not held against any.',
    text: (points: number, percent: string) =>
      `At the ${points} places with a published figure, yearly irradiation is at most ${percent} % away from it. A dataset that was modelled from these very points, as the default climatology is, shows here how well it keeps them, not its error elsewhere.`,
    note: 'Published irradiation: PVGIS 5.2, means of 2005 to 2020.',
    lossNote:
      ' Losses: reflection, temperature with low light, and system, in the cells of the towns; expected: ranges from the literature and from the method itself.',
    irradiation: 'Yearly global horizontal irradiation, kWh/m²',
    irradiationHeadings: ['', 'dataset', 'published', 'difference'],
    losses: 'Loss from in-plane irradiation to yield, %',
    lossHeadings: ['Plane', 'to 60° N', 'expected', 'north of it', 'expected'],
    plane: (label: string) => label,
    noCell: 'none',
  },

  prices: {
    title: 'What power costs',
    note: 'Spot price by month and clock hour: means, without taxes; hour 0 is 00:00 to 01:00 in Sweden. Price areas from north (SE1) to south (SE4), on one scale.',
    unit: 'SEK/kWh',
    mean: (area: string, price: string) => `${area}: mean ${price} SEK/kWh`,
    at: (month: string, hour: number) => `${month} ${hour}:00`,
    from: (low: string, at: string, high: string, then: string) =>
      `from ${low} (${at}) to ${high} (${then})`,
    described: (range: string) => `Spot price by month and clock hour, ${range} SEK/kWh.`,
    spreadName: 'Spread of a day',
    spreadNote: (year: number, use: string, made: string) =>
      `The dataset has the hours of ${year}, which ${use}.${made} A battery that follows the price of its hour earns by this spread; means by month and hour have less of it.`,
    quarterHours: (days: number) => ` On ${days} days they are the means of quarter hours.`,
    listed: (licence: string) => `may be listed and exported: ${licence}`,
    unlisted: 'are used in simulations and neither listed nor exported',
    spread: 'Spread of a day: highest less lowest hour',
    spreadMean: (areas: string) => `mean of the year: ${areas}`,
    spreadDescribed: (areas: string) =>
      `Mean spread of a day by price area and month, SEK/kWh; of the year ${areas}.`,
  },

  gridTariffs: {
    title: 'What the grid costs',
    counts: (counts: GridTariffCounts) => gridTariffCountsText(counts),
    caption: 'Price lists, with VAT, without energy tax',
    headings: ['', 'list', 'SEK a year at 20 A', 'öre/kWh', 'power, SEK/kW a month', 'read'],
    trust:
      'Trust A: the operator’s own text. B: second-hand and consistent. C: single or doubtful. Small operators may have changed theirs since it was read.',
    unknown: 'not known',
    none: 'none',
    ofSpot: (percent: string) => ` + ${percent} % of spot`,
    atFuses: (amperes: string) => ` at ${amperes} A`,
    atTimes: ' at times',
    days: 'days',
    hours: 'hours',
  },

  household: {
    title: 'What houses use',
    filling: (appliances: string, water: string, towns: string) =>
      `A year's use is appliances and light up to ${appliances} kWh, then hot water up to ${water}, and the rest space heat. A house of which only the price area is known has the temperatures of ${towns}.`,
    curvesNote:
      'Mean use of many houses; the model lets single hours and days differ from it as those of a house do.',
    temperaturesNote: 'Temperatures by which houses are heated.',
    weekday: 'Appliances, working days',
    weekend: 'Appliances, days off',
    peak: (celsius: string, hour: number) => `${celsius} °C: most at ${hour}:00`,
    subtitle: 'by outdoor temperature and clock hour',
    unit: 'relative use',
  },

  provenance: {
    title: 'Where it comes from',
    noManifest: 'There is no manifest.json beside this dataset: its inputs are not known.',
    recorded: 'manifest.json records this very file: its inputs are those listed below.',
    unrecorded:
      'manifest.json beside this dataset records another build: the inputs listed below are not the ones of this file. Run "make check-version" to see what changed.',
    sources: 'Sources, in order of preference',
    attribution: 'Attribution',
    dataset: 'Dataset',
    version: 'Version',
    generated: 'Generated',
    coverage: 'Coverage',
    cells: 'Cells',
    step: (count: string, degrees: string) => `${count}, every ${degrees}°`,
    filled: 'Filled',
    filledCells: (count: string) => `${count} cells take the values of the nearest cell with data`,
    unusual: (database: string) => `Unusual values of ${database}`,
    wrongPixels: (database: string) => `Pixels of ${database} that look wrong`,
    accepted: (reason: string): string | Quoted => `accepted: ${reason}`,
    file: 'File',
    fileBytes: (path: string, bytes: string) => `${path}, ${bytes} bytes`,
    model: 'Model',
    modelNames: {
      sky_model: 'sky model',
      poa_model: 'poa model',
      albedo: 'albedo',
      horizon: 'horizon',
      representative_days: 'representative days',
      steps_per_day: 'steps per day',
      system_loss: 'system loss',
      wind_m_s: 'wind m s',
      anchor_scale: 'anchor scale',
    } satisfies Record<keyof PvYieldModelHeader, string>,
    correction: 'ERA5 correction',
    factors: (factors: string) => `monthly factors ${factors}`,
    off: 'off',
    uncertain: 'Uncertain beside the weather, one standard deviation',
    uncertainParts: {
      dataset: 'dataset',
      transposition: 'transposition',
      module: 'module',
      losses: 'losses',
    } satisfies Record<keyof Uncertainty, string>,
    fromLatitude: (all: string, latitude: string, north: string) =>
      `${all} %, from ${latitude}° N on ${north} %`,
    source: 'Source',
    spread: 'Spread between years',
    years: 'Years',
    yearSd: "Standard deviation of a year's irradiation",
    inMedianCell: (median: string, range: string) => `${median} % in the median cell, ${range} %`,
    planeFactor: 'A plane for 1 % of the flat one',
    planes: (south: string, eastWest: string, north: string, wall: string) =>
      `tilt 40 south ${south}, east and west ${eastWest}, north ${north}; south wall ${wall}`,
    scatter: 'Light beside the irradiation adds, in quadrature',
    inputFiles: (count: number) => `${count} input files with their hashes`,
    inputs: 'Inputs',
    inputHeadings: ['file', 'bytes', 'SHA-256'],
    recipe: 'The recipe, without its sources',
  },
};

/** Texts of a report, which every language has. */
export type ReportWords = typeof en;
