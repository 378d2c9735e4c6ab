/** Says that a point (degrees, WGS84) is not covered, and when latitude and longitude look swapped. */
export function outsideText(lat: number, lng: number, country: string, isSwapped: boolean): string {
  const swapped = isSwapped ? ' lat and lng look swapped.' : '';
  return `The point ${lat}, ${lng} is outside the dataset's coverage (${country}).${swapped}`;
}
