/** Nine tenths of a normal distribution lie above its mean less so many standard deviations. */
export const TENTH = 1.2816;
