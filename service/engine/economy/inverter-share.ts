/** Inverters of Swedish roofs have less power than the panels, which are seldom at their peak. Our choice. */
export const INVERTER_SHARE = 0.8;
