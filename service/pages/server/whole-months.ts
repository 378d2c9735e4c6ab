/** Months in whole kWh whose sum is the year in whole kWh: rounded one by one they may be another year. */
export function wholeMonths(monthlyKwh: readonly number[]): number[] {
  let kwh = 0;
  let whole = 0;
  return monthlyKwh.map((month) => {
    kwh += month;
    const before = whole;
    whole = Math.round(kwh);
    return whole - before;
  });
}
