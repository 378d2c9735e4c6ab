/** How the light of single months differs from the mean month's, apart from its irradiation, in half of the year. */
export interface SkyResidual {
  /** Change of ln(diffuse fraction / Erbs') per change of ln(irradiation), and the scatter about it. */
  diffuseSlope: number;
  diffuseScatter: number;
  /** Change of the beam's move to the ends of the day (`BeamMove`) per change of ln(irradiation), and its scatter. */
  endsSlope: number;
  endsScatter: number;
  /** Scatter of its move to the afternoon, which does not depend on brightness. */
  afternoonScatter: number;
}

/**
 * Fitted to 23 months of hourly global and diffuse irradiation at Lyngby (55.79 N, 2015 to 2025) and the planes
 * computed from them hour by hour (2026-11).
 */
const SKY_RESIDUALS: { summer: SkyResidual; winter: SkyResidual } = {
  summer: {
    diffuseSlope: -0.407,
    diffuseScatter: 0.068,
    endsSlope: -1.04,
    endsScatter: 0.332,
    afternoonScatter: 0.126,
  },
  winter: {
    diffuseSlope: 0.124,
    diffuseScatter: 0.103,
    endsSlope: -5.91,
    endsScatter: 0.948,
    afternoonScatter: 0.39,
  },
};

/** The residuals of a month of the summer half, April to September, or of the winter half. */
export function skyResidual(month: number): SkyResidual {
  return month >= 3 && month <= 8 ? SKY_RESIDUALS.summer : SKY_RESIDUALS.winter;
}
