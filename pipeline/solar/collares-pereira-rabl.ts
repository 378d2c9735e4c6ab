/** Hour angle that the sunset's is counted from, 60°. */
const SUNSET_REFERENCE_RAD = Math.PI / 3;

/** Term of a day on which its shape depends. */
export function sunsetTerm(sunsetHourAngleRad: number): number {
  return Math.sin(sunsetHourAngleRad - SUNSET_REFERENCE_RAD);
}

/**
 * Global irradiation over the day per unit sin h (Collares-Pereira & Rabl 1979, Sol. Energy
 * 22:155). Their r_t and Liu & Jordan's r_d both carry (cos w - cos ws), which is sin h up to a
 * constant of the day: left out here, so nothing is divided by sin h near the horizon and r_d
 * becomes a constant.
 * @param sunset the day's `sunsetTerm`
 */
export function collaresPereiraRabl(cosHourAngle: number, sunset: number): number {
  return 0.409 + 0.5016 * sunset + (0.6609 - 0.4767 * sunset) * cosHourAngle;
}
