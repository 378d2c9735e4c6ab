import { useEffect, useId, useRef } from 'preact/hooks';
import { fill } from '../../messages/format.ts';
import type { ConfiguratorData } from '../../ui/script-data.ts';
import { type Chosen, MOST_LETTERS, type StepProps } from './state.ts';
import type { Receipt } from './use-sending.ts';

type Name = keyof Chosen['contact'];

interface More {
  type?: 'email' | 'tel';
  pattern?: string;
  /** Another field, next to which this one may be empty. */
  or?: Name;
}

type TextRow = readonly [
  name: Name,
  label: keyof StepProps['data']['words'],
  autocomplete: string,
  more?: More,
];

const EMAIL = String.raw`[^@\s]+@[^@\s]+\.[^@\s]+`;
const PHONE = String.raw`\+?[0-9 \(\)\-]{5,40}`;

const LINES: readonly (readonly TextRow[])[] = [
  [
    ['first_name', 'firstName', 'given-name'],
    ['last_name', 'lastName', 'family-name'],
  ],
  [['street', 'street', 'street-address']],
  [
    ['postal_code', 'postalCode', 'postal-code', { pattern: String.raw`\d{3} ?\d{2}` }],
    ['city', 'city', 'address-level2'],
  ],
  [
    ['email', 'email', 'email', { type: 'email', or: 'phone', pattern: EMAIL }],
    ['phone', 'phone', 'tel', { type: 'tel', or: 'email', pattern: PHONE }],
  ],
];

/** The visitor's contact, and the consent to an answer. */
export function ContactStep(props: StepProps) {
  const { words, consent, isTrial } = props.data;
  const { chosen, change } = props;
  const fields = LINES.map((line) =>
    line.map((row) => <TextField key={row[0]} {...props} row={row} />),
  );
  return (
    <>
      {isTrial && <p class="trial">{words.trial}</p>}
      <p class="soft small">{words.oneOf}</p>
      {fields.map((line, i) =>
        line.length > 1 ? (
          <div key={i} class="pair">
            {line}
          </div>
        ) : (
          line
        ),
      )}
      <Website {...props} />
      <label class="consent">
        <input
          type="checkbox"
          required
          checked={chosen.consent}
          onChange={({ currentTarget }) => change({ consent: currentTarget.checked })}
        />
        <span>{consent.text}</span>
      </label>
      <p>
        <a href={consent.privacyUrl} target="_blank" rel="noopener noreferrer">
          {words.privacy}
        </a>
      </p>
      <details>
        <summary>{words.sent}</summary>
        <p>{words.sentText}</p>
      </details>
    </>
  );
}

/** A line of the contact to type. */
function TextField({ row, data, chosen, change }: StepProps & { row: TextRow }) {
  const [name, label, autocomplete, { or, ...more } = {}] = row;
  const { contact } = chosen;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{data.words[label]}</label>
      <input
        id={id}
        list={undefined}
        type="text"
        value={contact[name]}
        required={!or || contact[or].trim() === ''}
        maxLength={MOST_LETTERS[name]}
        {...{ autocomplete, ...more }}
        onInput={({ currentTarget: { value } }) =>
          change({ contact: { ...contact, [name]: value } })
        }
      />
    </div>
  );
}

/** A field that only a machine fills in. */
function Website({ data, chosen, change }: StepProps) {
  const id = useId();
  return (
    <div class="website" aria-hidden="true">
      <label for={`${id}-website`}>{data.words.website}</label>
      <input
        id={`${id}-website`}
        type="text"
        tabIndex={-1}
        autocomplete="off"
        value={chosen.website}
        onInput={({ currentTarget }) => change({ website: currentTarget.value })}
      />
    </div>
  );
}

/** Thanks the visitor when the seller has the request. Of a trial it says that nobody has. */
export function Thanks({
  data: { words, isTrial },
  receipt,
}: {
  data: ConfiguratorData;
  receipt: Receipt;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {words.thanks}
      </h1>
      <p>{isTrial ? words.trialThanks : words.thanksText}</p>
      <p>{fill(words.reference, { reference: receipt.reference })}</p>
      {receipt.link && (
        <p>
          <a href={receipt.link} target="_blank" rel="noopener">
            {words.link}
          </a>
        </p>
      )}
    </>
  );
}
