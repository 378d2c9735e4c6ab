/** The parts of the page that are drawn when they are opened, as one module: each of its own would be a file of its own. */

export { MeterInput } from '../meter/meter-input.tsx';
export { RoofLog } from '../meter/roof-log.tsx';
export { Code } from './code.tsx';
export { Country } from './country.tsx';
export { Economy } from './economy.tsx';
export { LeftOut } from './left-out.tsx';
export { GridPrices } from './market/grid-prices.tsx';
export { Rules } from './market/rules.tsx';
export { PaybackTable } from './payback-table.tsx';
export { PlaneMap } from './plane-map.tsx';
export { Quote } from './quote/quote.tsx';
export { Surroundings } from './surroundings/surroundings.tsx';
export { TypicalDay } from './typical-day/typical-day.tsx';
export { YieldFacts } from './yield-facts.tsx';
