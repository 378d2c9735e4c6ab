/** The parts of the page that are drawn when they are opened, as one module: each of its own would split the page's script into many. */
export { Code } from './code.tsx';
export { DayOfHouse } from './day-of-house.tsx';
export { PlaceOnMap } from './place-on-map.tsx';
export { PlaneMap } from './plane-map.tsx';
export { Surroundings } from './surroundings/surroundings.tsx';
