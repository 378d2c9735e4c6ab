// Generated from *.schema.json by "make schemas". Do not edit.

/** self_consumption stores surplus and covers deficit, and ignores prices. */
export type BatteryStrategy = "self_consumption" | "arbitrage" | "peak_shaving" | "combined";
/** Swedish price area of the electricity market. */
export type PriceArea = "SE1" | "SE2" | "SE3" | "SE4";
/** Latitude, decimal degrees (WGS84). */
export type Latitude = number;
/** Longitude, decimal degrees (WGS84). */
export type Longitude = number;
/** PV production of the house: exactly one of hourly_kwh and monthly_profile. */
export type SimulationPv = {
  /** kWh produced in each of the 8 760 Swedish clock hours of a year of 365 days, summer time included. */
  hourly_kwh?: number[];
  /** kWh produced in each Swedish clock hour of one typical day a month, January to December. */
  monthly_profile?: number[][];
  /** Not supported yet: gives 422 not_supported. */
  faces?: {}[];
} & {
  [k: string]: unknown;
};
/** A goal of the strategy combined. */
export type BatteryGoal = "peak_shaving" | "self_consumption" | "arbitrage";
/** Whether the rates count on the whole battery or on its reserved part. */
export type RateBasis = "installed" | "reserved";
/** Address of the page with the terms, http or https. */
export type SourceUrl = string;
/** Resolution of prices. */
export type PriceResolution = "month_x_hour" | "hourly";
/** SEK per kWh. */
export type PriceSeries = number | number[][] | number[];
/** A price list of the dataset by its id, or a custom one. */
export type GridTariffChoice = GridTariffId | OwnGridTariff;
/** Id of a price list, as GET /api/v1/simulation/tariffs lists it. */
export type GridTariffId = string;
/** current: seen valid in the year of as_of. */
export type GridTariffStatus = "current" | "last_seen" | "ended";
/** Where it was read. */
export type GridTariffSources = string[];
/** A: the operator's own text or API. */
export type GridTariffTrust = "A" | "B" | "C";
/** Clock of hours and days: local is Swedish legal time, cet UTC+1 all year. */
export type TariffClock = "local" | "cet";
/** A day whose date follows from its name and the year. */
export type HolidayName =
  | "new_year"
  | "epiphany"
  | "maundy_thursday"
  | "good_friday"
  | "easter_monday"
  | "may_day"
  | "ascension"
  | "national_day"
  | "midsummer_eve"
  | "christmas_eve"
  | "christmas_day"
  | "boxing_day"
  | "new_year_eve";
/** Days that are off in this list when they fall on Monday to Friday. */
export type TariffHolidays = HolidayName[];
/** Energy fees, of which the first that matches applies in each hour. */
export type TariffEnergyFees = TariffEnergy[] | null;
/** From the beginning of one clock hour to that of another, as in [7, 19]. */
export type TariffHourSpan = number[];
/** Hours that are in any of these. */
export type TariffWindows = TariffWhen[];
/** Main fuse, A. */
export type FuseSize = 16 | 20 | 25;
/** Only with these main fuses, A. */
export type TariffFuses = FuseSize[];
/** Fields that the source does not state: the value given is an assumption. */
export type UnstatedFields = string[];
/** Power charges, which are added up. */
export type TariffPowers = TariffPower[];
/** Main fuse, A, which selects the fees of a price list. */
export type FuseA = 16 | 20 | 25;
/** Where the price area comes from. */
export type ZoneSource = "request" | "point" | "default";
/** flat when both sides are single numbers. */
export type PriceForm = "month_x_hour_profile" | "flat" | "hourly";
/** Name and version of the model: its hours are synthetic, in the same order of days for every house. */
export type HouseholdModelName = string;
/** Source of its outdoor temperatures: the point, or the town that represents the price area. */
export type TemperaturesOf = string;
/** Where the figure comes from, or that it is our choice and why. */
export type FigureSource = string;
/** Fields that the list or its source does not state: an energy fee is the preset's then, a fixed fee 0, any other is an assumption. */
export type UnstatedFees = string[];
/** The caller's price, SEK per kWh. */
export type InputPrice = number | number[][] | HourlySummary;
export type ErrorCode =
  | "bad_request"
  | "invalid_json"
  | "invalid_api_key"
  | "body_too_large"
  | "invalid_parameter"
  | "outside_coverage"
  | "not_supported"
  | "rate_limited"
  | "dataset_unavailable"
  | "prices_unavailable"
  | "busy"
  | "lead_not_delivered"
  | "not_found"
  | "method_not_allowed"
  | "internal_error";
/** Data licence notice. */
export type Attribution = string;
/** Only lists whose company's name has this in it, in any case. */
export type CompanyFilter = string;
/** Only lists that hold on this day by their dates, whether they have ended since or not. */
export type ValidOn = string;
/** 1: those that have ended as well. */
export type WithEnded = 0 | 1;
/** The caller's id of a batch item or of a face, echoed in its result. */
export type CorrelationId = string | number;
/** Panel tilt in degrees: 0 is flat, 90 is vertical. */
export type Tilt = number;
/** Compass azimuth the panel faces in degrees: 0 = N, 90 = E, 180 = S, 270 = W. */
export type Azimuth = number;
/** Installed DC peak power in kW. */
export type Kwp = number;
/** System loss fraction. */
export type SystemLoss = number;
/** Shading multiplier. */
export type Shading = number;
/** A success or a failure. */
export type PvYieldBatchResult = PvYieldBatchSuccess | PvYieldBatchFailure;
/** kWh per kWp installed and year. */
export type AnnualKwhKwp = number;
/** kWh per kWp, January to December. */
export type MonthlyKwhKwp = number[];
/** In-plane irradiation, kWh/m2 per year. */
export type PoaAnnualKwhM2 = number;
/** Horizontal irradiation, kWh/m2 per year. */
export type GhiAnnualKwhM2 = number;
/** Annual yield divided by the optimal annual yield. */
export type OrientationFactor = number;
/** kWh per year. */
export type AnnualKwh = number;
/** kWh per month. */
export type MonthlyKwh = number[];
export type Interpolation = "bilinear" | "inverse_distance";
/** Radiation database that the irradiation comes from. */
export type RadiationDb = "RADDB-SARAH3" | "RADDB-ERA5";
/** Grid spacing in degrees: latitude, longitude. */
export type GridDeg = number[];
/** Diffuse sky model. */
export type SkyModelName = "isotropic" | "hay_davies";
/** Version of the dataset: three numbers with dots, 1.4.0 */
export type DatasetVersion = string;
/** When the dataset was made. */
export type RecipeTime = string;
/** 1 adds monthly_kwh_kwp. */
export type MatrixMonths = 0 | 1;
/** Tilts in degrees, 0 to 90 in steps of 5: the rows of the matrix. */
export type TiltsDeg = number[];
/** Compass azimuths in degrees, 0 to 350 in steps of 10: the columns of the matrix. */
export type AzimuthsDeg = number[];
/** How azimuths are counted. */
export type AzimuthConvention = string;
/** Shading multipliers, 1 = unshaded: one, 12 by month, or 12 x 24 by Swedish clock hour. */
export type FaceShading = Shading | Shading[] | Shading[][];
/** Share of each month that snow takes: 0.3 is 30 %. */
export type SnowLoss = number[];
/** hourly_kwh returns 8 760 hours. */
export type SeriesForm = "hourly_kwh" | "monthly_profile";
/** Heights of hills and houses around, degrees, evenly spaced from north by way of east. */
export type HorizonDeg = number[];
/** Production of a roof in a year of 365 days, with one of hourly_kwh and monthly_profile. */
export type PvYieldSeries = {
  /** kWh per year of all faces, after clipping. */
  annual_kwh: number;
  /** kWh of all faces, January to December, after clipping. */
  monthly_kwh: number[];
  /** kWh per year that the inverter does not deliver. */
  clipped_kwh?: number;
  /** kWh per year that the horizon takes, before clipping. */
  horizon_loss_kwh?: number;
  /** kWh per year that snow takes, before clipping. */
  snow_loss_kwh?: number;
  /** Price area of the point. */
  zone?: PriceArea;
  /** The faces in the order of the request, before clipping. */
  faces: SeriesFaceYield[];
  /** kWh in each of the 8 760 Swedish clock hours, summer time included. */
  hourly_kwh?: number[];
  /** Mean of the hours of each month by Swedish clock hour, January to December, kWh. */
  monthly_profile?: number[][];
  model: YieldModel;
  dataset: Dataset;
  attribution: Attribution;
} & {
  [k: string]: unknown;
};
/** One value for each Swedish clock hour of the year. */
export type YearOfHours = number[];
/** Hours to include in the answer. */
export type SimulationDetail = "typical_days" | "hourly";
/** January to December, each with the values of the Swedish clock hours 0 to 23. */
export type MonthHours = number[][];
/** A: official or cross-checked. */
export type Trust = "A" | "B" | "C";
/** household: appliances and light. */
export type HouseholdUseName = "household" | "hot_water" | "space_heat";
/** Mean outdoor temperatures over day and night, January to December, °C. */
export type MonthTemperatures = number[];
/** Date that the source states for the figure, or on which it was read or chosen. */
export type AsOf = string;
/** Hour 0 to hour 23. */
export type DayHours = number[];
/** sun: the year's production. */
export type RangeDriverName = "sun" | "load" | "price_level" | "price_spread";
/** Term. */
export type ProgramTerm = "fixed_sek_per_month" | "sek_per_kwh_capacity_per_year" | "sek_per_kw_per_year";
/** A day file of elprisetjustnu.se: the day-ahead prices of one price area, per hour or quarter hour. */
export type ElprisetjustnuDay = ElprisetjustnuEntry[];
export type EmbedStep = "where" | "roof" | "house" | "offer" | "contact";
/** Which of the three systems the visitor wants. */
export type SystemKind = "solar" | "battery" | "charger";
/** Roof faces with panels. */
export type Faces = ProposedFace[];
/** Municipalities, each once. */
export type Municipalities = Municipality[];
/** Points [lng, lat] in degrees (WGS84), each further east than the previous one. */
export type BoundaryLine = number[][];
/** Where the dataset answers. */
export type CoverageKind = "sweden" | "data";
/** First and last year to take the mean of, for files of many years or one file per month of a year. */
export type RasterYears = number[];
/** Form of the price files. */
export type SpotFeed = "elprisetjustnu" | "entsoe" | "csv";
/** A message that the frame sends to the page around it. */
export type FromFrame =
  ReadyMessage | ResizeMessage | StepMessage | CalculatedMessage | SubmittedMessage | ErrorMessage;
/** Whose messages these are: other scripts on the page post to windows, too. */
export type EmbedSource = "sun-over-sweden";
/** Version of the messages. */
export type EmbedVersion = 1;
/** Counts the sender's messages from 1. */
export type EmbedId = number;
/** A message that the page sends to its frame, only to the frame's origin. */
export type ToFrame = InitMessage | PrefillMessage | DestroyMessage;
/** Language of the frame. */
export type EmbedLocale = "sv" | "en";
/** Light or dark. */
export type EmbedTheme = "light" | "dark" | "auto";
/** An id of the caller: 1 to 64 letters, digits, hyphens and underscores. */
export type CallerId = string;
/** An e-mail address, stored in lower case. */
export type EmailAddress = string;
/** How the signee proves who they are. */
export type SigneeMethod = "bankid" | "standard";
/** A Swedish personal or co-ordination number, as in 19760412-0852. */
export type PersonalNumber = string;
/** draft: not sent yet. */
export type AgreementState =
  "draft" | "created" | "opened" | "partly_signed" | "completed" | "revoked" | "expired" | "deleted" | "failed";
/** A time, ISO 8601, UTC. */
export type UtcTime = string;
export type UnconfirmedState = "missing" | "unknown";
export type SigneeStatus = "pending" | "opened" | "signed" | "declined";
export type SignedAtSource = "provider" | "received";
/** agreement: what was sent. */
export type DocumentKind = "agreement" | "signed";
export type IntegrationsErrorCode =
  | "bad_request"
  | "invalid_json"
  | "unauthorized"
  | "subscription_inactive"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "applicants_missing"
  | "provider_not_configured"
  | "body_too_large"
  | "invalid_parameter"
  | "rate_limited"
  | "internal_error"
  | "busy"
  | "store_unavailable";
/** draft: can be changed. */
export type OfferState = "draft" | "out_for_signature" | "signed" | "revoked" | "invoiced";
/** A date, YYYY-MM-DD. */
export type CalendarDate = string;
/** When the customer is expected to pay, YYYY-MM-DD: it decides the shares of the tax reduction. */
export type PaymentDate = string;
/** Rate of VAT, %. */
export type VatPercent = 0 | 6 | 12 | 25;
/** What kind of work it is, which decides the share of the tax reduction. */
export type SubsidyClass = "none" | "solar_cells" | "storage" | "charging_point";
/** What the person may still get this year, whole SEK. */
export type AllowanceSek = number;
/** per_started_cap: one part a started 50 000 SEK, in the order of the applicants. */
export type SplitMode = "per_started_cap" | "all_applicants" | "shares";
/** allowance_exceeded: there is a surplus. */
export type ReductionWarning = "allowance_exceeded";
/** pending: will be created. */
export type InvoiceState = "pending" | "created" | "attention" | "failed";
/** suspended: the API refuses requests and nothing is sent. */
export type Subscription = "active" | "suspended";
/** One secret, or two while they rotate: {"env": "NAME"}, {"file": "/path"} or an array of two. */
export type SecretReferences = SecretReference | SecretReference[];
/** Where a secret is, or the secret encrypted: never the secret itself. */
export type SecretReference = SecretInEnvironment | SecretInFile | EncryptedSecret;
export type OrganisationSplitMode = "per_started_cap" | "all_applicants";
/** Whether it came by this API or as a lead of the configurator. */
export type ProspectSource = "api" | "embed";
/** none: there is no CRM, or neither an e-mail nor a phone. */
export type CrmState = "none" | "pending" | "synced" | "detached" | "failed";
/** As in crm.sync, deal.progress, invoice.create, invoice.watch, sign.send. */
export type TaskKindName = string;
/** open: due, or waits for its time. */
export type TaskState = "open" | "done" | "attention" | "failed";

export interface Schemas {
  "api/battery-comparison.schema.json"?: BatteryComparison;
  "api/battery-strategies-request.schema.json"?: BatteryStrategiesRequest;
  "api/battery-strategies-response.schema.json"?: BatteryStrategiesResponse;
  "api/error.schema.json"?: ErrorBody;
  "api/grid-tariff-list.schema.json"?: GridTariffList;
  "api/grid-tariffs-query.schema.json"?: GridTariffsQuery;
  "api/named-battery-program.schema.json"?: NamedBatteryProgram;
  "api/own-grid-tariff.schema.json"?: OwnGridTariff;
  "api/provider-battery-program.schema.json"?: ProviderBatteryProgram;
  "api/pv-yield-batch-item.schema.json"?: PvYieldBatchItem;
  "api/pv-yield-batch-request.schema.json"?: PvYieldBatchRequest;
  "api/pv-yield-batch-response.schema.json"?: PvYieldBatchResponse;
  "api/pv-yield-matrix-query.schema.json"?: PvYieldMatrixQuery;
  "api/pv-yield-matrix.schema.json"?: PvYieldMatrix;
  "api/pv-yield-meta.schema.json"?: PvYieldMeta;
  "api/pv-yield-query.schema.json"?: PvYieldQuery;
  "api/pv-yield-series-face.schema.json"?: PvYieldSeriesFace;
  "api/pv-yield-series-request.schema.json"?: PvYieldSeriesRequest;
  "api/pv-yield-series.schema.json"?: PvYieldSeries;
  "api/pv-yield.schema.json"?: PvYield;
  "api/simulation-battery.schema.json"?: SimulationBattery;
  "api/simulation-consumption.schema.json"?: SimulationConsumption;
  "api/simulation-economy.schema.json"?: SimulationEconomy;
  "api/simulation-hours.schema.json"?: SimulationHours;
  "api/simulation-input.schema.json"?: SimulationInput;
  "api/simulation-location.schema.json"?: SimulationLocation;
  "api/simulation-market-query.schema.json"?: SimulationMarketQuery;
  "api/simulation-market.schema.json"?: SimulationMarket;
  "api/simulation-model.schema.json"?: SimulationModel;
  "api/simulation-prices.schema.json"?: SimulationPrices;
  "api/simulation-pv.schema.json"?: SimulationPv;
  "api/simulation-range-request.schema.json"?: SimulationRangeRequest;
  "api/simulation-range-response.schema.json"?: SimulationRange;
  "api/simulation-request.schema.json"?: SimulationRequest;
  "api/simulation-response.schema.json"?: SimulationResponse;
  "common.schema.json"?: Common;
  "data/battery-programs.schema.json"?: BatteryPrograms;
  "data/cell-answer.schema.json"?: CellAnswer;
  "data/cell-question.schema.json"?: CellQuestion;
  "data/current-build.schema.json"?: CurrentBuild;
  "data/downloads.schema.json"?: Downloads;
  "data/elprisetjustnu-day.schema.json"?: ElprisetjustnuDay;
  "data/embeds.schema.json"?: Embeds;
  "data/entsoe-acknowledgement.schema.json"?: EntsoeAcknowledgement;
  "data/entsoe-prices.schema.json"?: EntsoePrices;
  "data/green-deduction.schema.json"?: GreenDeductionRates;
  "data/grid-tariff.schema.json"?: GridTariff;
  "data/grid-tariffs.schema.json"?: GridTariffs;
  "data/household.schema.json"?: Household;
  "data/interannual.schema.json"?: InterannualPlaces;
  "data/lead-request.schema.json"?: LeadRequest;
  "data/lead.schema.json"?: Lead;
  "data/link-inputs.schema.json"?: LinkInputs;
  "data/manifest.schema.json"?: Manifest;
  "data/mrcalc-answer.schema.json"?: MrcalcAnswer;
  "data/places.schema.json"?: Places;
  "data/price-areas.schema.json"?: PriceAreas;
  "data/prices-header.schema.json"?: PricesHeader;
  "data/pv-yield-header.schema.json"?: PvYieldHeader;
  "data/recipe.schema.json"?: Recipe;
  "data/signed-state.schema.json"?: SignedState;
  "data/tariffs.schema.json"?: Tariffs;
  "embed/embed-common.schema.json"?: EmbedCommon;
  "embed/embed-prefill.schema.json"?: EmbedPrefill;
  "embed/from-frame.schema.json"?: FromFrame;
  "embed/to-frame.schema.json"?: ToFrame;
  "integrations/agreement-request.schema.json"?: AgreementRequest;
  "integrations/agreement.schema.json"?: Agreement;
  "integrations/document.schema.json"?: AgreementDocument;
  "integrations/integrations-common.schema.json"?: IntegrationsCommon;
  "integrations/integrations-error.schema.json"?: IntegrationsErrorBody;
  "integrations/offer-list.schema.json"?: OfferList;
  "integrations/offer-request.schema.json"?: OfferRequest;
  "integrations/offer.schema.json"?: Offer;
  "integrations/organisations.schema.json"?: Organisations;
  "integrations/prospect-list.schema.json"?: ProspectList;
  "integrations/prospect-request.schema.json"?: ProspectRequest;
  "integrations/prospect.schema.json"?: Prospect;
  "integrations/reduction.schema.json"?: Reduction;
  "integrations/status.schema.json"?: IntegrationsStatus;
  "integrations/task-list.schema.json"?: TaskList;
  "integrations/task.schema.json"?: Task;
}
/** What to compare: every size with every strategy, at most 25 cells. */
export interface BatteryComparison {
  /** Strategies to compare. */
  strategies?: BatteryStrategy[];
  /** Battery capacities, kWh. */
  sizes_kwh?: number[];
  cost_sek_by_size?: CostBySize;
}
/** Cost of the battery in SEK by size, with the size as key: {"10": 60000}. */
export interface CostBySize {
  [k: string]: number;
}
/** Simulates one house with several battery sizes and strategies. */
export interface BatteryStrategiesRequest {
  location?: SimulationLocation;
  consumption?: SimulationConsumption;
  pv: SimulationPv;
  battery?: SimulationBattery;
  prices?: SimulationPrices;
  compare?: BatteryComparison;
}
/** Where the house is. */
export interface SimulationLocation {
  /** Price area. */
  zone?: PriceArea;
  lat: Latitude;
  lng: Longitude;
}
/** The house's load: the household model (yearly_kwh, ev_km_per_day), or hourly_kwh for the whole load. */
export interface SimulationConsumption {
  /** kWh per year, spread over the hours by the household load model. */
  yearly_kwh?: number;
  /** Kilometres a day of an electric car that is charged at home, in addition to yearly_kwh. */
  ev_km_per_day?: number;
  /** kWh in each of the 8 760 Swedish clock hours of a year of 365 days, summer time included. */
  hourly_kwh?: number[];
}
/** The house's battery. */
export interface SimulationBattery {
  /** Capacity, kWh. */
  capacity_kwh: number;
  /** Greatest power of charging and of discharging on the house's side, kW. */
  power_kw?: number;
  /** What the battery works for. */
  strategy?: BatteryStrategy & string;
  /** Minimum state of charge as a fraction of the capacity, below soc_max. */
  soc_min?: number;
  /** Greatest state of charge as a fraction of the capacity. */
  soc_max?: number;
  /** Energy out over energy in. */
  round_trip_efficiency?: number;
  /** Highest hourly import that peak_shaving and combined aim at, kW. */
  peak_target_kw?: null | number;
  /** Least gain per delivered kWh for which the battery is charged from the grid, SEK. */
  arbitrage_min_spread_sek_per_kwh?: number;
  /** Ordered goals of `combined`. */
  priority?: BatteryGoal[];
  /** An electricity provider's battery program: a named one, or a provider with its terms. */
  frequency_reserve?: null | NamedBatteryProgram | ProviderBatteryProgram;
}
/** A battery program that the service knows the terms of. */
export interface NamedBatteryProgram {
  /** Name of the program. */
  program: "varberg_flex_plus";
}
/** A provider's battery program with the terms that the caller gives. */
export interface ProviderBatteryProgram {
  /** Who pays. */
  provider: string;
  terms: ProviderBatteryTerms;
  source_url?: SourceUrl;
  /** Date of the terms. */
  as_of?: string;
}
/** The terms as numbers. */
export interface ProviderBatteryTerms {
  basis: RateBasis;
  /** Share of the capacity that the program takes. */
  reserved_capacity_share?: number;
  /** Share of the power that the program takes. */
  reserved_power_share?: number;
  /** Fixed payment, SEK per month. */
  fixed_sek_per_month?: number;
  /** Payment by capacity, SEK per kWh and year. */
  sek_per_kwh_capacity_per_year?: number;
  /** Payment by power, SEK per kW and year. */
  sek_per_kw_per_year?: number;
}
/** Electricity prices. */
export interface SimulationPrices {
  /** se_spot: day-ahead prices of the price area in the dataset's year, by `resolution`. */
  preset?: "se_spot";
  resolution?: PriceResolution;
  /** Full price of a bought kWh with fees and VAT, SEK: one number, 12 x 24 (month x Swedish clock hour) or 8 760 hourly values, which resolution says how to use. */
  import_sek_per_kwh?: PriceSeries;
  /** Paid for a sold kWh, SEK. */
  export_sek_per_kwh?: PriceSeries;
  /** Fixed fee, SEK per month, added to that of grid_tariff. */
  monthly_fee_sek?: number;
  /** Power charge on each month's highest hourly import, SEK per kW and month. */
  peak_charge_sek_per_kw_month?: number;
  /** Price list of the grid company: the `id` of one of GET /api/v1/simulation/tariffs, or a custom list. */
  grid_tariff?: GridTariffChoice;
  fuse_a?: FuseA;
}
/** Your custom price list, in the form of those of GET /api/v1/simulation/tariffs. */
export interface OwnGridTariff {
  id?: GridTariffId;
  /** Grid company. */
  company?: string;
  /** Its product. */
  product?: string;
  /** Whether a house gets this list without choosing. */
  default?: boolean;
  /** First day of the list. */
  valid_from?: string;
  /** Last day. */
  valid_to?: string | null;
  status?: GridTariffStatus;
  source?: GridTariffSources;
  /** Day on which it was read. */
  as_of?: string;
  trust?: GridTariffTrust;
  /** Clock of hours and days. */
  clock?: TariffClock & string;
  /** Days that are off when they fall on Monday to Friday. */
  holidays?: TariffHolidays;
  /** Fixed fees. */
  fixed_sek_per_year?: TariffFixedFees | null;
  energy_ore_per_kwh: TariffEnergyFees;
  power: TariffPowers;
  /** Remarks, as a condition that the rules cannot say. */
  notes?: string;
}
/** Fixed fee by main fuse. */
export interface TariffFixedFees {
  /** At 16 A, SEK a year with VAT. */
  "16": number | null;
  /** At 20 A, SEK a year with VAT. */
  "20": number | null;
  /** At 25 A, SEK a year with VAT. */
  "25": number | null;
}
/** An energy fee: ore + spot_share x spot price, with VAT. */
export interface TariffEnergy {
  /** öre/kWh with VAT. */
  ore: number;
  when?: TariffWindows;
  fuses?: TariffFuses;
  /** Share of the spot price that is added. */
  spot_share?: number;
  /** Spot price of the hour, of its quarters (in a simulation their mean), or the mean of the month's hours. */
  spot?: "hour" | "quarter" | "month_mean";
  /** Whether it is a share of the spot price with VAT. */
  spot_incl_vat?: boolean | null;
  /** Price area of the spot price. */
  zone?: PriceArea;
}
/** Hours of the year that are in all that is given. */
export interface TariffWhen {
  /** Months, 1 is January. */
  months?: number[];
  /** mon-fri: holidays count. */
  days?: "all" | "mon-fri" | "workday" | "offday";
  /** Clock hours. */
  hours?: TariffHourSpan[];
}
/** A power charge: for each calendar month, the mean of the highest hourly imports times the price. */
export interface TariffPower {
  /** Name, unique in the list. */
  name: string;
  /** SEK per kW and month with VAT. */
  sek_per_kw_month: number;
  when?: TariffWindows;
  statistic: TariffStatistic;
  /** Factors. */
  factor_hours?: TariffFactor[];
  /** A month whose power is not above this costs nothing. */
  zero_at_or_below_kw?: number;
  fuses?: TariffFuses;
  unstated?: UnstatedFields;
}
/** How a month's power is found. */
export interface TariffStatistic {
  /** Time that one value is metered over: PT1H is the mean power of a clock hour. */
  interval: "PT1H";
  /** Number of highest values. */
  highest: number;
  /** Whether each day counts with its highest value only. */
  distinct_days: boolean;
  /** How the highest values become one: mean is their average. */
  reduce: "mean";
}
/** A factor on the power of some clock hours, before it is ranked. */
export interface TariffFactor {
  /** Clock hours. */
  hours: TariffHourSpan[];
  /** Above 0: hours that do not count at all are left out of when. */
  factor: number;
}
/** Battery sizes by strategies, against the same house with PV and no battery. */
export interface BatteryStrategiesResponse {
  best: ComparisonBest;
  no_battery: NoBattery;
  /** One entry per size and strategy, in the order of the request: all strategies of the first size first. */
  matrix: ComparisonCell[];
  /** Sentences about unusual inputs, which may be in another unit: more than 100 000 kWh of sun or use a year, or a mean import price above 5 SEK per kWh. */
  notes?: string[];
  model: SimulationModel;
  /** Data licence notice. */
  attribution: string;
  input: BatteryStrategiesInput;
}
/** The best cells. */
export interface ComparisonBest {
  /** For each size the strategy with the highest savings. */
  by_size: BestForSize[];
  /** The cell with the highest total_yearly_benefit_sek. */
  by_total_benefit: null | BestTotalBenefit;
  /** The shortest payback among the sizes with a cost. */
  by_payback?: null | BestPayback;
}
/** Best strategy for a size. */
export interface BestForSize {
  /** Capacity, kWh. */
  size_kwh: number;
  strategy: BatteryStrategy;
  /** The whole system's savings, SEK. */
  savings_sek: number;
}
/** Highest benefit of all cells. */
export interface BestTotalBenefit {
  /** Capacity, kWh. */
  size_kwh: number;
  strategy: BatteryStrategy;
  /** The whole system's savings plus the program's income, SEK. */
  total_yearly_benefit_sek: number;
}
/** Shortest payback. */
export interface BestPayback {
  /** Capacity, kWh. */
  size_kwh: number;
  strategy: BatteryStrategy;
  /** Cost of the battery, SEK. */
  cost_sek: number;
  /** The battery's savings plus the program's income, SEK: what the battery would save without the program, plus frequency_reserve_net_sek. */
  yearly_benefit_sek: number;
  /** cost_sek / yearly_benefit_sek. */
  payback_years: number;
}
/** The same house with PV and no battery. */
export interface NoBattery {
  /** Savings with PV only, SEK. */
  savings_sek: number;
  /** Bill with PV, SEK. */
  cost_with_system_sek: number;
  /** Bill without PV, SEK. */
  cost_without_system_sek: number;
}
/** One size with one strategy. */
export interface ComparisonCell {
  strategy: BatteryStrategy;
  /** Capacity, kWh. */
  size_kwh: number;
  /** Full cycles of the private battery in the year. */
  cycles: number;
  /** AC energy bought to charge, kWh. */
  grid_charged_kwh: number;
  /** The whole system's savings (PV and battery), SEK. */
  savings_sek: number;
  /** Savings of the battery compared with PV only, SEK. */
  battery_savings_sek: number;
  /** Income of the battery program minus the savings lost to its reserve, SEK. */
  frequency_reserve_net_sek: number;
  /** savings_sek plus the battery program's income, SEK. */
  total_yearly_benefit_sek: number;
  /** Whether this is the best strategy for the size. */
  best_for_size: boolean;
}
/** How the run was made. */
export interface SimulationModel {
  /** Dispatch method. */
  dispatch: "day_ahead_greedy";
  /** Time step. */
  time_step: "hourly";
  /** Days of the run. */
  simulated_days: 365;
  /** The non-leap calendar year of the run: that of the spot prices, or the next one if their year is a leap year. */
  simulated_year: number;
  /** Price area that was used. */
  zone: PriceArea;
  zone_source: ZoneSource;
  /** Hours that each midnight's plan looks ahead. */
  horizon_hours: number;
  /** Dispatch engine and its version. */
  engine: string;
  /** How battery.priority steers the strategy combined. */
  priority_rule: string;
  /** Ageing of the battery. */
  ageing: string;
  /** Where the state of charge starts. */
  battery_start: string;
  prices: PriceForm;
  /** Says that hourly prices of the caller were averaged. */
  prices_note?: string;
  /** What the household model's yearly_kwh is used for. */
  household?: ModelHousehold;
  /** Says that the peaks are those of a typical house. */
  peaks_note?: string;
  /** Says where combined, which respects peak_target_kw, saves less than arbitrage, which has no target. */
  peak_target_note?: string;
  /** Fields of battery that a comparison does not use. */
  compare_note?: string;
  /** Days that the preset's spot profile is the mean of. */
  price_profile_window_days?: number;
  /** When the spot profile was made. */
  spot_profile_refreshed_at?: string;
  /** Source of the spot profile. */
  spot_source?: string;
  /** What the preset adds to the spot price, only when the preset priced a side. */
  tariff?: ModelTariff;
}
/** Uses of the household model, filled in this order, and how it makes hours of them. */
export interface ModelHousehold {
  model: HouseholdModelName;
  /** Appliances and light, kWh a year. */
  household_kwh: number;
  /** Hot water, kWh a year. */
  hot_water_kwh: number;
  /** Space heat, kWh a year: the rest, on days by their outdoor temperature. */
  space_heat_kwh: number;
  temperatures_of: TemperaturesOf;
}
/** Tariff record of the preset, without VAT: import = (spot + supplier_markup + grid_fee + energy_tax) x (1 + vat), export = spot + grid_benefit. */
export interface ModelTariff {
  /** First day of the record. */
  valid_from?: string;
  /** Supplier's markup. */
  supplier_markup?: ModelTariffPart;
  /** Grid company's fee per kWh. */
  grid_fee?: ModelTariffPart;
  /** Energy tax where the house is. */
  energy_tax?: ModelTariffPart;
  energy_tax_area?: EnergyTaxArea;
  /** Value added tax on the import. */
  vat?: ModelTariffPart;
  /** Paid by the grid company per exported kWh. */
  grid_benefit?: ModelTariffPart;
  /** Fixed fee. */
  monthly_fee?: ModelTariffPart;
  /** Power charge. */
  power_charge?: ModelTariffPart;
  grid?: ModelGridTariff;
}
/** One part of the price. */
export interface ModelTariffPart {
  /** Value, without VAT. */
  value: number;
  /** Its unit. */
  unit: string;
  source: FigureSource;
}
/** Which energy tax the house pays, and why. */
export interface EnergyTaxArea {
  /** Whether the house is in the area of the reduced tax. */
  reduced: boolean;
  /** Municipality of the place nearest to lat and lng. */
  municipality: string | null;
  /** How that was found, in a sentence. */
  why: string;
}
/** The price list of the grid company that the house was billed by. */
export interface ModelGridTariff {
  /** Its id. */
  id: string | null;
  /** Grid company. */
  company: string | null;
  valid: GridTariffValidity;
  /** Where it was read. */
  source: string[] | null;
  /** A: the operator's own text or API. */
  trust: string | null;
  /** Main fuse, A. */
  fuse_a: FuseSize;
  unstated: UnstatedFees;
  /** Power charges of the house with its system. */
  components?: BilledComponent[];
}
/** Days on which the list holds. */
export interface GridTariffValidity {
  /** First day. */
  from: string | null;
  /** Last day. */
  to: string | null;
}
/** A power charge as it is billed, January to December. */
export interface BilledComponent {
  /** Its name in the list. */
  name: string;
  /** Power that is billed, kW. */
  billed_kw: number[];
  /** Its price, SEK, of the power before it is rounded. */
  sek: number[];
}
/** The request, normalised: as SimulationInput, with what was compared. */
export interface BatteryStrategiesInput {
  location?: SimulationLocation;
  consumption: InputConsumption;
  pv: InputPv;
  battery: SimulationBattery;
  prices: InputPrices;
  compare: BatteryComparison;
}
/** Household model or hourly load. */
export interface InputConsumption {
  /** kWh per year of the household model. */
  yearly_kwh?: number;
  /** Kilometres a day of the electric car. */
  ev_km_per_day?: number;
  /** Hourly load, kWh. */
  hourly_kwh?: HourlySummary;
}
/** An array of 8 760 values. */
export interface HourlySummary {
  /** Number of values. */
  length: number;
  /** Their sum. */
  sum: number;
}
/** PV production. */
export interface InputPv {
  /** Hourly production, kWh. */
  hourly_kwh?: HourlySummary;
  /** Typical day of each month, kWh. */
  monthly_profile?: number[][];
}
/** Prices. */
export interface InputPrices {
  /** Preset that priced a side. */
  preset?: "se_spot";
  /** Only where it is hourly. */
  resolution?: "hourly";
  import_sek_per_kwh?: InputPrice;
  export_sek_per_kwh?: InputPrice;
  /** Price list of the grid company. */
  grid_tariff?: GridTariffChoice;
  /** Main fuse, A. */
  fuse_a?: FuseSize;
  /** Fixed fee, SEK per month. */
  monthly_fee_sek: number;
  /** Power charge, SEK per kW and month. */
  peak_charge_sek_per_kw_month?: number;
}
/** The one shape of every error. */
export interface ErrorBody {
  error: ApiError;
}
/** What went wrong. */
export interface ApiError {
  code: ErrorCode;
  /** A sentence saying what was found and what was expected. */
  message: string;
  /** The offending field. */
  field?: string;
}
/** Price lists of Swedish grid companies for houses with a main fuse of 16 to 25 A. */
export interface GridTariffList {
  /** Price lists by company and first day. */
  tariffs: GridTariff[];
  input: GridTariffsInput;
  attribution: Attribution;
}
/** A grid company's price list for houses. */
export interface GridTariff {
  id: GridTariffId;
  /** Grid company. */
  company: string;
  /** Its product. */
  product: string;
  /** Whether a house gets this list without choosing. */
  default: boolean;
  /** First day of the list. */
  valid_from: string;
  /** Last day. */
  valid_to: string | null;
  status: GridTariffStatus;
  source: GridTariffSources;
  /** Day on which it was read. */
  as_of: string;
  trust: GridTariffTrust;
  clock: TariffClock;
  holidays: TariffHolidays;
  /** Fixed fees. */
  fixed_sek_per_year: TariffFixedFees | null;
  energy_ore_per_kwh: TariffEnergyFees;
  power: TariffPowers;
  /** Remarks, as a condition that the rules cannot say. */
  notes?: string;
}
/** The normalised input. */
export interface GridTariffsInput {
  /** As given. */
  company?: string;
  /** As given. */
  valid_on?: string;
  /** Only where it is 1. */
  all?: 1;
}
/** Query parameters of the price lists. */
export interface GridTariffsQuery {
  company?: CompanyFilter;
  valid_on?: ValidOn;
  all?: WithEnded;
}
/** One lookup of a batch call. */
export interface PvYieldBatchItem {
  id?: CorrelationId;
  lat: Latitude;
  lng: Longitude;
  tilt: Tilt;
  azimuth: Azimuth;
  kwp?: Kwp;
  system_loss?: SystemLoss;
  shading?: Shading;
}
/** Body of a batch call. */
export interface PvYieldBatchRequest {
  /** 1 to 50 lookups, each as PvYieldBatchItem. */
  items: unknown[];
}
/** Answer to a batch call. */
export interface PvYieldBatchResponse {
  /** One result an item, in the order of the items. */
  results: PvYieldBatchResult[];
  dataset: Dataset;
  attribution: Attribution;
}
/** Yield of one item: all fields of PvYield. */
export interface PvYieldBatchSuccess {
  id?: CorrelationId;
  /** The lookup has an answer. */
  ok: true;
  annual_kwh_kwp: AnnualKwhKwp;
  monthly_kwh_kwp: MonthlyKwhKwp;
  poa_annual_kwh_m2: PoaAnnualKwhM2;
  ghi_annual_kwh_m2: GhiAnnualKwhM2;
  optimal: Optimal;
  orientation_factor: OrientationFactor;
  annual_kwh?: AnnualKwh;
  monthly_kwh?: MonthlyKwh;
  variability?: Variability;
  cell: Cell;
  input: PvYieldInput;
  model: YieldModel;
  dataset: Dataset;
  attribution: Attribution;
}
/** Best orientation at the point. */
export interface Optimal {
  /** Tilt. */
  tilt_deg: number;
  /** Azimuth. */
  azimuth_deg: number;
  /** Its yield, kWh/kWp per year. */
  annual_kwh_kwp: number;
}
/** How far single years lie from this answer, which is the mean of many, and in `total` how sure it is in all. */
export interface Variability {
  /** Sample standard deviation of the year's horizontal irradiation, percent of its mean. */
  ghi_annual_sd_pct: number;
  /** Standard deviation of this plane's yearly yield, percent. */
  annual_sd_pct: number;
  /** The same of each month's yield, January to December. */
  monthly_sd_pct: number[];
  /** Yearly yield that 90 % of years exceed, kWh/kWp. */
  p90_annual_kwh_kwp: number;
  /** Yearly yield that half of the years exceed, kWh/kWp. */
  p50_annual_kwh_kwp: number;
  /** Yearly yield that 10 % of years exceed, kWh/kWp. */
  p10_annual_kwh_kwp: number;
  /** The sources in words are in the `variability` of GET /meta. */
  source: "meta";
  total?: TotalUncertainty;
}
/** Total uncertainty: weather, dataset, transposition, module and assumed losses. */
export interface TotalUncertainty {
  one_year: ChanceOfYield;
  mean_of_20_years: ChanceOfYield;
  /** Standard deviation of the dataset at this place, percent. */
  dataset_sd_pct: number;
}
/** Yearly yields by the chance that they are exceeded, kWh/kWp. */
export interface ChanceOfYield {
  /** One standard deviation, percent of annual_kwh_kwp. */
  sd_pct: number;
  /** kWh/kWp a year that is exceeded with a chance of 90 %. */
  p90: number;
}
/** Nearest cell of the dataset, and how the point was interpolated. */
export interface Cell {
  interpolation: Interpolation;
  /** Latitude of its centre. */
  lat: number;
  /** Longitude of its centre. */
  lng: number;
  radiation_db: RadiationDb;
  /** Whether ERA5 was scaled to SARAH3 there. */
  era5_corrected: boolean;
  /** Height above the sea. */
  elevation_m?: number;
  grid_deg: GridDeg;
}
/** The normalised input. */
export interface PvYieldInput {
  lat: Latitude;
  lng: Longitude;
  tilt: Tilt;
  /** Compass azimuth, 0 up to but not 360. */
  azimuth: number;
  kwp?: Kwp;
  system_loss: SystemLoss;
  shading: Shading;
}
/** How the dataset was made. */
export interface YieldModel {
  /** In-plane method. */
  poa_model: string;
  sky_model: SkyModelName;
  /** Ground reflectance. */
  albedo: number;
  /** Factor from reference yields. */
  anchor_scale: number;
  /** Days of the year that were modelled. */
  representative_days: number;
  /** Steps between sunrise and sunset. */
  steps_per_day: number;
  /** Heights that hide the sky. */
  horizon: string;
  /** Default system loss. */
  system_loss_default: number;
  /** Source of the snow losses. */
  snow?: string;
  /** Source of the weather in a series' hours. */
  weather?: string;
}
/** Which dataset answered. */
export interface Dataset {
  version: DatasetVersion;
  sources: string[];
  /** Country covered. */
  coverage: string;
  /** Databases in use, joined by a comma. */
  radiation_db: string;
  generated_at: RecipeTime;
  grid_deg: GridDeg;
}
/** What is wrong with one item. */
export interface PvYieldBatchFailure {
  id?: CorrelationId;
  /** The lookup has no answer. */
  ok: false;
  error: ApiError;
}
/** Query parameters of the matrix. */
export interface PvYieldMatrixQuery {
  lat: Latitude;
  lng: Longitude;
  system_loss?: SystemLoss;
  shading?: Shading;
  months?: MatrixMonths;
}
/** Yield of one point for every tilt and azimuth of the dataset. */
export interface PvYieldMatrix {
  /** kWh per kWp installed and year. */
  annual_kwh_kwp: number[][];
  /** kWh per kWp installed and month, January first: a matrix like annual_kwh_kwp for each month. */
  monthly_kwh_kwp?: number[][][];
  tilts_deg: TiltsDeg;
  azimuths_deg: AzimuthsDeg;
  optimal: Optimal;
  cell: Cell;
  input: PvYieldMatrixInput;
  model: YieldModel;
  dataset: Dataset;
  attribution: Attribution;
}
/** The normalised input. */
export interface PvYieldMatrixInput {
  lat: Latitude;
  lng: Longitude;
  system_loss: SystemLoss;
  shading: Shading;
  /** Only when monthly_kwh_kwp was requested. */
  months?: 1;
}
/** What the yield dataset covers, how exact it is, and the limits of the service. */
export interface PvYieldMeta {
  coverage: Coverage;
  accuracy: Accuracy;
  variability?: DatasetVariability;
  limits: Limits;
  angles: Angles;
  /** Page of the documentation. */
  docs_url: string;
  /** The OpenAPI document. */
  openapi_url: string;
  dataset: Dataset;
  attribution: Attribution;
}
/** Where the dataset has values. */
export interface Coverage {
  /** Country covered. */
  country: string;
  /** West, south, east, north in degrees. */
  bbox: number[];
  /** Number of cells. */
  cells: number;
  grid_deg: GridDeg;
}
/** How far the values are from published ones. */
export interface Accuracy {
  /** What was compared with what. */
  compared: string;
  /** One entry a quantity and reference. */
  errors: AccuracyError[];
}
/** Errors in one quantity. */
export interface AccuracyError {
  /** What was compared. */
  quantity: string;
  /** Where the published values are from. */
  reference: string;
  /** Mean of the absolute errors, percent. */
  mean_error_pct: number;
  /** Largest absolute error, percent. */
  max_error_pct: number;
}
/** Source of `variability` in answers. */
export interface DatasetVariability {
  /** Years that the standard deviations are of. */
  years: number;
  /** Where they come from. */
  source: string;
  uncertainty?: Uncertainty;
  /** Some planes. */
  plane_factors: PlaneFactor[];
}
/** Uncertainties of a yearly yield in addition to the weather, for variability.total. */
export interface Uncertainty {
  dataset: UncertainPart;
  transposition: UncertainPart;
  module: UncertainPart;
  losses: UncertainPart;
}
/** One part of what is uncertain about a yearly yield. */
export interface UncertainPart {
  /** One standard deviation, percent of the yield. */
  sd_pct: number;
  north?: NorthernUncertainty;
  /** Source of the figure, as a sentence. */
  source: string;
}
/** A different value in the north: from this latitude on, and linear over the 2 degrees south of it. */
export interface NorthernUncertainty {
  lat: Latitude;
  /** One standard deviation there, percent. */
  sd_pct: number;
}
/** How much a plane varies. */
export interface PlaneFactor {
  /** Tilt. */
  tilt: number;
  /** Azimuth. */
  azimuth: number;
  /** How much its year varies for each percent that the flat plane's does. */
  annual: number;
  /** Additional spread of a plane's year that the irradiation does not explain, percent of the yield, added in quadrature. */
  scatter_pct?: number;
}
/** The limits of the service. */
export interface Limits {
  per_minute: LimitsPerMinute;
  /** Length of the fixed window of the rate limits, seconds. */
  window_s: number;
  /** Unit of the Retry-After header: seconds. */
  retry_after_unit: "s";
  /** Items of a batch call. */
  batch_items_max: number;
  /** Lookups that a batch call counts as. */
  batch_cost_lookups: number;
  /** Faces of a series call. */
  series_faces_max: number;
  /** Lookups that a series call counts as. */
  series_cost_lookups: number;
  /** Lookups that a series with a horizon costs. */
  series_horizon_cost_lookups: number;
  /** Cells that a simulation call costs. */
  cells_per_simulation: number;
  /** Sizes x strategies of a battery-strategies call. */
  cells_per_comparison_max: number;
  /** Cells that a range call costs. */
  cells_per_range: number;
  /** Simulation calls a minute and IP address that do not count when they end in 400, 413 or 422. */
  simulation_refusals_uncounted: number;
  /** Values of an hourly array. */
  hourly_values: number;
  /** Size of a request body in bytes. */
  body_bytes_max: number;
  /** Simulations that one node runs at a time. */
  concurrent_simulations: number;
  /** Largest ev_km_per_day. */
  ev_km_per_day_max: number;
  /** Largest kwp. */
  kwp_max: number;
  /** Largest system_loss. */
  system_loss_max: number;
}
/** Rate limits per IP address and window, without and with an API key. */
export interface LimitsPerMinute {
  without_key: RateLimits;
  with_key: RateLimits;
}
/** Calls, or simulated cells, that one IP address may use in one window. */
export interface RateLimits {
  /** Single lookups, batch calls and series calls together. */
  lookups: number;
  /** Matrix calls. */
  matrix: number;
  /** Meta and market calls together. */
  meta: number;
  /** Simulation, battery-strategies and range calls together. */
  simulation_requests: number;
  /** Simulated cells. */
  simulation_cells: number;
}
/** Orientations of the dataset. */
export interface Angles {
  tilts_deg: TiltsDeg;
  azimuths_deg: AzimuthsDeg;
  azimuth_convention: AzimuthConvention;
  /** Azimuths a and 360 - a have equal yields. */
  symmetric: true;
}
/** Query parameters of the single lookup. */
export interface PvYieldQuery {
  lat: Latitude;
  lng: Longitude;
  tilt: Tilt;
  azimuth: Azimuth;
  kwp?: Kwp;
  system_loss?: SystemLoss;
  shading?: Shading;
}
/** One face of a roof. */
export interface PvYieldSeriesFace {
  id?: CorrelationId;
  tilt: Tilt;
  azimuth: Azimuth;
  kwp: Kwp;
  system_loss?: SystemLoss;
  shading?: FaceShading;
  snow_loss?: SnowLoss;
}
/** A point and the faces of the roof there. */
export interface PvYieldSeriesRequest {
  lat: Latitude;
  lng: Longitude;
  /** 1 to 10 faces, each as PvYieldSeriesFace. */
  faces: PvYieldSeriesFace[];
  form?: SeriesForm;
  horizon_deg?: HorizonDeg;
  /** PVGIS' name for it. */
  userhorizon?: HorizonDeg;
  /** The most that all faces together deliver, kW, to 0.1 W. */
  inverter_kw?: number;
}
/** Yield of one face, as the single lookup has it, less horizon, shading tables and snow. */
export interface SeriesFaceYield {
  id?: CorrelationId;
  /** kWh per year. */
  annual_kwh: number;
  /** kWh, January to December. */
  monthly_kwh: number[];
  orientation_factor: OrientationFactor;
  snow_loss?: SnowLoss;
}
/** Yield of one point and plane. */
export interface PvYield {
  annual_kwh_kwp: AnnualKwhKwp;
  monthly_kwh_kwp: MonthlyKwhKwp;
  poa_annual_kwh_m2: PoaAnnualKwhM2;
  ghi_annual_kwh_m2: GhiAnnualKwhM2;
  optimal: Optimal;
  orientation_factor: OrientationFactor;
  annual_kwh?: AnnualKwh;
  monthly_kwh?: MonthlyKwh;
  variability?: Variability;
  cell: Cell;
  input: PvYieldInput;
  model: YieldModel;
  dataset: Dataset;
  attribution: Attribution;
}
/** Costs of the whole system of panels and battery, and of later years. */
export interface SimulationEconomy {
  /** Price of the whole system after deductions, SEK. */
  cost_sek: number;
  /** Rise of the electricity price, and so of the savings, % a year. */
  price_change_pct?: number;
  /** Interest by which later money counts less, % a year. */
  interest_pct?: number;
  /** Years that are computed. */
  lifetime_years?: number;
  /** Price of a new inverter, SEK at today's prices. */
  inverter_sek?: number;
  /** The year at whose end it is bought. */
  inverter_year?: number;
  /** Service, insurance and the like, SEK a year at today's prices. */
  service_sek_per_year?: number;
}
/** Every hour of the year, 4 decimals. */
export interface SimulationHours {
  /** PV production, kWh. */
  pv_kwh: YearOfHours;
  /** Load, kWh. */
  load_kwh: YearOfHours;
  /** Bought from the grid, also for the battery, kWh. */
  import_kwh: YearOfHours;
  /** Sold to the grid, kWh. */
  export_kwh: YearOfHours;
  /** Into the battery, on the AC side, kWh. */
  charge_kwh: YearOfHours;
  /** Out of the battery, on the AC side, kWh. */
  discharge_kwh: YearOfHours;
  /** Energy stored at the end of the hour, kWh, between soc_min and soc_max of the capacity. */
  level_kwh: YearOfHours;
  /** Price of a bought kWh, SEK. */
  import_price_sek_per_kwh: YearOfHours;
  /** Paid for a sold kWh, SEK. */
  export_price_sek_per_kwh: YearOfHours;
}
/** The request with every default filled in, in its own form. */
export interface SimulationInput {
  location?: SimulationLocation;
  consumption: InputConsumption;
  pv: InputPv;
  battery?: SimulationBattery;
  prices: InputPrices;
  detail?: SimulationDetail;
}
/** Query parameters of the market: a point or a price area, the resolution of prices, and a price list of the grid company. */
export interface SimulationMarketQuery {
  lat?: Latitude;
  lng?: Longitude;
  zone?: PriceArea;
  resolution?: PriceResolution;
  grid_tariff?: GridTariffId;
  fuse_a?: FuseA;
}
/** What a simulation uses by default for a house at a place: prices with their parts, and the household's load. */
export interface SimulationMarket {
  prices: MarketPrices;
  /** Spot price without tax and VAT, SEK per kWh: the mean of the month's days. */
  spot_sek_per_kwh: MonthHours;
  hours?: MarketHours;
  tariff: MarketTariff;
  household: MarketHousehold;
  input: SimulationMarketInput;
  model: MarketModel;
  attribution: Attribution;
  grid?: MarketGrid;
}
/** What the preset se_spot prices a house by, in the form that prices of a simulation takes: sent there, these give the same costs. */
export interface MarketPrices {
  /** Full price of a bought kWh, SEK: (spot + supplier_markup + grid_fee + energy_tax) x (1 + vat). */
  import_sek_per_kwh: MonthHours;
  /** Paid for a sold kWh, SEK: spot + grid_benefit, without VAT. */
  export_sek_per_kwh: MonthHours;
  /** Fixed fee with VAT, SEK per month. */
  monthly_fee_sek: number;
  /** Power charge with VAT, SEK per kW and month. */
  peak_charge_sek_per_kw_month: number;
}
/** The spot year hour by hour, SEK per kWh. */
export interface MarketHours {
  spot_sek_per_kwh: YearOfHours;
  import_sek_per_kwh: YearOfHours;
  export_sek_per_kwh: YearOfHours;
}
/** The parts that the prices are made of, without VAT, from the newest tariff record. */
export interface MarketTariff {
  /** First day of the record. */
  valid_from: string;
  /** Supplier's markup. */
  supplier_markup: MarketPart;
  /** Grid company's fee per kWh. */
  grid_fee: MarketPart;
  /** Energy tax where the house is. */
  energy_tax: MarketPart;
  energy_tax_area: EnergyTaxArea;
  /** Value added tax on the import. */
  vat: MarketPart;
  /** Paid by the grid company per exported kWh. */
  grid_benefit: MarketPart;
  /** Fixed fee. */
  monthly_fee: MarketPart;
  /** Power charge. */
  power_charge: MarketPart;
}
/** A figure and where it is from. */
export interface MarketPart {
  /** The figure. */
  value: number;
  /** Its unit. */
  unit: string;
  source: FigureSource;
  /** Date that the source states for the figure, or on which it was read or chosen. */
  as_of: string;
  trust: Trust;
}
/** The household model at its default, without an electric car, and what it needs to make hours of any other. */
export interface MarketHousehold {
  model: HouseholdModelName;
  /** kWh a year. */
  yearly_kwh: number;
  /** Mean kW of each clock hour over the month's days, the sum of the uses. */
  load_kw: MonthHours;
  /** What the year is used for, in the order in which a yearly use fills them. */
  uses: MarketUse[];
  ev: MarketEv;
  temperature_c: MonthTemperatures;
  temperatures_of: TemperaturesOf;
  record: Household;
}
/** One use of the household model. */
export interface MarketUse {
  use: HouseholdUseName;
  /** kWh a year at the default. */
  kwh: number;
  /** The most that this use takes of a year. */
  up_to_kwh: number | null;
  /** Mean kW of each clock hour over the month's days. */
  load_kw: MonthHours;
}
/** What consumption.ev_km_per_day adds, in charging sessions: when the car has used enough since the last, it charges all of that in one night. */
export interface MarketEv {
  /** Use of the car. */
  kwh_per_km: MarketPart;
  /** Clock hours of the night in which it charges, in the order in which it takes them. */
  charging_hours: number[];
}
/** What a year's electricity of a house is used for, and all that the household model needs to make hours of it. */
export interface Household {
  default_yearly_kwh: YearlyKwh;
  uses: HouseholdUses;
  towns: TownsByArea;
  ev: ElectricVehicle;
}
/** Energy in a year. */
export interface YearlyKwh {
  /** The energy. */
  value: number;
  /** Unit of the value. */
  unit: "kWh";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** What a yearly total is used for, filled in this order: appliances and light first, then hot water, and the rest is space heat. */
export interface HouseholdUses {
  household: Appliances;
  hot_water: HotWater;
  space_heat: SpaceHeat;
}
/** Appliances and light: the first part of a year, up to an amount. */
export interface Appliances {
  up_to_kwh: YearlyKwh;
  months: MonthShares;
  type_curves: TypeCurves;
}
/** The months' parts of a year. */
export interface MonthShares {
  /** Which profile. */
  name: string;
  /** January to December as published, in any unit: only their proportions count. */
  shares: number[];
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** Mean use of many houses in each hour of a day, and how single houses and days spread about it, by outdoor temperature. */
export interface TypeCurves {
  /** From the coldest to the warmest. */
  seasons: TypeCurve[];
  source: FigureSource;
  /** Terms of the figures, with the notice that goes with them. */
  licence: string;
  as_of: AsOf;
  trust: Trust;
}
/** A mean day at an outdoor temperature, in any unit: only proportions count. */
export interface TypeCurve {
  /** Which season. */
  name: string;
  /** Mean outdoor temperature, °C. */
  mean_temperature_c: number;
  /** Mean use on a working day. */
  weekday: DayHours;
  /** Its standard deviation between customers and days. */
  weekday_sd: DayHours;
  /** Mean use on a day off. */
  weekend: DayHours;
  /** Its standard deviation between customers and days. */
  weekend_sd: DayHours;
}
/** Hot water: what appliances leave, up to an amount. */
export interface HotWater {
  up_to_kwh: YearlyKwh;
  even_share: EvenShare;
  heater_kw: HeaterKw;
}
/** Share of the use that is even over the day: losses and small draws. */
export interface EvenShare {
  /** The share. */
  value: number;
  /** Unit of the value. */
  unit: "1";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** Power at which hot water is made. */
export interface HeaterKw {
  /** The power. */
  value: number;
  /** Unit of the value. */
  unit: "kW";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** Space heat: all that is left, on days by their outdoor temperature. */
export interface SpaceHeat {
  day_shape: DayShape;
}
/** How a use is spread over a day, in any unit: only proportions count. */
export interface DayShape {
  /** On a working day. */
  weekday: DayHours;
  /** On a day off. */
  weekend: DayHours;
  source: FigureSource;
  /** Terms of the figures, with the notice that goes with them. */
  licence: string;
  as_of: AsOf;
  trust: Trust;
}
/** A town of each price area, which lends its temperatures to a house without a known place. */
export interface TownsByArea {
  SE1: TownClimate;
  SE2: TownClimate;
  SE3: TownClimate;
  SE4: TownClimate;
}
/** Outdoor temperatures of a town. */
export interface TownClimate {
  /** Which town. */
  name: string;
  temperature_c: MonthTemperatures;
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** What an electric car adds to the house's load. */
export interface ElectricVehicle {
  kwh_per_km: KwhPerKm;
  charging_kw: ChargingKw;
  charge_from_kwh: ChargeFromKwh;
  charging_hours: ChargingHours;
}
/** Energy at the plug per kilometre. */
export interface KwhPerKm {
  /** The energy. */
  value: number;
  /** Unit of the value. */
  unit: "kWh/km";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** Power at which the car charges, or more where its hours are too few. */
export interface ChargingKw {
  /** The power. */
  value: number;
  /** Unit of the value. */
  unit: "kW";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** Energy that the car must have used since its last charge before it charges again. */
export interface ChargeFromKwh {
  /** The energy. */
  value: number;
  /** Unit of the value. */
  unit: "kWh";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** Clock hours of a night in which the car charges, in the order in which it takes them. */
export interface ChargingHours {
  /** Clock hours, 0 to 23. */
  hours: number[];
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** The normalised input. */
export interface SimulationMarketInput {
  lat?: Latitude;
  lng?: Longitude;
  zone?: PriceArea;
  /** Only where it is hourly. */
  resolution?: "hourly";
  grid_tariff?: GridTariffId;
  /** Main fuse, A. */
  fuse_a?: FuseSize;
}
/** Which market this is. */
export interface MarketModel {
  /** Price area that was used. */
  zone: PriceArea;
  zone_source: ZoneSource;
  /** Calendar year of the spot prices. */
  spot_year: number;
  /** Days that the spot profile is the mean of. */
  price_profile_window_days: number;
  /** When the spot profile was made. */
  spot_profile_refreshed_at: string;
  /** Where the spot profile comes from. */
  spot_source: string;
}
/** The price list of the grid company. */
export interface MarketGrid {
  list: GridTariff;
  unstated: UnstatedFees;
  /** Its energy fee with VAT, SEK per kWh, as the mean of the month's days. */
  energy_fee_sek_per_kwh: MonthHours | null;
}
/** A simulation whose savings are to have a range: as SimulationRequest, without detail and with an economy. */
export interface SimulationRangeRequest {
  location?: SimulationLocation;
  consumption?: SimulationConsumption;
  pv: SimulationPv;
  battery?: SimulationBattery;
  prices?: SimulationPrices;
  economy?: SimulationEconomy;
}
/** Range of a year's savings over years of sun, prices and load, with its drivers. */
export interface SimulationRange {
  savings_sek: RangeSums;
  battery_savings_sek: RangeSums;
  payback?: RangePayback;
  middle: RangeYear;
  /** Drivers that differ between years, each low and high by itself. */
  drivers: RangeDriver[];
  /** Sentences about unusual inputs, which may be in another unit: more than 100 000 kWh of sun or use a year, or a mean import price above 5 SEK per kWh. */
  notes?: string[];
  model: SimulationModel;
  /** Data licence notice. */
  attribution: string;
  input: SimulationRangeInput;
}
/** SEK that nine, five and one of ten outcomes exceed: p90 is the low one, as in the yield's variability. */
export interface RangeSums {
  /** Nine of ten are above. */
  p90: number;
  /** Five of ten are above. */
  p50: number;
  /** One of ten is above. */
  p10: number;
}
/** When cost_sek is earned, with the economy of the request and long-run savings: sun and load are means over the lifetime, prices stay low or high all the time. */
export interface RangePayback {
  years: RangeYears;
  net_present_sek: RangeSums;
}
/** Years until the cost is earned permanently. */
export interface RangeYears {
  /** With the savings that nine of ten exceed: the late one. */
  p90: number | null;
  /** With those that five of ten exceed. */
  p50: number | null;
  /** With those that one of ten exceeds: the early one. */
  p10: number | null;
}
/** The year as POST /api/v1/simulation answers it, every driver in its middle. */
export interface RangeYear {
  /** Savings of panels and battery, SEK. */
  savings_sek: number;
  /** Savings of the battery beyond the panels, SEK. */
  battery_savings_sek: number;
}
/** One thing that differs between years. */
export interface RangeDriver {
  driver: RangeDriverName;
  /** The low value against the middle, %. */
  low_pct: number;
  /** The high value against the middle, %. */
  high_pct: number;
  savings_sek: RangeEnds;
  battery_savings_sek: RangeEnds;
  /** The years that the spread is worked out of. */
  years: string;
  /** Where they are from. */
  source: string;
}
/** SEK with only this driver low, and high. */
export interface RangeEnds {
  /** With the low value. */
  low: number;
  /** With the high value. */
  high: number;
}
/** The request, normalised: as SimulationInput, with the economy. */
export interface SimulationRangeInput {
  location?: SimulationLocation;
  consumption: InputConsumption;
  pv: InputPv;
  battery?: SimulationBattery;
  prices: InputPrices;
  economy?: SimulationEconomy;
}
/** One house to simulate for a year. */
export interface SimulationRequest {
  location?: SimulationLocation;
  consumption?: SimulationConsumption;
  pv: SimulationPv;
  battery?: SimulationBattery;
  prices?: SimulationPrices;
  detail?: SimulationDetail;
}
/** One year of a house with its PV and battery. */
export interface SimulationResponse {
  yearly: SimulationYear;
  monthly: SimulationMonths;
  typical_days?: SimulationTypicalDays;
  hourly?: SimulationHours;
  /** Sentences about unusual inputs, which may be in another unit: more than 100 000 kWh of sun or use a year, or a mean import price above 5 SEK per kWh. */
  notes?: string[];
  model: SimulationModel;
  /** Data licence notice. */
  attribution: string;
  input: SimulationInput;
}
/** Totals of the year. */
export interface SimulationYear {
  /** PV production, kWh. */
  produced_kwh: number;
  /** Load, kWh. */
  consumed_kwh: number;
  /** Bought from the grid, also for the battery, kWh. */
  imported_kwh: number;
  /** Sold to the grid, kWh. */
  exported_kwh: number;
  /** Consumption that was not imported, percent of the consumption, 0..100. */
  self_sufficiency_pct: number;
  /** Production that was not exported, percent of the production, 0..100. */
  self_consumption_pct: number;
  /** Electricity bill with PV and battery, SEK. */
  cost_with_system_sek: number;
  /** Electricity bill without either, SEK. */
  cost_without_system_sek: number;
  /** cost_without_system_sek - cost_with_system_sek. */
  savings_sek: number;
  /** The whole system's savings plus the battery program's income, SEK. */
  total_yearly_benefit_sek: number;
  battery: BatteryYear;
}
/** The battery's part. */
export interface BatteryYear {
  strategy: BatteryStrategy;
  /** Capacity of the whole battery, kWh. */
  capacity_kwh: number;
  /** Power of the whole battery, kW. */
  power_kw: number;
  /** Whether there is a power charge. */
  peak_charge_applies: boolean;
  /** Full cycles of the private battery in the year. */
  cycles: number;
  /** AC energy discharged, kWh. */
  throughput_kwh: number;
  /** AC energy bought to charge, kWh. */
  grid_charged_kwh: number;
  /** Savings of the battery, SEK. */
  savings_sek: number;
  /** Part from stored PV energy, SEK. */
  self_consumption_savings_sek: number;
  /** Part from energy bought to charge, SEK. */
  arbitrage_savings_sek: number;
  /** Fall of the power charge, SEK. */
  peak_savings_sek: number;
  /** The battery's savings plus the program's income, SEK. */
  yearly_benefit_sek: number;
  /** Upper limit, SEK: what the battery could save with the strategy's energy flows if the whole year were known, without hurdle and peak target. */
  possible_savings_sek: number;
  /** savings_sek as a share of possible_savings_sek, 0..100. */
  share_of_possible_pct: number;
  /** Peaks of peak_shaving and combined. */
  peak_target: null | PeakTarget;
  warranty: WarrantyUse;
  /** Battery program. */
  frequency_reserve: null | FrequencyReserve;
}
/** How far the monthly peaks can be held down. */
export interface PeakTarget {
  /** Target of the request, kW. */
  target_kw: number | null;
  /** Whether every month's peak stayed within the target. */
  met: boolean | null;
  /** Lowest hourly import, kW, to which the battery can limit each month. */
  least_peak_kw: number[];
}
/** A usual home battery warranty and how fast this battery uses it up. */
export interface WarrantyUse {
  /** Years of the warranty. */
  years: number;
  /** Full cycles of the warranty. */
  cycles: number;
  /** Full cycles in the simulated year. */
  used_cycles_per_year: number;
  /** Years until the cycles are used up. */
  years_to_cycle_limit: number | null;
  /** Where the terms come from. */
  source: string;
}
/** What the battery program takes and pays. */
export interface FrequencyReserve {
  /** Name of the program. */
  program: string | null;
  /** Who pays. */
  provider: string;
  /** Date of the terms. */
  as_of: string | null;
  /** Page with the terms. */
  source_url: string | null;
  /** The provider's terms as its page states them. */
  stated: string | null;
  /** What the program needs from the household. */
  requires: string | null;
  /** Capacity that the program takes, kWh. */
  reserve_kwh: number;
  /** Power that the program takes, kW. */
  reserve_kw: number;
  /** Income of the year, SEK. */
  yearly_sek: number;
  /** What the terms rest on that the provider does not state, by the term's name. */
  assumptions: BatteryProgramAssumptions;
  /** Income by term. */
  per_component: ProgramComponent[];
}
/** What the terms rest on that the provider does not state, by the term's name. */
export interface BatteryProgramAssumptions {
  /** On the basis. */
  basis?: string;
  /** On the capacity taken. */
  reserved_capacity_share?: string;
  /** On the power taken. */
  reserved_power_share?: string;
  /** On the fixed payment. */
  fixed_sek_per_month?: string;
  /** On the payment by capacity. */
  sek_per_kwh_capacity_per_year?: string;
  /** On the payment by power. */
  sek_per_kw_per_year?: string;
}
/** Income from one term. */
export interface ProgramComponent {
  term: ProgramTerm;
  /** What the rate counts on: months, kWh or kW. */
  quantity: number;
  /** Rate, SEK per unit of the quantity. */
  rate: number;
  /** Income, SEK. */
  sek: number;
}
/** January to December. */
export interface SimulationMonths {
  /** PV production, kWh. */
  produced_kwh: number[];
  /** Load, kWh. */
  consumed_kwh: number[];
  /** Bought, kWh. */
  imported_kwh: number[];
  /** Sold, kWh. */
  exported_kwh: number[];
  /** AC energy bought to charge the battery, kWh. */
  grid_charged_kwh: number[];
  /** AC energy discharged, kWh. */
  battery_throughput_kwh: number[];
  /** Bill with PV and battery, SEK. */
  cost_with_system_sek: number[];
  /** Bill without either, SEK. */
  cost_without_system_sek: number[];
  /** Highest hourly import with the system, kW. */
  peak_kw: null | number[];
  /** Power charge, SEK. */
  power_charge_sek?: number[];
}
/** A mean day of each month, 12 x 24, 4 decimals. */
export interface SimulationTypicalDays {
  /** PV production, kWh. */
  pv_kwh: MonthHours;
  /** Load, kWh. */
  load_kwh: MonthHours;
  /** Bought from the grid, also for the battery, kWh. */
  import_kwh: MonthHours;
  /** Sold to the grid, kWh. */
  export_kwh: MonthHours;
  /** Into the battery, on the AC side, kWh. */
  charge_kwh: MonthHours;
  /** Out of the battery, on the AC side, kWh. */
  discharge_kwh: MonthHours;
  /** Energy stored at the end of the hour, kWh, between soc_min and soc_max of the capacity. */
  level_kwh: MonthHours;
  /** Price of a bought kWh, SEK. */
  import_price_sek_per_kwh: MonthHours;
  /** Paid for a sold kWh, SEK. */
  export_price_sek_per_kwh: MonthHours;
}
/** Definitions that several schemas share. */
export interface Common {
  [k: string]: unknown;
}
/** Battery programs of electricity providers that a caller can name, and the usual warranty of a home battery. */
export interface BatteryPrograms {
  /** Programs, each with a unique name. */
  programs: BatteryProgram[];
  warranty: BatteryWarranty;
}
/** One provider's program: what it pays for lending it a part of the battery. */
export interface BatteryProgram {
  /** Name by which a request selects it. */
  program: string;
  /** Who pays. */
  provider: string;
  terms: BatteryProgramTerms;
  source_url: SourceUrl;
  as_of: AsOf;
  /** The terms as the provider states them. */
  stated: string;
  /** What it needs from the household. */
  requires: string;
  assumptions: BatteryProgramAssumptions;
  trust: Trust;
}
/** The terms as numbers. */
export interface BatteryProgramTerms {
  basis: RateBasis;
  /** Share of the capacity that the program takes. */
  reserved_capacity_share: number;
  /** Share of the power that the program takes. */
  reserved_power_share: number;
  /** Fixed payment, SEK per month. */
  fixed_sek_per_month: number;
  /** Payment by capacity, SEK per kWh and year. */
  sek_per_kwh_capacity_per_year: number;
  /** Payment by power, SEK per kW and year. */
  sek_per_kw_per_year: number;
}
/** The usual warranty of a home battery: it ends with the years or the cycles, whichever comes first. */
export interface BatteryWarranty {
  /** Years. */
  years: number;
  /** Full cycles. */
  cycles: number;
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** Standard output of pipeline/cell.ts --json, not quantised. */
export interface CellAnswer {
  /** Diffuse fraction used. */
  diffuse_fraction: number[];
  /** In-plane irradiation, [12 months][19 tilts][36 azimuths]. */
  poa_kwh_m2: number[][][];
  /** Yield at 14 % system loss, [12 months][19 tilts][36 azimuths]. */
  yield_kwh_kwp: number[][][];
}
/** Standard input of pipeline/cell.ts --json. */
export interface CellQuestion {
  lat: Latitude;
  /** Global horizontal irradiation of each month. */
  ghi_kwh_m2: number[];
  /** Diffuse fraction of each month. */
  diffuse_fraction?: null | number[];
  /** 24 h means. */
  temperature_c?: null | number[];
  /** Wind at the module. */
  wind_m_s?: null | number;
  /** null: hay_davies. */
  sky_model?: null | SkyModelName;
  /** null: 0.2. */
  albedo?: null | number;
}
/** current.json of a store of artifacts names the build to serve. */
export interface CurrentBuild {
  dataset: DatasetVersion;
  digests: BuildDigests;
  /** When, by the publisher's clock. */
  published_at?: string;
  /** User and machine that published it. */
  published_by?: string;
  /** Rises with each publication and each rollback: Unix time, s, or one more than before. */
  sequence?: number;
  [k: string]: unknown;
}
/** SHA-256 of each file of the build, hexadecimal. */
export interface BuildDigests {
  "manifest.json": string;
  [k: string]: string;
}
/** What make fetch downloads into a recipe's folder: the file downloads.json next to the recipe. */
export interface Downloads {
  /** Files to download, each pinned by its hash. */
  files?: DownloadFile[];
  /** Monthly rasters made by asking the PVGIS MRcalc web API at every cell centre. */
  mrcalc?: MrcalcSource[];
  /** Years of spot prices, a file a day and price area. */
  elprisetjustnu?: ElprisetjustnuYear[];
}
/** One file. */
export interface DownloadFile {
  /** Address, https or http. */
  url: string;
  /** Relative to the recipe's folder. */
  path: string;
  /** SHA-256 of the content. */
  sha256?: string;
  /** Size of the content. */
  bytes?: number;
}
/** One radiation database of PVGIS. */
export interface MrcalcSource {
  /** Address, https or http. */
  base_url: string;
  /** PVGIS's name of the database, PVGIS-SARAH3. */
  raddatabase: string;
  /** Folder of the rasters and the answers. */
  path: string;
  /** First year of the mean. */
  start_year?: number;
  /** Last year of the mean. */
  end_year?: number;
  /** West, south, east, north in degrees. */
  bbox?: number[];
  /** Maximum calls a second, retries included. */
  calls_per_second?: number;
}
/** The day files of elprisetjustnu.se for one year, named as its readers expect them: 01-31_SE3.json. */
export interface ElprisetjustnuYear {
  /** Calendar year in Sweden, one that is over. */
  year: number;
  /** Price areas. */
  areas: PriceArea[];
  /** Folder of the day files. */
  path: string;
  /** Address up to the year. */
  base_url?: string;
}
/** One hour or quarter hour. */
export interface ElprisetjustnuEntry {
  /** Price without VAT, SEK/kWh. */
  SEK_per_kWh: number;
  /** Start with its offset from UTC, 2025-01-31T00:00:00+01:00. */
  time_start: string;
}
/** Installers' configurators by slug: /embedded/<slug> is the page. */
export interface Embeds {
  [k: string]: EmbedRecord;
}
export interface EmbedRecord {
  title: string;
  /** Scheme and host of the pages that may frame it and exchange messages with it, as in https://solar.example. */
  origins: string[];
  /** Language of the page unless the address sets another (?l=en). */
  locale: "sv" | "en";
  theme: EmbedLook;
  /** Steps that the visitor sees, in the usual order. */
  steps?: EmbedStep[];
  /** Solar panels to choose from. */
  panels: EmbedPanel[];
  /** Inverters by rising power. */
  inverters: EmbedInverter[];
  /** Batteries of different sizes. */
  batteries: EmbedBattery[];
  /** Charging points. */
  chargers: EmbedCharger[];
  /** Fixed cost of every installation in addition to its parts: work, scaffold, permits. */
  base_sek: number;
  /** Month of payment, YYYY-MM, whose shares of the green technology deduction are used. */
  deduction?: string;
  lead: EmbedLead;
  /** How long a visitor's link to the proposal works. */
  link_days: number;
}
/** Colours on a white background. */
export interface EmbedLook {
  /** Buttons and links, as #rrggbb. */
  accent: string;
  /** Text, as #rrggbb. */
  ink: string;
  /** Of corners, px. */
  radius: number;
  font: "system" | "serif";
  /** A picture as data: address, PNG, WebP or SVG in base64. */
  logo?: string;
}
export interface EmbedPanel {
  title: string;
  watt: number;
  m2: number;
  sek: number;
}
export interface EmbedInverter {
  title: string;
  kw: number;
  sek: number;
}
export interface EmbedBattery {
  title: string;
  /** Capacity, kWh. */
  kwh: number;
  /** Most that it charges or discharges with, kW. */
  kw?: number;
  sek: number;
}
export interface EmbedCharger {
  title: string;
  sek: number;
}
export interface EmbedLead {
  /** Where leads go: an https address (http for localhost), signed by Standard Webhooks. */
  sink: string;
  /** Environment variable with the secret that signs, whsec_ and 24 to 64 bytes in base64. */
  secret_env?: string;
  /** Only with the sink log: file to which each lead is appended as a line of JSON. */
  file?: string;
  consent: EmbedConsent;
  /** Shown where a lead cannot be delivered. */
  phone: string;
}
export interface EmbedConsent {
  version: string;
  sv: string;
  en: string;
  privacy_url: string;
}
/** Content of an ENTSO-E Acknowledgement_MarketDocument, the answer when there is no data, as parsed from XML without attributes. */
export interface EntsoeAcknowledgement {
  /** Why there is no data. */
  Reason: EntsoeReason[];
}
/** One reason. */
export interface EntsoeReason {
  /** ENTSO-E reason code, 999 for no matching data. */
  code: string;
  /** The reason in words. */
  text?: string;
}
/** Content of an ENTSO-E Publication_MarketDocument of day-ahead prices, as parsed from XML without attributes: every value is text. */
export interface EntsoePrices {
  /** Kind of document: A44, price document. */
  type: "A44";
  /** Series of prices, usually one a day. */
  TimeSeries: EntsoeTimeSeries[];
}
/** Prices of one bidding zone. */
export interface EntsoeTimeSeries {
  /** Energy identification code of SE1, SE2, SE3 or SE4. */
  "in_Domain.mRID": "10Y1001A1001A44P" | "10Y1001A1001A45N" | "10Y1001A1001A46L" | "10Y1001A1001A47J";
  /** Market of the prices. */
  "contract_MarketAgreement.type"?: string;
  /** Currency. */
  "currency_Unit.name": "EUR";
  /** Unit of energy. */
  "price_Measure_Unit.name": "MWH";
  /** A01: every position is listed. */
  curveType: "A01" | "A03";
  /** Stretches of time of one resolution. */
  Period: EntsoePeriod[];
}
/** Prices of one stretch of time. */
export interface EntsoePeriod {
  /** The stretch of time, UTC. */
  timeInterval: {
    /** Start of position 1, 2025-09-30T22:00Z. */
    start: string;
    /** End of the last position. */
    end: string;
  };
  /** Length of a position. */
  resolution: "PT60M" | "PT15M";
  /** Prices by position. */
  Point: EntsoePoint[];
}
/** One price. */
export interface EntsoePoint {
  /** Position in the period, from 1. */
  position: string;
  /** Price, EUR/MWh. */
  "price.amount": string;
}
/** Sweden's tax reduction for green technology: shares by class of work and date of payment, and the most that a person gets. */
export interface GreenDeductionRates {
  cap_sek_per_person_year: GreenDeductionFigure;
  turnkey_share_permille: GreenDeductionFigure1;
  /** Shares by the date of payment, earliest first. */
  records: GreenDeductionRecord[];
}
/** Most that one person gets in a year, all classes together, SEK. */
export interface GreenDeductionFigure {
  value: number;
  source: string;
  as_of: AsOf;
  trust: Trust;
}
/** Share of a fixed price for a whole installation that counts as work and material. */
export interface GreenDeductionFigure1 {
  value: number;
  source: string;
  as_of: AsOf;
  trust: Trust;
}
export interface GreenDeductionRecord {
  /** First day of payment that it holds for. */
  paid_from: string;
  permille: GreenDeductionShares;
  source: string;
  as_of: AsOf;
  trust: Trust;
}
/** Share of what the work cost with VAT, by class of work. */
export interface GreenDeductionShares {
  solar_cells: number;
  storage: number;
  charging_point: number;
}
/** Price lists of Swedish grid companies, those that ended among them. */
export interface GridTariffs {
  /** Price lists, each with a unique id. */
  lists: GridTariff[];
}
/** How horizontal irradiation varies from year to year at some places, for a recipe's interannual.places: linear in latitude between the places, constant beyond the outermost. */
export interface InterannualPlaces {
  /** Source and method of the figures, as a sentence. */
  source: string;
  /** Years that the standard deviations are of. */
  years: number;
  /** Places, in any order, each at a different latitude. */
  places: InterannualPlace[];
}
/** A place. */
export interface InterannualPlace {
  /** Name. */
  name: string;
  lat: Latitude;
  lng?: Longitude;
  /** Database of the figures. */
  db?: string;
  /** First and last year. */
  period?: string;
  /** Mean of the years, kWh/m2. */
  ghi_annual_kwh_m2?: number;
  /** Sample standard deviation of the years, kWh/m2. */
  ghi_annual_sd_kwh_m2?: number;
  /** Sample standard deviation of the years, percent of their mean. */
  annual_sd_pct: number;
  /** The same of each month over the years, January to December. */
  monthly_sd_pct: number[];
  /** Each year's irradiation, kWh/m2. */
  ghi_annual_by_year?: {
    [k: string]: number;
  };
}
/** What a configurator's form sends: what the visitor chose and typed. */
export interface LeadRequest {
  /** Proof that the form was open for a while. */
  token: string;
  inputs: ConfiguratorInputs;
  system: SystemKind;
  contact: LeadContact;
  /** Version of the consent that was given. */
  consent: string;
  /** Not shown: only machines fill it in. */
  website?: string;
}
/** The roof and the house. */
export interface ConfiguratorInputs {
  lat: Latitude;
  lng: Longitude;
  faces: ConfiguratorFace[];
  /** Which of the installer's panels. */
  panel: number;
  /** Capacity of the installer's battery that the visitor wants. */
  battery_kwh?: number;
  yearly_kwh: number;
  ev_km_per_day: number;
  chargers: number;
  adults: number;
  main_fuse_a: number;
}
export interface ConfiguratorFace {
  tilt: Tilt;
  azimuth: Azimuth;
  panel_count: number;
}
/** One of e-mail and phone is needed. */
export interface LeadContact {
  first_name: string;
  last_name: string;
  email: null | string;
  phone: null | string;
  street: string;
  /** Five digits. */
  postal_code: string;
  city: string;
}
/** What an installer's sink receives about a visitor who requested an offer. */
export interface Lead {
  /** Also the webhook-id. */
  reference: string;
  slug: string;
  consent: LeadConsent;
  contact: LeadContact;
  lat: Latitude;
  lng: Longitude;
  system: LeadSystem;
  household: LeadHousehold;
  /** Address of the visitor's page of the proposal, where LINK_SECRETS is set. */
  link?: string;
  inputs: ConfiguratorInputs;
  figures: LeadFigures;
}
export interface LeadConsent {
  version: string;
  at: string;
}
export interface LeadSystem {
  panel_count: number;
  panel_title: string;
  total_kw: number;
  inverter_count: number;
  inverter_title: string;
  battery_kwh: number;
  charger_count: number;
  roof_sides: number;
}
export interface LeadHousehold {
  adults: number;
  main_fuse_a: number;
}
/** Money in SEK with VAT. */
export interface LeadFigures {
  annual_kwh: number;
  saving_sek_per_year: number;
  price_sek: number;
  deduction_sek: number;
  deduction_by_class: LeadDeduction;
  deduction_by_adult: number[];
  net_sek: number;
  /** Years until the price is paid back. */
  payback_years: null | number;
  payback_years_without_deduction: null | number;
  deduction_paid_on: string;
  /** Version that the yield is from. */
  dataset: string;
}
export interface LeadDeduction {
  solar_cells: number;
  storage: number;
  charging_point: number;
}
/** Inputs of make link. */
export interface LinkInputs {
  /** Whose proposal it is: the slug of a configurator. */
  brand: string;
  /** Reference of the proposal, known to the person who requested it. */
  ref: string;
  /** How long the link works. */
  days: number;
  lat: Latitude;
  lng: Longitude;
  /** Name of the town or village. */
  place: string;
  faces: Faces;
  /** Power of the inverters together. */
  inverter_kw?: number;
  use: ProposedUse;
  /** Which system is proposed: solar, solar with the first battery, or with charging points too. */
  system: "solar" | "battery" | "charger";
  costs: ProposedCosts;
  /** Batteries to compare. */
  batteries: PricedBattery[];
  deduction: ProposedDeduction;
}
export interface ProposedFace {
  tilt: Tilt;
  azimuth: Azimuth;
  kwp: Kwp;
}
/** What the house uses: the household model's inputs. */
export interface ProposedUse {
  yearly_kwh: number;
  ev_km_per_day: number;
}
/** Turnkey prices, before deduction. */
export interface ProposedCosts {
  /** Panels, inverters and all work on them. */
  solar_sek: number;
  charging_points: ProposedChargingPoints;
}
/** All of them together. */
export interface ProposedChargingPoints {
  count: number;
  sek: number;
}
export interface PricedBattery {
  kwh: number;
  sek: number;
}
/** What the green deduction depends on. */
export interface ProposedDeduction {
  /** Day of payment, which decides the shares. */
  paid_on: string;
  /** Owners who can apply for it. */
  adults: number;
}
/** What artifacts were built, from what. */
export interface Manifest {
  dataset_version: DatasetVersion;
  generated_at: RecipeTime;
  /** Version of the artifact container. */
  format_version: number;
  /** The recipe without its sources, as built. */
  parameters: {
    [k: string]: unknown;
  };
  inputs: FileRecord[];
  outputs: OutputRecord[];
  summary: SummaryRecord;
}
/** A file by content. */
export interface FileRecord {
  /** Path relative to the project, or npm:package@version/path. */
  path: string;
  /** Size. */
  bytes: number;
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string;
}
/** A built file. */
export interface OutputRecord {
  /** Path in the project when it is built there: artifacts/ and the file's name. */
  path: string;
  /** Size. */
  bytes: number;
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string;
  /** SHA-256 by header field (without version and date) and by section: what a verdict names. */
  contents: {
    [k: string]: string;
  };
}
/** The summary that belongs to these outputs (summary.csv), for reviewers. */
export interface SummaryRecord {
  /** Path in the project when it is built there: artifacts/ and the file's name. */
  path: string;
  /** Size. */
  bytes: number;
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string;
  /** False for a summary of over 10 MB: it stays where it was built, as summary.large.csv, which git does not take. */
  committed: boolean;
}
/** An answer of the PVGIS web API's tool MRcalc, requested with horirrad=1, d2g=1, avtemp=1. */
export interface MrcalcAnswer {
  /** The question as PVGIS understood it. */
  inputs?: {
    /** Databases used. */
    meteo_data?: {
      /** Radiation database, PVGIS-SARAH3. */
      radiation_db?: string;
    };
  };
  /** The values. */
  outputs: {
    /** One entry a year and month. */
    monthly: MrcalcMonth[];
  };
}
/** One month of one year. */
export interface MrcalcMonth {
  /** Calendar year. */
  year: number;
  /** January is 1. */
  month: number;
  /** Global horizontal irradiation of the month, kWh/m2. */
  "H(h)_m": number;
  /** Diffuse share of it. */
  Kd: number | null;
  /** Air temperature at 2 m, mean over day and night, °C. */
  T2m: number;
}
/** Swedish places with their municipalities: a point lies in the municipality of its nearest place. */
export interface Places {
  source: FigureSource;
  /** Credit line. */
  attribution: string;
  as_of: AsOf;
  trust: Trust;
  municipalities: Municipalities;
  /** Places. */
  places: Place[];
}
/** A municipality. */
export interface Municipality {
  /** Code of Statistics Sweden (SCB): two digits of the county, two of the municipality. */
  code: string;
  /** Name. */
  name: string;
}
/** A town or village. */
export interface Place {
  /** Name. */
  name: string;
  lat: Latitude;
  lng: Longitude;
  /** Code of its municipality. */
  municipality: string;
}
/** The boundaries between the Swedish price areas. */
export interface PriceAreas {
  /** How a point's area follows from the boundaries, in words. */
  rule: string;
  boundaries: PriceAreaBoundaries;
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** One line between each two neighbouring areas, named after them. */
export interface PriceAreaBoundaries {
  se1_se2: BoundaryLine;
  se2_se3: BoundaryLine;
  se3_se4: BoundaryLine;
}
/** Header JSON of prices.bin. */
export interface PricesHeader {
  kind: "prices";
  dataset_version: DatasetVersion;
  generated_at: RecipeTime;
  /** Credit lines and licence notice. */
  attribution: string;
  spot: SpotHeader;
  /** Cells of the per-cell sections. */
  cells: number;
  grid: GridHeader;
  coverage_mask: MaskHeader;
  tariffs: Tariffs;
  grid_tariffs?: GridTariffs;
  household: Household;
  battery_programs: BatteryPrograms;
  price_areas: PriceAreas;
  places: PlacesHeader;
}
/** Where the spot price profile comes from. */
export interface SpotHeader {
  /** Feed and terms, in a sentence. */
  source: string;
  refreshed_at: RecipeTime;
  /** Local calendar year of the prices. */
  year: number;
  /** Days that the profile is the mean of. */
  window_days: number;
  hours?: SpotHours;
}
/** Present when the file has the year's hours. */
export interface SpotHours {
  /** Days of the year whose feed has quarter hours, which became means of the hour. */
  quarter_hour_days: number;
  /** Whether the hours may be listed and exported, from the recipe. */
  republish: boolean;
  /** The licence that allows to republish the hours. */
  licence?: string;
}
/** Cell grid: the centre of row r is (first_row + r) x step_deg, row 0 southernmost. */
export interface GridHeader {
  /** Spacing in degrees. */
  step_deg: number;
  /** Latitude of row 0 divided by the step. */
  first_row: number;
  /** Longitude of column 0 divided by the step. */
  first_col: number;
  /** Rows. */
  rows: number;
  /** Columns. */
  cols: number;
}
/** Frame of the coverage mask. */
export interface MaskHeader {
  /** West edge, degrees. */
  west: number;
  /** South edge, degrees. */
  south: number;
  /** Width of a rectangle. */
  lng_step_deg: number;
  /** Height of a rectangle. */
  lat_step_deg: number;
  /** Columns. */
  cols: number;
  /** Rows. */
  rows: number;
}
/** What a household pays for electricity in addition to the spot price, year by year. */
export interface Tariffs {
  reduced_energy_tax: ReducedEnergyTax;
  /** One record per change, each with its first day. */
  records: Tariff[];
}
/** Where the energy tax is reduced. */
export interface ReducedEnergyTax {
  /** Codes of the counties all of whose municipalities have it. */
  counties: string[];
  /** Codes of the other municipalities that have it. */
  municipalities: string[];
  /** Price areas that have it as a whole: what counts where no point is known. */
  price_areas: PriceArea[];
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** import = (spot + supplier_markup + grid_fee + energy_tax) x (1 + vat). */
export interface Tariff {
  /** First day on which the record holds. */
  valid_from: string;
  supplier_markup: EnergyCharge;
  grid_fee: EnergyCharge;
  energy_tax: EnergyTax;
  vat: VatRate;
  grid_benefit: EnergyCharge;
  monthly_fee: MonthlyFee;
  power_charge: PowerCharge;
}
/** A charge per unit of energy. */
export interface EnergyCharge {
  /** The charge, without VAT. */
  value: number;
  /** Unit of the value. */
  unit: "öre/kWh";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** The state's tax on bought energy. */
export interface EnergyTax {
  /** The tax without VAT. */
  value: number;
  /** The tax without VAT in the reduced area. */
  reduced: number;
  /** Unit of the values. */
  unit: "öre/kWh";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** Value added tax on bought energy, its grid fee and its energy tax. */
export interface VatRate {
  /** The rate. */
  value: number;
  /** Unit of the value. */
  unit: "%";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** Fixed fees of supplier and grid company together. */
export interface MonthlyFee {
  /** The fee, without VAT. */
  value: number;
  /** Unit of the value. */
  unit: "SEK/month";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** The grid company's charge on each month's highest hour. */
export interface PowerCharge {
  /** The charge, without VAT. */
  value: number;
  /** Unit of the value. */
  unit: "SEK/kW/month";
  source: FigureSource;
  as_of: AsOf;
  trust: Trust;
}
/** The places of the sections place_point and place_municipality. */
export interface PlacesHeader {
  source: FigureSource;
  /** Credit line. */
  attribution: string;
  municipalities: Municipalities;
  /** Names of the places, in the order of the sections. */
  names: string[];
}
/** Header JSON of pv-yield.bin. */
export interface PvYieldHeader {
  kind: "pv-yield";
  dataset_version: DatasetVersion;
  generated_at: RecipeTime;
  /** One sentence per source. */
  sources: string[];
  /** Credit lines and licence notice. */
  attribution: string;
  /** Country or region covered. */
  coverage: string;
  /** Section radiation_db holds indexes into this list. */
  radiation_dbs: RadiationDb[];
  /** Sources whose irradiation is far from the usual, and the recipe's reason why it is right. */
  accepted_ranges?: AcceptedRange[];
  /** Sources with pixels or cells that look wrong, and the recipe's reason why they are right. */
  accepted_pixels?: AcceptedPixels[];
  /** Cells of the per-cell sections. */
  cells: number;
  /** Cells of the whole dataset that no source had and that took the values of the nearest cell, by the recipe's fill_sea_km. */
  filled_cells?: number;
  grid: GridHeader;
  coverage_mask: MaskHeader;
  model: PvYieldModelHeader;
  accuracy: Accuracy;
  /** Monthly factor on ERA5, or null when the switch is off. */
  era5_correction: null | number[];
  interannual?: InterannualHeader;
  uncertainty?: Uncertainty;
  shard?: Shard;
}
export interface AcceptedRange {
  radiation_db: RadiationDb;
  reason: string;
}
export interface AcceptedPixels {
  radiation_db: RadiationDb;
  reason: string;
}
/** Parameters of the physics. */
export interface PvYieldModelHeader {
  sky_model: SkyModelName;
  /** Name of the in-plane method. */
  poa_model: string;
  /** Ground reflectance. */
  albedo: number;
  /** Horizon model. */
  horizon: string;
  /** Representative days of the year. */
  representative_days: number;
  /** Steps between sunrise and sunset. */
  steps_per_day: number;
  /** System loss in the stored yields. */
  system_loss: number;
  /** Wind at the module. */
  wind_m_s: number;
  /** Factor from the anchors, in the stored yields. */
  anchor_scale: number;
}
/** How yields vary from year to year. */
export interface InterannualHeader {
  /** Years that the standard deviations are of. */
  years: number;
  /** Where the standard deviations come from and how. */
  source: string;
  /** How much a plane varies for each percent that the flat one does (1): a list of the 361 stored planes, tilt by tilt, for each month from January, then for the year. */
  plane_factors: number[][];
  /** Spread of a plane that the irradiation does not explain (diffuse fraction, time of the beam in the day), percent, added in quadrature. */
  plane_scatter_pct?: number[][];
}
/** Only in a part of a dataset: it holds every count-th latitude row, from row index. */
export interface Shard {
  /** From 0. */
  index: number;
  /** Number of parts. */
  count: number;
  /** SHA-256 of recipe, inputs and code that the part was built from, hexadecimal. */
  key: string;
}
/** What a dataset is built from, and how. */
export interface Recipe {
  dataset_version: DatasetVersion;
  generated_at: RecipeTime;
  grid: RecipeGrid;
  /** Radiation databases in order of preference: a cell takes the first that has all twelve months there. */
  sources: RecipeSource[];
  /** For rasters that end at the coast, km. */
  fill_sea_km?: number;
  /** Scale ERA5 by the monthly ratio of SARAH3 to ERA5 over 60..65° N. */
  era5_correction: boolean;
  interannual?: RecipeInterannual;
  uncertainty?: Uncertainty;
  model: RecipeModel;
  /** Reference yields. */
  anchors?: Anchor[];
  prices?: RecipePrices;
}
/** Cell lattice: centres on multiples of the step. */
export interface RecipeGrid {
  /** Spacing of the cell centres in degrees, 0.01 to 1. */
  step_deg: number;
  /** West, south, east, north in degrees: only the covered places inside are built. */
  bbox?: number[];
  coverage?: CoverageKind;
}
/** One radiation database and the rasters that go with it. */
export interface RecipeSource {
  radiation_db: RadiationDb;
  /** What the source is, as a sentence. */
  name: string;
  /** Licence of the rasters. */
  licence: string;
  /** Credit line. */
  attribution: string;
  ghi: GhiRasters;
  diffuse_fraction?: DiffuseFractionRasters;
  temperature?: TemperatureRasters;
  elevation?: ElevationRasters;
}
/** Global horizontal irradiation: the sum of the month or of a mean day, or the mean power over day and night. */
export interface GhiRasters {
  /** Path relative to the recipe. */
  files: string;
  /** Name of the file inside the zip, with {month} and * as in "files". */
  entry?: string;
  /** Name or standard_name of a NetCDF file's variable. */
  variable?: string;
  years?: RasterYears;
  /** Unit of the values. */
  unit: "kWh/m2" | "W/m2" | "kWh/m2/day" | "Wh/m2/day" | "MJ/m2/day" | "kJ/m2/day" | "J/m2";
  accept_range?: AcceptRange;
  accept_pixels?: AcceptPixels;
  /** EPSG code or proj4 text. */
  crs?: string;
  sha256?: RasterSha256;
}
/** Takes months whose mean is far from what is usual in Sweden, such as those of a single dark year. */
export interface AcceptRange {
  /** Why the values are right. */
  reason: string;
}
/** Takes rasters with pixels or cells that look wrong: pixels without sun where the sun shines, infinite ones, cells far from all their neighbours. */
export interface AcceptPixels {
  /** Why the values are right. */
  reason: string;
}
/** SHA-256 of each file by its name. */
export interface RasterSha256 {
  /** A SHA-256: 64 characters of 0-9 and a-f. */
  [k: string]: string;
}
/** Diffuse share of the global irradiation, 0..1. */
export interface DiffuseFractionRasters {
  /** Path relative to the recipe. */
  files: string;
  /** Name of the file inside the zip, with {month} and * as in "files". */
  entry?: string;
  /** Name or standard_name of a NetCDF file's variable. */
  variable?: string;
  years?: RasterYears;
  /** Unit of the values. */
  unit: "1";
  /** EPSG code or proj4 text. */
  crs?: string;
  sha256?: RasterSha256;
}
/** Air temperature at 2 m, mean over day and night. */
export interface TemperatureRasters {
  /** Path relative to the recipe. */
  files: string;
  /** Name of the file inside the zip, with {month} and * as in "files". */
  entry?: string;
  /** Name or standard_name of a NetCDF file's variable. */
  variable?: string;
  years?: RasterYears;
  /** Unit of the values. */
  unit: "°C" | "K";
  /** EPSG code or proj4 text. */
  crs?: string;
  sha256?: RasterSha256;
}
/** Height above the sea, one raster for the year. */
export interface ElevationRasters {
  /** Path relative to the recipe. */
  files: string;
  /** Name of the file inside the zip, with {month} and * as in "files". */
  entry?: string;
  /** Name or standard_name of a NetCDF file's variable. */
  variable?: string;
  /** Unit of the values. */
  unit: "m";
  /** EPSG code or proj4 text. */
  crs?: string;
  sha256?: RasterSha256;
}
/** How irradiation varies from year to year, by places or by the years of ghi. */
export interface RecipeInterannual {
  /** File of some places (data/interannual.schema.json), interpolated by latitude. */
  places?: string;
  ghi_years?: InterannualYears;
}
/** Computed for each cell from the years of the sources' ghi, which need "years". */
export interface InterannualYears {
  /** Source and years of the figures, as a sentence. */
  source: string;
}
/** Parameters of the physics. */
export interface RecipeModel {
  sky_model: SkyModelName;
  /** Ground reflectance. */
  albedo: number;
  /** Representative days of a month. */
  days_per_month: number;
  /** Equal steps between sunrise and sunset. */
  steps_per_day: number;
  /** System loss fraction that the stored yields include. */
  system_loss: number;
}
/** A yield known from elsewhere. */
export interface Anchor {
  /** Which place. */
  name: string;
  lat: Latitude;
  lng: Longitude;
  tilt: Tilt;
  azimuth: Azimuth;
  /** Yearly yield at the recipe's system loss, kWh/kWp. */
  annual_kwh_kwp: number;
  /** Where the figure was published. */
  source: string;
}
/** Spot prices and market records that prices.bin is built from. */
export interface RecipePrices {
  feed: SpotFeed;
  /** Folder, zip, file, or pattern with * of the price files. */
  files: string;
  /** CSV of date,sek_per_eur for feeds in EUR. */
  rates?: string;
  /** Local calendar year. */
  year: number;
  /** Source and method of the prices, as a sentence. */
  source: string;
  /** Credit line. */
  attribution: string;
  /** Whether the year's hours may be listed and exported, which needs a licence that allows it. */
  republish?: boolean;
  /** Licence of the prices. */
  licence?: string;
  refreshed_at: RecipeTime;
  /** Dated tariff records. */
  tariffs: string;
  /** Grid companies' price lists. */
  grid_tariffs?: string;
  /** Household load shapes. */
  household: string;
  /** Providers' battery programs. */
  battery_programs: string;
  /** Boundaries of the price areas. */
  price_areas: string;
  /** Swedish places with their municipalities, by which the energy tax is found. */
  places: string;
}
/** The content of a public link (/i/<slug>): a proposal as computed on its day. */
export interface SignedState {
  /** Version of this shape. */
  v: 1;
  /** When the link ends, seconds since 1970. */
  exp: number;
  /** Whose proposal it is: the slug of a configurator. */
  brand: string;
  /** Reference of the proposal, known to the person who requested it. */
  ref: string;
  lat: Latitude;
  lng: Longitude;
  /** Name of the town or village. */
  place: string;
  faces: Faces;
  use: ProposedUse;
  /** Which system is proposed: solar, solar with the first battery, or with charging points too. */
  system: "solar" | "battery" | "charger";
  costs: ProposedCosts;
  /** Batteries that were compared. */
  batteries: ProposedBattery[];
  deduction: ProposedDeduction;
  dataset: DatasetVersion;
  result: ProposedResult;
  inverter?: ProposedInverter;
  former?: FormerProposal;
}
export interface ProposedBattery {
  kwh: number;
  sek: number;
  /** What it saves in a year in addition to solar, with its best strategy. */
  saving_sek: number;
}
/** Computed results, so that the page shows the same whatever dataset is loaded later. */
export interface ProposedResult {
  /** Yield of all faces, January to December. */
  monthly_kwh: number[];
  /** What only solar saves in a year. */
  solar_saving_sek: number;
  zone: PriceArea;
  /** Mean price of a bought kWh over the year's hours, öre. */
  import_ore: number;
  /** Mean price of a sold kWh over the year's hours, öre. */
  export_ore: number;
  /** Year whose hours each had a separate price. */
  hours_of?: number;
}
/** A new inverter that the years count with: its price, and the year at whose end it is bought. */
export interface ProposedInverter {
  sek: number;
  year: number;
}
/** Figures of the previous version, of the system that it proposed. */
export interface FormerProposal {
  /** Power of all faces together. */
  kwp: number;
  /** Which system is proposed: solar, solar with the first battery, or with charging points too. */
  system: "solar" | "battery" | "charger";
  /** 0: none. */
  battery_kwh: number;
  charging_points: number;
  price_sek: number;
  /** After deduction. */
  net_sek: number;
  /** Savings of the whole system in a year. */
  saving_sek: number;
}
/** What all messages between a host page and the frame in it have. */
export interface EmbedCommon {
  [k: string]: unknown;
}
/** What the host page knows already. */
export interface EmbedPrefill {
  lat?: Latitude;
  lng?: Longitude;
  /** Street and number. */
  street?: string;
  /** Five digits. */
  postal_code?: string;
  /** Post town. */
  city?: string;
  /** What the house uses in a year, kWh. */
  use_kwh?: number;
  /** The roof's faces. */
  faces?: EmbedFace[];
  /** First name. */
  first_name?: string;
  /** Last name. */
  last_name?: string;
  /** E-mail address. */
  email?: string;
  /** Telephone number. */
  phone?: string;
}
/** A face of the roof. */
export interface EmbedFace {
  tilt: Tilt;
  azimuth: Azimuth;
  kwp: Kwp;
}
/** The frame listens. */
export interface ReadyMessage {
  source: EmbedSource;
  v: EmbedVersion;
  id: EmbedId;
  type: "ready";
}
/** The frame's content has another height. */
export interface ResizeMessage {
  source: EmbedSource;
  v: EmbedVersion;
  id: EmbedId;
  type: "resize";
  payload: ResizePayload;
}
export interface ResizePayload {
  /** CSS pixels. */
  height: number;
}
/** The visitor came to a step. */
export interface StepMessage {
  source: EmbedSource;
  v: EmbedVersion;
  id: EmbedId;
  type: "step";
  payload: StepPayload;
}
export interface StepPayload {
  /** Name of the step, the same in every language. */
  name: string;
  /** Which step it is, from 0. */
  index: number;
  /** How many there are. */
  of: number;
}
/** The visitor's system was computed again. */
export interface CalculatedMessage {
  source: EmbedSource;
  v: EmbedVersion;
  id: EmbedId;
  type: "calculated";
  payload: CalculatedPayload;
}
export interface CalculatedPayload {
  /** Peak power of the panels, kWp. */
  kwp: number;
  /** What they yield in a year, kWh. */
  annual_kwh: number;
  /** What sun and battery save in a year, SEK. */
  saving_sek: number;
  /** Capacity of the battery, kWh. */
  battery_kwh: number;
  /** What the visitor pays, SEK with VAT, after deduction. */
  price_sek: number;
}
/** The visitor's request was received. */
export interface SubmittedMessage {
  source: EmbedSource;
  v: EmbedVersion;
  id: EmbedId;
  type: "submitted";
  payload: SubmittedPayload;
}
export interface SubmittedPayload {
  /** What the installer knows the request by. */
  reference: string;
  /** Address of the visitor's page. */
  link?: string;
}
/** An error that the visitor sees, too. */
export interface ErrorMessage {
  source: EmbedSource;
  v: EmbedVersion;
  id: EmbedId;
  type: "error";
  payload: ErrorPayload;
}
export interface ErrorPayload {
  /** A stable code. */
  code: string;
  /** A sentence in the frame's language. */
  message: string;
}
/** Answers ready. */
export interface InitMessage {
  source: EmbedSource;
  v: EmbedVersion;
  id: EmbedId;
  type: "init";
  payload: InitPayload;
}
export interface InitPayload {
  locale: EmbedLocale;
  theme?: EmbedTheme;
  prefill: EmbedPrefill;
}
/** The page knows more: fields that are given replace the frame's, others stay. */
export interface PrefillMessage {
  source: EmbedSource;
  v: EmbedVersion;
  id: EmbedId;
  type: "prefill";
  payload: EmbedPrefill;
}
/** The frame is about to be removed. */
export interface DestroyMessage {
  source: EmbedSource;
  v: EmbedVersion;
  id: EmbedId;
  type: "destroy";
}
/** Who is to sign the agreement. */
export interface AgreementRequest {
  signees: AgreementRequestSignee[];
}
/** One who signs. */
export interface AgreementRequestSignee {
  id: CallerId;
  name: string;
  email: EmailAddress;
  phone?: string;
  method: SigneeMethod;
  personal_number?: PersonalNumber;
}
/** The agreement of an offer, as the e-signature service has it. */
export interface Agreement {
  id: CallerId;
  state: AgreementState;
  /** Why it was revoked, expired or failed, in the provider's word. */
  reason: null | string;
  created_at: UtcTime;
  sent_at: null | UtcTime;
  completed_at: null | UtcTime;
  revoked_at: null | UtcTime;
  deleted_at: null | UtcTime;
  unconfirmed: null | UnconfirmedReading;
  signees: AgreementSignee[];
}
/** A reading that is no evidence of an end. */
export interface UnconfirmedReading {
  state: UnconfirmedState;
  /** The provider's word or status. */
  reason: null | string;
  since: UtcTime;
}
/** One who signs. */
export interface AgreementSignee {
  id: CallerId;
  name: string;
  email: EmailAddress;
  phone?: string;
  method: SigneeMethod;
  /** The signee's id at the e-signature service. */
  provider_id: null | string;
  status: SigneeStatus;
  opened_at: null | UtcTime;
  signed_at: null | UtcTime;
  /** Whether signed_at is the provider's time, or when we learned of it. */
  signed_at_source: null | SignedAtSource;
}
/** A PDF of an offer. */
export interface AgreementDocument {
  id: CallerId;
  kind: DocumentKind;
  version: number;
  sha256: string;
  bytes: number;
  created_at: UtcTime;
}
/** Definitions that the schemas of the integrations share. */
export interface IntegrationsCommon {
  [k: string]: unknown;
}
/** The one shape of every error. */
export interface IntegrationsErrorBody {
  error: IntegrationsError;
}
/** What went wrong. */
export interface IntegrationsError {
  code: IntegrationsErrorCode;
  /** A sentence saying what was expected. */
  message: string;
  /** The offending field. */
  field?: string;
}
/** Offers that changed after a place in the order of changes. */
export interface OfferList {
  /** At most 100, in the order of their last change. */
  offers: Offer[];
  /** Cursor of the next request: ?after=next. */
  next: number;
}
/** An offer, with what became of it. */
export interface Offer {
  id: CallerId;
  /** Counts the changes by the organisation. */
  version: number;
  state: OfferState;
  prospect_id: CallerId;
  /** As the customer knows the offer. */
  number: string;
  title: string;
  valid_until: CalendarDate;
  payment_date: PaymentDate;
  /** A fixed price for the whole: 97 % of each row with a class counts as work and material. */
  turnkey: boolean;
  /** Whether the tax reduction is requested. */
  claim_reduction: boolean;
  rows: OfferRequestRow[];
  applicants: OfferApplicant[];
  split?: SplitWish;
  /** With VAT, before the reduction. */
  total_ore: number;
  /** With VAT, less the requested reduction. */
  to_pay_ore: number;
  /** Null when none is requested. */
  reduction: null | Reduction;
  agreement: null | Agreement;
  invoice: null | OfferInvoice;
  documents: AgreementDocument[];
  /** Address of the customer's page of the offer. */
  public_url: string;
  /** Place in the order of all changes: what GET /offers?after= takes. */
  changed: number;
}
/** A line of the offer. */
export interface OfferRequestRow {
  description: string;
  /** With at most three decimals. */
  quantity: number;
  /** As in st, kWh, h. */
  unit: string;
  /** Price of one, with VAT, öre. */
  unit_price_ore: number;
  vat_percent: VatPercent;
  subsidy_class: SubsidyClass;
  /** Of the accounting system. */
  article_number?: string;
  /** Account of the books. */
  account?: number;
}
/** A person who applies for the tax reduction. */
export interface OfferApplicant {
  name: string;
  has_personal_number: boolean;
  allowance_sek: AllowanceSek;
  /** The property's name in the land register, as in Hede 1:2. */
  property_designation?: string;
  /** The housing association's number, as in 769600-1234. */
  housing_association_number?: string;
}
/** How the reduction is split among the applicants. */
export interface SplitWish {
  mode: SplitMode;
  /** With the mode shares: the share of each applicant, %, in their order. */
  shares_percent?: number[];
}
/** The tax reduction for green technology, split among the applicants. */
export interface Reduction {
  paid_on: PaymentDate;
  amounts_sek: AmountsSek;
  /** Sum that the applicants request. */
  claimed_sek: number;
  /** In the order of the applicants. */
  parts: ReductionPart[];
  surplus_sek: AmountsSek;
  warnings: ReductionWarning[];
  /** Always true: what the applicants have used elsewhere in the year is unknown here. */
  preliminary: true;
}
/** Whole SEK by class of work. */
export interface AmountsSek {
  solar_cells: number;
  storage: number;
  charging_point: number;
}
/** What one applicant requests. */
export interface ReductionPart {
  /** Index of the applicant, from 0. */
  applicant: number;
  sek: AmountsSek;
  sum_sek: number;
}
/** The invoice in the accounting system. */
export interface OfferInvoice {
  state: InvoiceState;
  /** The accounting system's number. */
  number: null | string;
  error: null | string;
  /** The accounting system's own words about the rejection, without numbers and addresses of persons. */
  words: null | string;
  /** The day on which all of it was paid, as the accounting system says: from then on it decides the rates of the reduction in the place of payment_date. */
  paid_on: null | string;
}
/** An offer to a prospect. */
export interface OfferRequest {
  prospect_id: CallerId;
  /** As the customer knows the offer. */
  number: string;
  title: string;
  valid_until: CalendarDate;
  payment_date: PaymentDate;
  /** A fixed price for the whole: 97 % of each row with a class counts as work and material. */
  turnkey?: boolean;
  /** Whether the tax reduction is requested. */
  claim_reduction?: boolean;
  rows: OfferRequestRow[];
  /** Who can apply for the reduction: the adults, in the order of their applications. */
  applicants?: OfferRequestApplicant[];
  split?: SplitWish;
}
/** A person who applies for the tax reduction. */
export interface OfferRequestApplicant {
  name: string;
  personal_number?: PersonalNumber;
  allowance_sek?: AllowanceSek;
  /** The property's name in the land register, as in Hede 1:2. */
  property_designation?: string;
  /** The housing association's number, as in 769600-1234. */
  housing_association_number?: string;
}
/** The organisations that have the integrations: ORGANISATIONS_FILE. */
export interface Organisations {
  organisations: OrganisationRecord[];
}
/** An organisation with its keys and providers. */
export interface OrganisationRecord {
  /** Small letters, digits and hyphens, at most 40. */
  id: string;
  /** As customers know it. */
  name: string;
  subscription: Subscription;
  /** SHA-256 of each key, hex, or an object with it: "make integrations-key ORG=id" makes one. */
  api_keys_sha256: (string | OrganisationKeyRecord)[];
  lead_secret?: SecretReferences;
  /** A CRM, {"provider": "hubspot", ...}. */
  crm?: HubspotRecord;
  /** An accounting system, {"provider": "fortnox", ...}. */
  accounting?: FortnoxRecord;
  /** An e-signature service, {"provider": "scrive" or "standard", ...}. */
  signature?: ScriveRecord | StandardSignatureRecord;
  /** With RETENTION_DAYS: what was signed or invoiced is stored until so many calendar years after that year have passed. */
  kept_years?: number;
  tax_split?: OrganisationSplit;
}
/** A key with a name. */
export interface OrganisationKeyRecord {
  /** 64 hexadecimal digits. */
  sha256: string;
  /** Small letters, digits and hyphens, at most 40: the name of the key in the request log. */
  label?: string;
}
export interface SecretInEnvironment {
  /** Name of an environment variable: capital letters, digits and underscores. */
  env: string;
}
export interface SecretInFile {
  /** Absolute path of a file. */
  file: string;
}
export interface EncryptedSecret {
  /** The secret encrypted under DATA_KEY, as the connect page writes it. */
  encrypted: string;
}
/** HubSpot. */
export interface HubspotRecord {
  provider: "hubspot";
  /** Version of the API, as 2026-09 or v3. */
  version?: string;
  token: SecretReference;
  /** A small letter, then at most 20 small letters and digits: what the names of deal properties begin with. */
  prefix: string;
  pipeline: string;
  /** Where new deals begin. */
  stage: string;
  stages?: DealStages;
  /** Whether the deal's amount follows the offer's total, while it is empty or as we set it last. */
  amount?: boolean;
  /** An https address, or http on this machine, without a slash at its end. */
  base_url?: string;
}
/** Stages of the pipeline to which a deal moves automatically, each only where it is given: its offer is out to be signed, signed, invoiced, paid. */
export interface DealStages {
  sent?: string;
  signed?: string;
  invoiced?: string;
  paid?: string;
}
/** Fortnox. */
export interface FortnoxRecord {
  provider: "fortnox";
  client_id: string;
  client_secret: SecretReference;
  tenant_id: string;
  /** Scopes that a token is requested with, separated by blanks. */
  scope?: string;
  /** The code in Fortnox's register of each unit of offers, as in {"st": "st"}. */
  units?: {
    [k: string]: string;
  };
  /** The account of sales by percent of VAT, as in {"25": 3001}, for rows without one. */
  accounts?: {
    /** Of the books. */
    "0"?: number;
    /** Of the books. */
    "6"?: number;
    /** Of the books. */
    "12"?: number;
    /** Of the books. */
    "25"?: number;
  };
  /** From the invoice to its due date. */
  payment_days?: number;
  /** Whether an offer must be signed before it is invoiced. */
  requires_signature?: boolean;
  /** An https address, or http on this machine, without a slash at its end. */
  base_url?: string;
  /** An https address, or http on this machine, without a slash at its end. */
  token_url?: string;
}
/** Scrive. */
export interface ScriveRecord {
  provider: "scrive";
  credentials: SecretReference;
  days_to_sign?: number;
  /** An https address, or http on this machine, without a slash at its end. */
  base_url?: string;
}
/** A bridge of the contract "standard". */
export interface StandardSignatureRecord {
  provider: "standard";
  /** An https address, or http on this machine, without a slash at its end. */
  base_url: string;
  token: SecretReference;
  webhook_secret: SecretReferences;
  days_to_sign?: number;
}
/** How reductions are split where the offer does not say. */
export interface OrganisationSplit {
  mode: OrganisationSplitMode;
}
/** Prospects that changed after a place in the order of changes. */
export interface ProspectList {
  /** At most 100, in the order of their last change. */
  prospects: Prospect[];
  /** Cursor of the next request: ?after=next. */
  next: number;
}
/** A prospect, with what became of it in the CRM. */
export interface Prospect {
  id: CallerId;
  /** Counts the changes. */
  version: number;
  source: ProspectSource;
  /** When it arrived. */
  created_at: null | UtcTime;
  /** How the visitor requested an offer. */
  lead: null | ProspectLead;
  crm: ProspectCrm;
  /** Without one and without a phone no contact and no deal is made. */
  email: null | EmailAddress;
  first_name?: string;
  last_name?: string;
  phone?: string;
  address?: ProspectAddress;
  lat?: Latitude;
  lng?: Longitude;
  system?: ProspectSystem;
  household?: ProspectHousehold;
  company?: ProspectCompany;
}
/** The lead of the prospect. */
export interface ProspectLead {
  /** Reference that the visitor saw. */
  reference: string;
  /** The form that the visitor filled in. */
  slug: string;
  consent: ProspectConsent;
  figures?: LeadFigures;
}
export interface ProspectConsent {
  /** Version of the text that the visitor agreed to. */
  version: string;
  at: UtcTime;
}
/** The prospect in the CRM. */
export interface ProspectCrm {
  state: CrmState;
  contact_id: null | string;
  deal_id: null | string;
  synced_at: null | UtcTime;
  error: null | string;
  /** The CRM's own words about the rejection, without numbers and addresses of persons. */
  words: null | string;
}
/** Where the house is. */
export interface ProspectAddress {
  street?: string;
  /** Five digits. */
  postal_code?: string;
  city?: string;
  /** The property's name in the land register, as in Hede 1:2. */
  property_designation?: string;
}
/** What was computed for the house. */
export interface ProspectSystem {
  panel_count?: number;
  panel_title?: string;
  /** DC peak power of all panels, kW. */
  total_kw?: number;
  inverter_count?: number;
  inverter_title?: string;
  battery_kwh?: number;
  charger_count?: number;
  roof_sides?: number;
}
/** Who lives there, and their connection to the grid. */
export interface ProspectHousehold {
  adults?: number;
  /** Main fuse, A. */
  main_fuse_a?: number;
}
/** A company or a housing association that buys: it is invoiced by its organisation number, and gets no tax reduction. */
export interface ProspectCompany {
  name: string;
  /** As in 769600-1234, with its check digit. */
  organisation_number: string;
}
/** A potential buyer. */
export interface ProspectRequest {
  /** Without one and without a phone no contact and no deal is made. */
  email: null | EmailAddress;
  first_name?: string;
  last_name?: string;
  phone?: string;
  address?: ProspectAddress;
  lat?: Latitude;
  lng?: Longitude;
  system?: ProspectSystem;
  household?: ProspectHousehold;
  company?: ProspectCompany;
}
/** Status of the organisation. */
export interface IntegrationsStatus {
  organisation: string;
  /** The provider. */
  crm: null | string;
  /** The provider. */
  accounting: null | string;
  /** The provider. */
  signature: null | string;
  tasks: TaskCounts;
  /** Since when the oldest of the counted open tasks is due, or has failed. */
  oldest_due_at: null | UtcTime;
  /** Kinds of task that wait because of the organisation's account at the other system: its credentials, rights, licence or address, or because it is closed for maintenance. */
  paused: PausedQueue[];
  key: CallingKey;
}
/** How many tasks there are by state. */
export interface TaskCounts {
  /** Tasks that are due, or have failed and are retried. */
  open: number;
  attention: number;
  failed: number;
}
/** A kind of task that waits, and why. */
export interface PausedQueue {
  kind: TaskKindName;
  since: UtcTime;
  /** When it is retried. */
  until: null | UtcTime;
  why: string;
}
/** The key of this call. */
export interface CallingKey {
  /** Its name in the request log. */
  label: string;
}
/** Tasks of the organisation. */
export interface TaskList {
  /** At most 100, the earliest due first. */
  tasks: Task[];
}
/** A call to another system that has to be made. */
export interface Task {
  kind: TaskKindName;
  /** Id of the prospect, offer or agreement. */
  subject: string;
  state: TaskState;
  /** Since it last went well. */
  attempts: number;
  run_at: UtcTime;
  last_error: null | string;
  /** Why it waits though it is due: the organisation's account at the other system is at fault, see GET /status. */
  paused: null | string;
}
