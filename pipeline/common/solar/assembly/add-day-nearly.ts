/**
 * AssemblyScript: the day of add-day.ts for four places at a time in less than half the time, with the output in
 * single precision. Where its last digits decide, add-day.ts computes them again (kernel-sums.ts). In-plane irradiation
 * needs no logarithm and is that of add-day.ts to the last bit.
 */
import { K1, K2, K3, K4, K5, K6 } from '../huld-coefficients';
import { ALIKE, azimuths, STEP, SUMS, stepsPerDay, tilts, views } from './memory';

/** Bits of the root of 1/2, and of all of a mantissa. */
const ROOT: i32 = reinterpret<i32>(<f32>Math.SQRT1_2);
const MANTISSA: i32 = 0x7fffff;

/** Sums over the day of a plane with the sun behind, of the first two and the last two places. */
let poaBehindA: v128 = f64x2.splat(0);
let poaBehindB: v128 = f64x2.splat(0);
let outputBehindA: v128 = f64x2.splat(0);
let outputBehindB: v128 = f64x2.splat(0);

function plus(a: f32, b: v128): v128 {
  return f32x4.add(f32x4.splat(a), b);
}

/** a + x b */
function linear(a: f64, x: v128, b: v128): v128 {
  return plus(<f32>a, f32x4.mul(x, b));
}

/** x = 2^e m, 1/2 <= m^2 < 2: e + s P(s^2), s = (m - 1) / (m + 1), to 3e-8 (minimax); -127 of 0. */
function log2(x: v128): v128 {
  const bits = i32x4.sub(x, i32x4.splat(ROOT));
  const e = f32x4.convert_i32x4_s(i32x4.shr_s(bits, 23));
  const m = i32x4.add(v128.and(bits, i32x4.splat(MANTISSA)), i32x4.splat(ROOT));
  const s = f32x4.div(plus(-1, m), plus(1, m));
  const z = f32x4.mul(s, s);
  const high = linear(0.9614708089731817, z, f32x4.splat(0.5989738851789049));
  return f32x4.add(e, f32x4.mul(s, linear(2.8853912893687754, z, high)));
}

/** Output of the used light at t °C above 25: Huld's efficiency, whose fit is of ln = ln 2 x log2. */
function output(used: v128, t: v128): v128 {
  const l = log2(used);
  const constant = linear(1, t, linear(K3, t, f32x4.splat(<f32>K6)));
  const slope = linear(K1 * Math.LN2, t, f32x4.splat(<f32>(K4 * Math.LN2)));
  const bend = linear(K2 * Math.LN2 * Math.LN2, t, f32x4.splat(<f32>(K5 * Math.LN2 * Math.LN2)));
  const fit = f32x4.add(constant, f32x4.mul(l, f32x4.add(slope, f32x4.mul(l, bend))));
  return f32x4.mul(used, f32x4.pmax(f32x4.splat(0), fit));
}

/** Two and two doubles in single precision. */
function narrow(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 1, 4, 5);
}

/** The first and the second of two values four times. */
function cosine(pair: v128): v128 {
  return v128.shuffle<f32>(pair, pair, 0, 0, 0, 0);
}

function transmitted(pair: v128): v128 {
  return v128.shuffle<f32>(pair, pair, 1, 1, 1, 1);
}

/** sum + the first two, or the last two, of four values */
function plusFirst(sum: v128, x: v128): v128 {
  return f64x2.add(sum, f64x2.promote_low_f32x4(x));
}

function plusLast(sum: v128, x: v128): v128 {
  return plusFirst(sum, v128.shuffle<f32>(x, x, 2, 3, 2, 3));
}

/** sum + x b, of doubles */
function plusProduct(sum: v128, x: v128, b: v128): v128 {
  return f64x2.add(sum, f64x2.mul(x, b));
}

/** Irradiation and used light of planes with the sun behind are rounded once; they take little time. */
function setBehind(light: usize, view: usize, air: v128, warming: v128): void {
  poaBehindA = poaBehindB = outputBehindA = outputBehindB = f64x2.splat(0);
  const sky = v128.load64_splat(view);
  const usedSky = v128.load64_splat(view, 8);
  const ground = v128.load64_splat(view, 16);
  const usedGround = v128.load64_splat(view, 24);
  for (let step = light; step < light + stepsPerDay * STEP; step += STEP) {
    const poaA = plusProduct(f64x2.mul(v128.load(step, 32), sky), v128.load(step, 64), ground);
    const poaB = plusProduct(f64x2.mul(v128.load(step, 48), sky), v128.load(step, 80), ground);
    const usedA = plusProduct(
      f64x2.mul(v128.load(step, 32), usedSky),
      v128.load(step, 64),
      usedGround,
    );
    const usedB = plusProduct(
      f64x2.mul(v128.load(step, 48), usedSky),
      v128.load(step, 80),
      usedGround,
    );
    poaBehindA = f64x2.add(poaBehindA, poaA);
    poaBehindB = f64x2.add(poaBehindB, poaB);
    const used = narrow(usedA, usedB);
    const t = f32x4.add(air, f32x4.mul(narrow(poaA, poaB), warming));
    const kw = output(used, t);
    v128.store(step, used, 112);
    v128.store(step, t, 128);
    v128.store(step, kw, 144);
    outputBehindA = plusFirst(outputBehindA, kw);
    outputBehindB = plusLast(outputBehindB, kw);
  }
}

/**
 * Adds a day to the sums of each plane; the arguments are those of `addDay`. Irradiation and output have loops of
 * their own, for which the registers suffice.
 */
export function addDayNearly(
  order: usize,
  lit: usize,
  light: usize,
  air: usize,
  sums: usize,
  hours: f64,
  warming: f64,
): void {
  const warm = f32x4.splat(<f32>warming);
  const h = f64x2.splat(hours);
  for (let step = light; step < light + stepsPerDay * STEP; step += STEP) {
    v128.store(step, narrow(v128.load(step), v128.load(step, 16)), 96);
  }
  for (let tilt = 0; tilt < tilts; tilt++) {
    setBehind(light, views + (tilt << 5), narrow(v128.load(air), v128.load(air, 16)), warm);
    let poaA = poaBehindA;
    let poaB = poaBehindB;
    let outA = outputBehindA;
    let outB = outputBehindB;
    for (let azimuth = 0; azimuth < azimuths; azimuth++, sums += SUMS) {
      const count = <usize>load<u16>(order);
      order += 2;
      let last = order;
      if (count !== ALIKE) {
        last += 2 * count;
        poaA = poaBehindA;
        poaB = poaBehindB;
        outA = outputBehindA;
        outB = outputBehindB;
      }
      const begin = order;
      const beginLit = lit;
      for (; order < last; order += 4, lit += 32) {
        const a = light + load<u16>(order);
        const b = light + load<u16>(order, 2);
        const cosA = v128.load64_splat(lit);
        const cosB = v128.load64_splat(lit, 16);
        poaA = plusProduct(plusProduct(poaA, v128.load(a), cosA), v128.load(b), cosB);
        poaB = plusProduct(plusProduct(poaB, v128.load(a, 16), cosA), v128.load(b, 16), cosB);
      }
      order = begin;
      lit = beginLit;
      for (; order < last; order += 4, lit += 32) {
        const a = light + load<u16>(order);
        const b = light + load<u16>(order, 2);
        const litA = f32x4.demote_f64x2_zero(v128.load(lit));
        const litB = f32x4.demote_f64x2_zero(v128.load(lit, 16));
        const directA = v128.load(a, 96);
        const directB = v128.load(b, 96);
        const usedA = f32x4.add(v128.load(a, 112), f32x4.mul(directA, transmitted(litA)));
        const usedB = f32x4.add(v128.load(b, 112), f32x4.mul(directB, transmitted(litB)));
        const heatA = f32x4.mul(f32x4.mul(directA, cosine(litA)), warm);
        const heatB = f32x4.mul(f32x4.mul(directB, cosine(litB)), warm);
        const tA = f32x4.add(v128.load(a, 128), heatA);
        const tB = f32x4.add(v128.load(b, 128), heatB);
        const gainA = f32x4.sub(output(usedA, tA), v128.load(a, 144));
        const gainB = f32x4.sub(output(usedB, tB), v128.load(b, 144));
        const gain = f32x4.add(gainA, gainB);
        outA = plusFirst(outA, gain);
        outB = plusLast(outB, gain);
      }
      v128.store(sums, plusProduct(v128.load(sums), poaA, h));
      v128.store(sums, plusProduct(v128.load(sums, 16), poaB, h), 16);
      v128.store(sums, plusProduct(v128.load(sums, 32), outA, h), 32);
      v128.store(sums, plusProduct(v128.load(sums, 48), outB, h), 48);
    }
  }
}
