import type { GreenDeductionShares } from '../../../schemas/types.ts';

/** A kind of work that the law on green technology gives a share of its own. */
export type WorkClass = keyof GreenDeductionShares;

/** A figure for each class of work. */
export type ByClass = Record<WorkClass, number>;

/** The classes in the order in which offers, invoices and applications list them. */
export const WORK_CLASSES: readonly WorkClass[] = ['solar_cells', 'storage', 'charging_point'];

/** A figure for each class by a function of the class. */
export function byClass(figureOf: (workClass: WorkClass) => number): ByClass {
  return {
    solar_cells: figureOf('solar_cells'),
    storage: figureOf('storage'),
    charging_point: figureOf('charging_point'),
  };
}

/** The sum over the classes. */
export function sumOf(figures: ByClass): number {
  return WORK_CLASSES.reduce((sum, workClass) => sum + figures[workClass], 0);
}
