/**
 * Names of other services for the parameters of a yield: PVGIS 5.3 (PVcalc, seriescalc), PVWatts V8, Solcast (rooftop and
 * advanced PV power, its sites), pvlib, Forecast.Solar, Open-Meteo and Renewables.ninja, and usual words for them. Names are in small
 * letters and without separators. Names of what leaves a yield alone (output, money, files) are in none of the lists.
 */

/** Names that callers' tools add to any query: of campaigns, caches, keys and languages. PVGIS' `systemcost` is near one of ours. */
export const HARMLESS = /^(utm_.*|gclid|fbclid|_|v|cb|lang|api_key|key|format|systemcost)$/i;

/** Names that others have for each of our parameters. */
const OURS = {
  lat: 'latitude',
  lng: 'lon long longitude',
  tilt: 'slope angle declination dec inclination pitch surfacetilt arraytilt paneltilt tiltdeg tiltangle',
  azimuth:
    'aspect az azim orientation surfaceazimuth arrayazimuth panelazimuth azimuthdeg azimuthangle',
  kwp: 'peakpower power capacity capacitykwp capacitykw capacitydc systemcapacity systemcapacitykw installedcapacity installedpower modulespower nominalpower systemsize pdc0',
  system_loss: 'loss lossfactor pvwattslosses deratingothersystem',
  shading: 'shade shadow shadingfactor',
  months: 'month monthly',
  zone: 'area pricearea biddingzone',
  horizon_deg: 'horizon terrainshading',
  userhorizon: 'usehorizon',
  snow_loss: 'snow snowsoiling applysnowsoiling',
};

/** Names of parameters that change a yield elsewhere, by the reason why they are fixed here. */
const UNSUPPORTED = {
  "The ground's reflection is the dataset's (model.albedo of an answer)":
    'albedo albedodefault albedodefaultsnow usewfalbedo sitegroundalbedo groundalbedo',
  'Panels are fixed':
    'fixed tracking trackingtype arraytype inclinedaxis inclinedoptimum inclinedaxisangle verticalaxis verticaloptimum verticalaxisangle twoaxis trackeraxisazimuth trackermaxrotationangle trackerbacktracking trackersmarttracking applytrackerinactive',
  'Send tilt and azimuth. An answer names the best ones in "optimal"':
    'optimalangle optimalinclination optimaltilt optimalazimuth',
  'Panels are crystalline silicon with one side, well ventilated':
    'pvtechchoice moduletype mountingplace mounting racking rackingmodel bifacial bifaciality bifacialsystem bifacialityfactor pvrowheight pvrowwidth deratingtempmodule temperaturecoefficient gammapdc',
  'Count it in "system_loss"':
    'soiling dustsoilingaverage applydustsoiling inveff inverterefficiency inverterpeakefficiency etainvnom deratingagesystem degradation installdate applyavailability availability',
  'Rows do not shade each other. Count it in "shading"':
    'gcr groundcoverageratio terrainslope terrainazimuth',
  'A lookup has no inverter. POST /api/v1/pv-yield/series has "inverter_kw"':
    'inverterkw dcacratio accapacity capacityac gridexportlimit applyconstraint',
  'Answers are long-term means of the dataset. "variability" has the spread between years':
    'raddatabase startyear endyear datefrom dateto dataset radius fileid solarresourcefile probability ghiweight dniweight clearskyzenithcoefficient cloudyzenithcoefficient',
};

/** Our parameters with a name of another service each. */
export const OTHER_NAMES = pairs(OURS);

const REASONS = new Map(pairs(UNSUPPORTED).map(([reason, name]) => [name, reason]));

/** Why another service's parameter is not supported here. Undefined for a name that changes no yield. */
export function unsupportedReason(forms: readonly string[]): string | undefined {
  return forms.map((form) => REASONS.get(form)).find((reason) => reason !== undefined);
}

function pairs(lists: Record<string, string>): (readonly [meaning: string, name: string])[] {
  return Object.entries(lists).flatMap(([meaning, names]) =>
    names.split(' ').map((name) => [meaning, name] as const),
  );
}
