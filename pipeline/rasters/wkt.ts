import { notRead, type Proj4Parameters, proj4Parameters } from './proj4-text.ts';

/** An element of WKT: its keyword, then texts, numbers and elements. */
type Node = [keyword: string, ...parts: Part[]];
type Part = string | number | Node;

const TOKEN = /"((?:[^"]|"")*)"|([A-Za-z_]\w*)|([-+]?[\d.]+(?:[eE][-+]?\d+)?)|([[(])|([\])])/g;
const DEGREE = Math.PI / 180;

/** Whether a text is WKT, of any dialect. */
export function isWkt(text: string): boolean {
  return /^\s*[A-Za-z_]+\s*[[(]/.test(text);
}

/**
 * Parameters of the coordinate system that WKT states: WKT 1 of GDAL or ESRI, or WKT 2 (ISO 19162). proj4js' reader takes
 * some for others (proj4js/proj4js#433, #220), and a sphere's latitudes for an ellipsoid's.
 * @throws Error naming the projection that is not read
 */
export function wktParameters(text: string, owner: string): Proj4Parameters {
  const system = systemIn(parsed(text, owner));
  const extension = child(system, 'EXTENSION');
  if (extension?.[1] === 'PROJ4') return proj4Parameters(String(extension[2]));
  if (/^GEO(G|D)/i.test(system[0])) return geographic(system, owner);
  if (!/^PROJ/i.test(system[0])) throw notRead(system[0], owner);
  return projected(system, owner);
}

function parsed(text: string, owner: string): Node {
  const root: Node = [''];
  const open: Node[] = [root];
  for (const [, quoted, word, number, opens, closes] of text.matchAll(TOKEN)) {
    const top = open[open.length - 1];
    if (opens) {
      const keyword = top.pop();
      const node: Node = [String(keyword)];
      top.push(node);
      open.push(node);
    } else if (closes) open.pop();
    else top?.push(quoted?.replaceAll('""', '"') ?? (number === undefined ? word : Number(number)));
    if (open.length === 0) break;
  }
  const [, first] = root;
  if (open.length === 1 && Array.isArray(first)) return first;
  throw new Error(
    `${owner}: its coordinate system is WKT whose brackets do not close: ${text.slice(0, 60)}. Give its proj4 text in "crs".`,
  );
}

/** The horizontal part of one with heights, and the system itself of one bound to another. */
function systemIn(node: Node): Node {
  const keyword = node[0].toUpperCase();
  if (/^COMP/.test(keyword)) return systemIn(nodes(node)[0] ?? node);
  const source = keyword === 'BOUNDCRS' ? child(node, 'SOURCECRS') : undefined;
  return source ? systemIn(nodes(source)[0] ?? node) : node;
}

function nodes(node: Node): Node[] {
  return node.filter((part): part is Node => Array.isArray(part));
}

function child(node: Node | undefined, ...keywords: string[]): Node | undefined {
  return node && nodes(node).find(([keyword]) => keywords.includes(keyword.toUpperCase()));
}

function numberAt(node: Node | undefined, place: number): number | undefined {
  const part = node?.[place];
  return typeof part === 'number' ? part : undefined;
}

function geographic(system: Node, owner: string): Proj4Parameters {
  if (child(system, 'DERIVINGCONVERSION')) throw notRead('rotated pole', owner);
  const unit = angleUnit(system);
  if (Math.abs(unit - 1) > 1e-6) throw notRead(`degrees of ${unit}`, owner);
  return { proj: 'longlat', ...datum(system) };
}

function angleUnit(system: Node): number {
  const unit = child(system, 'ANGLEUNIT', 'UNIT') ?? child(child(system, 'AXIS'), 'ANGLEUNIT');
  return inDegrees(numberAt(unit, 2));
}

/** Rounded, as files write a degree with ten to sixteen digits. */
function inDegrees(perUnit: number | undefined): number {
  const degrees = (perUnit ?? DEGREE) / DEGREE;
  return Math.abs(degrees - 1) < 1e-6 ? 1 : degrees;
}

/** Ellipsoid, prime meridian, and the shift to WGS84 where it is stated. */
function datum(base: Node): Proj4Parameters {
  const stated = child(base, 'DATUM', 'ENSEMBLE', 'TRF', 'GEODETICDATUM');
  const ellipsoid = child(stated, 'SPHEROID', 'ELLIPSOID');
  const [a = 6378137, rf = 0] = [numberAt(ellipsoid, 2), numberAt(ellipsoid, 3)];
  const metres = numberAt(child(ellipsoid, 'LENGTHUNIT'), 2) ?? 1;
  const pm = numberAt(child(base, 'PRIMEM'), 2) ?? 0;
  const shift = child(stated, 'TOWGS84')?.slice(1).join();
  return {
    a: a * metres,
    ...(rf === 0 ? { b: a * metres } : { rf }),
    ...(pm !== 0 && { pm }),
    ...(shift && rf !== 0 && { towgs84: shift }),
  };
}

/** Parameters by what PROJ calls them. Keys are compared without capitals and signs. */
const NAMES: Record<string, RegExp> = {
  lat_0:
    /^(latitudeof(origin|center|centre|naturalorigin|falseorigin|projectioncentre)|centralparallel)$/,
  lon_0:
    /^(centralmeridian|longitudeof(origin|center|centre|naturalorigin|falseorigin|projectioncentre)|straightverticallongitudefrompole)$/,
  lat_1: /^(standardparallel1?|latitudeof1ststandardparallel|latitudeofstandardparallel)$/,
  lat_2: /^(standardparallel2|latitudeof2ndstandardparallel)$/,
  k: /^scalefactor(atnaturalorigin|atprojectioncentre)?$/,
  x_0: /^(falseeasting|eastingat(falseorigin|projectioncentre))$/,
  y_0: /^(falsenorthing|northingat(falseorigin|projectioncentre))$/,
};

/** Projections by the names of OGC's WKT 1, ESRI and EPSG. Keys are compared without capitals and signs. */
const METHODS: [names: RegExp, proj: string][] = [
  [/^(transversemercator|gausskruger|gaussboaga)$/, 'tmerc'],
  [/^lambert(conic(al)?conformal|conformalconic)([12]sp)?$/, 'lcc'],
  [/^lambertazimuthalequalarea(spherical)?$/, 'laea'],
  [/^albers(conic)?(equalarea)?$/, 'aea'],
  [/^(modified)?azimuthalequidistant$/, 'aeqd'],
  [/^(polarstereographic(varianta|variantb)?|stereographic(north|south)pole)$/, 'polar'],
  [/^stereographic$/, 'stere'],
  [/^(oblique|double)stereographic$/, 'sterea'],
  [/^mercator([12]sp|variant[ab]|spherical)?$/, 'merc'],
  [/^(mercatorauxiliarysphere|popularvisualisationpseudomercator)$/, 'webmerc'],
  [/^(equidistantcylindrical(spherical)?|equirectangular|platecarree)$/, 'eqc'],
  [/^(lambert)?cylindricalequalarea(spherical)?$/, 'cea'],
  [/^behrmann$/, 'behrmann'],
  [/^equidistantconic$/, 'eqdc'],
  [/^sinusoidal$/, 'sinu'],
  [/^mollweide$/, 'moll'],
  [/^robinson$/, 'robin'],
  [/^equalearth$/, 'eqearth'],
];

function projected(system: Node, owner: string): Proj4Parameters {
  const base = child(system, 'GEOGCS', 'BASEGEOGCRS', 'BASEGEODCRS');
  const conversion = child(system, 'CONVERSION') ?? system;
  const method = String(child(conversion, 'PROJECTION', 'METHOD')?.[1]);
  const proj = METHODS.find(([names]) => names.test(bare(method)))?.[1];
  if (!base || !proj) throw notRead(method, owner);
  const metres = lengthUnit(system);
  const values = parametersIn(conversion, metres, angleUnit(base));
  return {
    ...variant(proj, values),
    ...datum(base),
    ...(proj === 'webmerc' && { b: datum(base).a, rf: '', proj: 'merc' }),
    ...(metres !== 1 && { to_meter: metres }),
  };
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Metres of the unit of a projected system. */
function lengthUnit(system: Node): number {
  const unit = child(system, 'UNIT', 'LENGTHUNIT') ?? child(child(system, 'AXIS'), 'LENGTHUNIT');
  return numberAt(unit, 2) ?? 1;
}

/** Parameters of a conversion, in degrees and metres. Each has a unit of its own in WKT 2, or those of the system. */
function parametersIn(conversion: Node, metres: number, degrees: number): Proj4Parameters {
  const found: Proj4Parameters = {};
  for (const node of nodes(conversion)) {
    if (node[0].toUpperCase() !== 'PARAMETER') continue;
    const name = Object.keys(NAMES).find((key) => NAMES[key].test(bare(String(node[1]))));
    const value = numberAt(node, 2);
    if (!name || value === undefined) continue;
    const angle = numberAt(child(node, 'ANGLEUNIT'), 2);
    const length = numberAt(child(node, 'LENGTHUNIT'), 2) ?? metres;
    const perUnit = { l: angle === undefined ? degrees : inDegrees(angle), x: length, y: length };
    found[name] = value * (perUnit[name[0] as 'l' | 'x' | 'y'] ?? 1);
  }
  return found;
}

/** PROJ's parameters of a projection, which other texts give by other names. */
function variant(proj: string, { lat_1, lat_2, ...rest }: Proj4Parameters): Proj4Parameters {
  const { lat_0 = 0 } = rest;
  if (proj === 'polar') {
    const trueAt = Number(lat_1 ?? lat_0);
    return { ...rest, proj: 'stere', lat_0: trueAt < 0 ? -90 : 90, lat_ts: trueAt };
  }
  if (proj === 'lcc')
    return { ...rest, proj, lat_1: lat_1 ?? lat_0, lat_2: lat_2 ?? lat_1 ?? lat_0 };
  if (proj === 'behrmann') return { ...rest, proj: 'cea', lat_ts: 30 };
  const cylinders = ['merc', 'eqc', 'cea'];
  if (lat_1 !== undefined && cylinders.includes(proj)) return { ...rest, proj, lat_ts: lat_1 };
  return {
    ...rest,
    proj,
    ...(lat_1 !== undefined && { lat_1 }),
    ...(lat_2 !== undefined && { lat_2 }),
  };
}
