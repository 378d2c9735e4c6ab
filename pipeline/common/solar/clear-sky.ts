/**
 * Share of the extraterrestrial irradiation that a clear sky's beam keeps (Meinel & Meinel 1976), at
 * the relative air mass of Kasten & Young 1989.
 */
export function clearSkyTransmittance(cosSolarZenith: number): number {
  const elevationDeg = (Math.asin(cosSolarZenith) * 180) / Math.PI;
  const airMass = 1 / (cosSolarZenith + 0.50572 * (elevationDeg + 6.07995) ** -1.6364);
  return 0.7 ** (airMass ** 0.678);
}
