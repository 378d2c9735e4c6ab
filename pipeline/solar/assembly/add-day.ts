/**
 * AssemblyScript: "make kernel" turns it into add-day-wasm.ts, which plane-geometry.ts loads.
 *
 * Adds a day of two places of one latitude, one in each lane of a vector, to all planes of a set. Per
 * step: in-plane = (beam + circumsolar) x cos(angle of incidence) + isotropic sky + ground. Reflection
 * is by Martin-Ruiz, module temperature by Faiman, efficiency by Huld. With the sun behind, planes of
 * one tilt are equal.
 */
import { K1, K2, K3, K4, K5, K6 } from '../huld-coefficients';
import { ALIKE, azimuths, STEP, SUMS, stepsPerDay, tilts, views } from './memory';

/** Bits of 1, of the root of 1/2, and of all of a mantissa. */
const ONE: i64 = reinterpret<i64>(1.0);
const ROOT: i64 = reinterpret<i64>(Math.SQRT1_2);
const MANTISSA: i64 = 0xfffffffffffff;
/** 2^52. Or-ing a whole number into its last bits adds that number. */
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

/** x = 2^e m, 1/2 <= m^2 < 2: e ln 2 + s P(s^2), s = (m - 1) / (m + 1), to 1e-12 (minimax). -709 of 0. */
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
 * Huld's efficiency, 0 where the fit is negative. The terms without the logarithm come first, so that they do not
 * wait for it.
 * @param l ln of the effective irradiance, kW/m2
 * @param t °C above 25
 */
function efficiency(l: v128, t: v128): v128 {
  const constant = linear(1, t, linear(K3, t, f64x2.splat(K6)));
  const slope = linear(K1, t, f64x2.splat(K4));
  const bend = linear(K2, t, f64x2.splat(K5));
  const fit = f64x2.add(constant, f64x2.mul(l, f64x2.add(slope, f64x2.mul(l, bend))));
  return f64x2.pmax(f64x2.splat(0), fit);
}

/** @param view the tilt's shares of sky and ground */
function setBehind(light: usize, view: usize, air: v128, warming: v128): void {
  poaBehind = outputBehind = f64x2.splat(0);
  for (let step = light; step < light + stepsPerDay * STEP; step += STEP) {
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
    const t = f64x2.add(air, f64x2.mul(poa, warming));
    const kw = f64x2.mul(used, efficiency(ln(used), t));
    v128.store(step, used, 48);
    v128.store(step, t, 64);
    v128.store(step, kw, 80);
    poaBehind = f64x2.add(poaBehind, poa);
    outputBehind = f64x2.add(outputBehind, kw);
  }
}

/**
 * Adds a day to the planes' sums of irradiation and output. It takes steps in pairs, which run in parallel in the
 * processor.
 * @param order per plane: the count of steps with the sun in front (even, by one that adds nothing) and the offsets
 * of their records, or ALIKE
 * @param lit per lit step: cosine of the angle of incidence, and that times `iam`
 * @param light the day's records
 * @param air °C above 25
 * @param warming K m2/kW
 */
export function addDay(
  order: usize,
  lit: usize,
  light: usize,
  air: usize,
  sums: usize,
  hours: f64,
  warming: f64,
): void {
  const warm = f64x2.splat(warming);
  const h = f64x2.splat(hours);
  for (let tilt = 0; tilt < tilts; tilt++) {
    setBehind(light, views + (tilt << 5), v128.load(air), warm);
    let poa = poaBehind;
    let out = outputBehind;
    for (let azimuth = 0; azimuth < azimuths; azimuth++, sums += SUMS) {
      const count = <usize>load<u16>(order);
      order += 2;
      const last = count === ALIKE ? order : order + 2 * count;
      if (count !== ALIKE) {
        poa = poaBehind;
        out = outputBehind;
      }
      for (; order < last; lit += 32) {
        const a = light + load<u16>(order);
        const b = light + load<u16>(order, 2);
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
      v128.store(sums, f64x2.add(v128.load(sums), f64x2.mul(poa, h)));
      v128.store(sums, f64x2.add(v128.load(sums, 16), f64x2.mul(out, h)), 16);
    }
  }
}
