/**
 * AssemblyScript: "make kernel" turns it into add-day-wasm.ts, which monthly-planes.ts runs.
 *
 * One day of two places of one latitude, one in each lane of a vector, in every plane of a set. Per
 * step: in-plane = (beam + circumsolar) x cos(angle of incidence) + isotropic sky + ground; the
 * module converts what it does not reflect (Martin-Ruiz), at the temperature to which all of it
 * heats the module (Faiman), with Huld's efficiency. Planes with the sun behind them are alike but
 * for the tilt.
 */
import { K1, K2, K3, K4, K5, K6 } from '../huld-coefficients';

// One set of planes: its sizes, and where in memory it lies (plane-geometry.ts).
declare const tilts: i32;
declare const azimuths: i32;
declare const stepsPerDay: usize;
declare const views: usize;
declare const steps: usize;
declare const air: usize;

/** A step's record: direct, isotropic sky, ground light, then of a plane with the sun behind: used light, temperature, output. */
const STEP: usize = 96;

/** In the place of a count of steps: the plane is like the one before it. */
const ALIKE: usize = 0xffff;

/** Bits of 1, of the root of 1/2, and of all of a mantissa. */
const ONE: i64 = reinterpret<i64>(1.0);
const ROOT: i64 = reinterpret<i64>(Math.SQRT1_2);
const MANTISSA: i64 = 0xfffffffffffff;
/** 2^52: with the bits of a whole number put in at the end it is greater by that number. */
const WHOLE: f64 = 4503599627370496;

/** Sums over the day of a plane with the sun behind. */
let poaBehind: v128 = f64x2.splat(0);
let outputBehind: v128 = f64x2.splat(0);

function plus(a: f64, b: v128): v128 {
  return f64x2.add(f64x2.splat(a), b);
}

/** a + x b */
function linear(a: f64, x: v128, b: v128): v128 {
  return plus(a, f64x2.mul(x, b));
}

/** x = 2^e m, 1/2 <= m^2 < 2: e ln 2 + s P(s^2), s = (m - 1) / (m + 1), to 1e-12 (minimax); -709 of 0. */
function ln(x: v128): v128 {
  const bits = i64x2.add(x, i64x2.splat(ONE - ROOT));
  const biased = v128.or(i64x2.shr_u(bits, 52), f64x2.splat(WHOLE));
  const e = plus(-WHOLE - 1023, biased);
  const m = i64x2.add(v128.and(bits, i64x2.splat(MANTISSA)), i64x2.splat(ROOT));
  const s = f64x2.div(plus(-1, m), plus(1, m));
  const z = f64x2.mul(s, s);
  const low = linear(2.0000000000467466, z, f64x2.splat(0.6666666350541643));
  const middle = linear(0.40000597995205883, z, f64x2.splat(0.2852537968049181));
  const z2 = f64x2.mul(z, z);
  const high = f64x2.add(middle, f64x2.mul(z2, f64x2.splat(0.23762481348966033)));
  const p = f64x2.add(low, f64x2.mul(z2, high));
  return f64x2.add(f64x2.mul(e, f64x2.splat(Math.LN2)), f64x2.mul(s, p));
}

/**
 * Huld's efficiency, 0 where the fit is negative. The terms of the temperature come first: they do not wait for the
 * logarithm.
 * @param l ln of the used light
 * @param t °C above 25
 */
function efficiency(l: v128, t: v128): v128 {
  const constant = linear(1, t, linear(K3, t, f64x2.splat(K6)));
  const slope = linear(K1, t, f64x2.splat(K4));
  const bend = linear(K2, t, f64x2.splat(K5));
  const fit = f64x2.add(constant, f64x2.mul(l, f64x2.add(slope, f64x2.mul(l, bend))));
  return f64x2.pmax(f64x2.splat(0), fit);
}

/** @param view shares of sky and ground that planes of one tilt see, bare and not reflected */
function setBehind(view: usize, warming: v128): void {
  poaBehind = outputBehind = f64x2.splat(0);
  for (let step = steps; step < steps + stepsPerDay * STEP; step += STEP) {
    const sky = v128.load(step, 16);
    const ground = v128.load(step, 32);
    const poa = f64x2.add(
      f64x2.mul(sky, v128.load64_splat(view)),
      f64x2.mul(ground, v128.load64_splat(view, 16)),
    );
    const used = f64x2.add(
      f64x2.mul(sky, v128.load64_splat(view, 8)),
      f64x2.mul(ground, v128.load64_splat(view, 24)),
    );
    const t = f64x2.add(v128.load(air), f64x2.mul(poa, warming));
    const kw = f64x2.mul(used, efficiency(ln(used), t));
    v128.store(step, used, 48);
    v128.store(step, t, 64);
    v128.store(step, kw, 80);
    poaBehind = f64x2.add(poaBehind, poa);
    outputBehind = f64x2.add(outputBehind, kw);
  }
}

/**
 * Adds a day to the sums of each plane, in-plane irradiation and output. Two steps are taken at a time, whose
 * operations fill each other's waits.
 * @param order per plane: how many steps shine on it, made even by one that adds nothing, and where their records
 * are from the first, or ALIKE
 * @param lit per lit step: cosine of the angle of incidence, and that times `iam`
 * @param warming K m2/kW
 */
export function addDay(order: usize, lit: usize, sums: usize, hours: f64, warming: f64): void {
  const warm = f64x2.splat(warming);
  const h = f64x2.splat(hours);
  for (let tilt = 0; tilt < tilts; tilt++) {
    setBehind(views + (tilt << 5), warm);
    let poa = poaBehind;
    let out = outputBehind;
    for (let azimuth = 0; azimuth < azimuths; azimuth++) {
      const count = <usize>load<u16>(order);
      let last = order;
      if (count !== ALIKE) {
        last += 2 * count;
        poa = poaBehind;
        out = outputBehind;
      }
      for (; order < last; lit += 32) {
        const a = steps + load<u16>(order, 2);
        const b = steps + load<u16>(order, 4);
        order += 4;
        const directA = v128.load(a);
        const directB = v128.load(b);
        const inPlaneA = f64x2.mul(directA, v128.load64_splat(lit));
        const inPlaneB = f64x2.mul(directB, v128.load64_splat(lit, 16));
        const usedA = f64x2.add(v128.load(a, 48), f64x2.mul(directA, v128.load64_splat(lit, 8)));
        const usedB = f64x2.add(v128.load(b, 48), f64x2.mul(directB, v128.load64_splat(lit, 24)));
        const tA = f64x2.add(v128.load(a, 64), f64x2.mul(inPlaneA, warm));
        const tB = f64x2.add(v128.load(b, 64), f64x2.mul(inPlaneB, warm));
        poa = f64x2.add(f64x2.add(poa, inPlaneA), inPlaneB);
        const kwA = f64x2.mul(usedA, efficiency(ln(usedA), tA));
        const kwB = f64x2.mul(usedB, efficiency(ln(usedB), tB));
        out = f64x2.add(out, f64x2.sub(kwA, v128.load(a, 80)));
        out = f64x2.add(out, f64x2.sub(kwB, v128.load(b, 80)));
      }
      order += 2;
      v128.store(sums, f64x2.add(v128.load(sums), f64x2.mul(poa, h)));
      v128.store(sums, f64x2.add(v128.load(sums, 16), f64x2.mul(out, h)), 16);
      sums += 32;
    }
  }
}
