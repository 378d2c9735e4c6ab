import { DAYS } from '../../../../schemas/codec/axes.ts';
import { lcgUniforms, normalQuantile, rankInMonths } from '../../fixed-order.ts';

/**
 * One order of many: its longest dull run, its dullest week, its correlation with the day before and what
 * houses save under it are those of the years measured at DTU Lyngby (`fixtures/measured-years.json`), and its bright
 * days are neither dear nor cold.
 */
const SEED = 3429;
/** A spell of clear or dull weather lasts so many days in the mean. */
const SPELL_DAYS = 8;
/** Share of the variance between days that the spell makes; the rest is each day's own. */
const SPELL_SHARE = 0.5;

/**
 * [day] The one order of clear and dull days that every place has: of each its quantile in its month. A
 * chain of two states, clear and dull spells, whose memory is longer than an AR(1) series' with the same
 * correlation of a day with the one before (0.3: Graham, Hollands & Huget 1988, Sol. Energy 40:83 have
 * 0.29), so that dull days come in runs as long as measured ones.
 */
export const DAY_QUANTILES = rankInMonths(drawDays());

function drawDays(): Float64Array {
  const uniforms = lcgUniforms(SEED, 2 * DAYS);
  let spell = uniforms[0] < 0.5 ? 1 : -1;
  return Float64Array.from({ length: DAYS }, (_, day) => {
    if (uniforms[2 * day + 1] < 1 / SPELL_DAYS) spell = -spell;
    const own = normalQuantile(uniforms[2 * day]);
    return Math.sqrt(SPELL_SHARE) * spell + Math.sqrt(1 - SPELL_SHARE) * own;
  });
}
