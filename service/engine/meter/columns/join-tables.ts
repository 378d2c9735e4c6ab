import { type Axis, joinAxes, joinValues, rangeOf } from '../times/axis.ts';
import type { Column } from './column.ts';

/** Files of neighbouring months may share the hours around midnight. More of the shorter one is another register. */
const MOST_SHARED = 0.1;
/** Downloads of one meter differ in values that were corrected. */
const SAME = 0.95;

/** Joins the columns of several files: those of one name go on in time, others stand next to each other. */
export function joinTables(tables: readonly Column[][]): Column[] {
  const sorted = tables
    .filter((columns) => columns.length > 0)
    .sort((a, b) => startOf(a) - startOf(b));
  if (sorted.length < 2) return sorted.flat();
  const joined: Column[] = [];
  const axes: JoinedAxes = new Map();
  for (const column of sorted.flat()) {
    const at = joined.findIndex((other) => isSame(other, column) && goesOn(other, column));
    const other = joined.findIndex((each) => each.table !== column.table && isSame(each, column));
    if (at < 0 && other >= 0) {
      joined[other] = { ...joined[other], meter: joined[other].meter ?? joined[other].table };
      joined.push({ ...column, meter: column.meter ?? column.table });
    } else if (at < 0) joined.push(column);
    else joined[at] = append(joined[at], column, axes);
  }
  const isPair = PAIR.every((word) => joined.some(({ table }) => word.test(table)));
  return joined.map((column) => nameByFile(column, joined, isPair));
}

function startOf([{ axis }]: readonly Column[]): number {
  return rangeOf(axis.clockMs)[0];
}

function isSame(a: Column, b: Column): boolean {
  return (
    a.unit === b.unit && a.heads.join('|') === b.heads.join('|') && a.axis.isBare === b.axis.isBare
  );
}

/** Whether few times of the later one are in the earlier one, or with the same values: a period was downloaded twice. */
function goesOn(earlier: Column, later: Column): boolean {
  if (earlier.axis.isBare) return false;
  const [first, second] = [earlier.axis.clockMs, later.axis.clockMs];
  if (rangeOf(second)[0] > rangeOf(first)[1]) return true;
  const known = new Map(Array.from(first, (ms, row) => [ms, earlier.values[row]]));
  let [shared, same] = [0, 0];
  for (const [row, ms] of second.entries()) {
    if (!known.has(ms)) continue;
    shared++;
    if (Object.is(known.get(ms), later.values[row])) same++;
  }
  return shared <= MOST_SHARED * Math.min(first.length, second.length) || same >= SAME * shared;
}

/** Two axes one after the other, by the first and the second. */
type JoinedAxes = Map<Axis, Map<Axis, Axis>>;

/** Columns of one table share their axis, also when they are joined. */
function append(first: Column, second: Column, axes: JoinedAxes): Column {
  const known = axes.get(first.axis) ?? new Map<Axis, Axis>();
  const axis = known.get(second.axis) ?? joinAxes(first.axis, second.axis);
  axes.set(first.axis, known.set(second.axis, axis));
  const values = joinValues(first.values, second.values);
  const isDoubtful = first.isDoubtful && second.isDoubtful;
  const estimates = first.estimates + second.estimates;
  return { ...first, axis, values, bad: first.bad ?? second.bad, isDoubtful, estimates };
}

/** Every download may be called an export. Next to an import it is what was sold. */
const PAIR = [/import/i, /export/i];

/** Names columns that only their files distinguish by these, too. */
function nameByFile(column: Column, all: readonly Column[], isPair: boolean): Column {
  const { name, table } = column;
  const stated = isPair ? table : table.replace(/(?:im|ex)port\p{L}*/giu, '');
  const isAlone = all.every((other) => other === column || other.name !== name);
  const outside = [...column.outside, stated];
  return { ...column, name: isAlone ? name : `${name} (${table})`, outside };
}
