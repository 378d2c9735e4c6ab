import { useState } from 'preact/hooks';
import type { Choices } from '#engine/meter/columns/choices.ts';
import { KINDS } from '#engine/meter/values/kinds.ts';
import { isUsed, ROLES, type Role } from '#engine/meter/values/names.ts';
import { UNITS, type Unit } from '#engine/meter/values/units.ts';
import { fill } from '../../messages/format.ts';
import type { Language } from '../../messages/messages.ts';
import type { ColumnView } from './meter-answer.ts';
import { Select } from './panel-select.tsx';
import words from './panel-words.json' with { type: 'json' };

interface ColumnsProps {
  columns: readonly ColumnView[];
  choices: Choices;
  change(part: Partial<Choices>): void;
  isRoof: boolean;
  lang: Language;
}

const ALL_UNITS = Object.keys(UNITS) as Unit[];
const OF_ROOF: readonly Role[] = ['production', 'reading', 'ignored'];

/** The columns of numbers with their roles, units and kinds. Those that do not count are folded away. */
export function Columns(props: ColumnsProps) {
  const { columns, lang } = props;
  const text = words[lang];
  // A column stays where it is first shown: a choice that moves would lose the keyboard.
  const [shown] = useState(() => columns.map(({ role }) => isUsed(role)));
  const places = columns.map((column, at) => ({ column, at }));
  const used = places.filter(({ at }) => shown[at]);
  const others = places.filter(({ at }) => !shown[at]);
  const list = (some: typeof places) =>
    some.map(({ column, at }) => <OneColumn key={at} {...props} column={column} at={at} />);
  return (
    <fieldset>
      <legend>{text.columns}</legend>
      {list(used)}
      {others.length > 0 && (
        <details open={used.length === 0}>
          <summary>{fill(text.others, { count: others.length })}</summary>
          {list(others)}
        </details>
      )}
    </fieldset>
  );
}

interface OneColumnProps extends ColumnsProps {
  column: ColumnView;
  at: number;
}

function OneColumn({ column, at, choices, change, isRoof, lang }: OneColumnProps) {
  const text = words[lang];
  const { name, role, unit, kind } = column;
  const roles = isRoof ? OF_ROOF : ROLES;
  return (
    <div class="column">
      <Select
        label={fill(text.roleOf, { name })}
        value={roles.includes(role) ? role : 'ignored'}
        options={roles.map((each) => [each, text[`role_${each}`]])}
        choose={(each) => change({ roles: { ...choices.roles, [at]: each } })}
      />
      {isUsed(role) && (
        <>
          <Select
            label={fill(text.unitOf, { name })}
            value={unit}
            options={ALL_UNITS.map((each) => [each, each])}
            choose={(each) => change({ units: { ...choices.units, [at]: each } })}
          />
          <Select
            label={fill(text.kindOf, { name })}
            value={kind}
            options={KINDS.map((each) => [each, text[`kind_${each}`]])}
            choose={(each) => change({ kinds: { ...choices.kinds, [at]: each } })}
          />
        </>
      )}
    </div>
  );
}
