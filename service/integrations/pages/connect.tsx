import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Words } from '../../pages/messages/messages.ts';
import type { Port } from '../providers/account.ts';
import type { Choice } from '../providers/check/finding.ts';
import type { ConnectContent } from './connect-contract.ts';
import { InboxHeader } from './inbox.tsx';

const PATH = '/integrations/inbox/connect';

interface ConnectProps {
  words: Words['connect'];
  content: ConnectContent;
}

/** The page on which an organisation connects its accounts, without a script. */
export function renderConnect(words: Words['connect'], content: ConnectContent): string {
  const { language, languages, brand } = content;
  return renderToString(
    <>
      <InboxHeader words={words} brand={brand} language={language} languages={languages} />
      <main id="main" class="page inbox" tabindex={-1}>
        <h1>{words.title}</h1>
        <p>{words.intro}</p>
        <Hubspot words={words} content={content} />
        <Fortnox words={words} content={content} />
        <Scrive words={words} content={content} />
        <p>
          <a href={`/integrations/inbox?l=${language}`}>{words.inbox}</a>
        </p>
      </main>
    </>,
  );
}

function Hubspot({ words, content }: ConnectProps) {
  const { crm, language } = content;
  const isStored = crm !== null;
  return (
    <Panel words={words} content={content} port="crm" name="HubSpot" isThere={isStored}>
      {crm?.fault && <Fault text={crm.fault} />}
      <form method="post" action={`${PATH}/hubspot?l=${language}`}>
        <Secret id="crm-token" label={words.token} isStored={isStored} words={words} />
        <p class="soft">{words.tokenHint}</p>
        {crm && (
          <>
            <Text id="crm-prefix" label={words.prefix} value={crm.prefix} />
            <Select id="crm-stage" label={words.stage} value={crm.stage} options={crm.stages} />
            {crm.steps.map(({ step, stage }) => {
              const select = { id: `crm-${step}`, label: words[step], value: stage };
              return <Select {...select} options={crm.stages} none={words.stays} />;
            })}
          </>
        )}
        <Save words={words} isThere={isStored} />
      </form>
    </Panel>
  );
}

function Fortnox({ words, content }: ConnectProps) {
  const { accounting, language, consent, redirectUri } = content;
  const isThere = accounting !== null;
  return (
    <Panel words={words} content={content} port="accounting" name="Fortnox" isThere={isThere}>
      {accounting?.fault && <Fault text={accounting.fault} />}
      {accounting && <FortnoxSettings words={words} accounting={accounting} language={language} />}
      {consent && (
        <p class="told">
          {words.consentText} <a href={consent}>{words.consent}</a>
        </p>
      )}
      <form method="post" action={`${PATH}/fortnox?l=${language}`}>
        {isThere && <h3>{words.again}</h3>}
        <p class="soft">
          {words.redirectHint} <code>{redirectUri}</code>
        </p>
        <Text
          id="accounting-client_id"
          label={words.clientId}
          value={accounting?.clientId ?? ''}
          isRequired={!isThere}
        />
        <Secret
          id="accounting-client_secret"
          label={words.clientSecret}
          isStored={isThere}
          words={words}
        />
        <p>
          <button type="submit" class={isThere ? undefined : 'main'}>
            {words.next}
          </button>
        </p>
      </form>
    </Panel>
  );
}

function FortnoxSettings({
  words,
  accounting,
  language,
}: Pick<ConnectProps, 'words'> & {
  accounting: NonNullable<ConnectContent['accounting']>;
  language: string;
}) {
  const { company, account, accounts, unit, units, days, isSignatureNeeded } = accounting;
  const ofAccount = { id: 'accounting-account', label: words.account, value: account };
  const ofUnit = { id: 'accounting-unit', label: words.unit, value: unit };
  return (
    <form method="post" action={`${PATH}/fortnox/settings?l=${language}`}>
      <p>
        {words.company} <code>{company}</code>
      </p>
      <Select {...ofAccount} options={accounts} none={words.byCard} />
      <Select {...ofUnit} options={units} none={words.inText} />
      <Text
        id="accounting-days"
        label={words.paymentDays}
        value={String(days)}
        isNumber
        isRequired
      />
      <p>
        <label>
          <input type="checkbox" name="signature" checked={isSignatureNeeded} />{' '}
          {words.signatureNeeded}
        </label>
      </p>
      <Save words={words} isThere />
    </form>
  );
}

/** The parts of Scrive's credentials, by the names of their texts. */
const SCRIVE_PARTS = {
  client: 'scriveClient',
  client_secret: 'scriveClientSecret',
  token: 'scriveToken',
  token_secret: 'scriveTokenSecret',
} as const;

function Scrive({ words, content }: ConnectProps) {
  const { signature, isBridge, language } = content;
  const isStored = signature !== null;
  const days = String(signature?.days ?? 30);
  return (
    <Panel words={words} content={content} port="signature" name="Scrive" isThere={isStored}>
      {isBridge ? (
        <p>{words.bridge}</p>
      ) : (
        <form method="post" action={`${PATH}/scrive?l=${language}`}>
          <p class="soft">{words.scriveHint}</p>
          {Object.entries(SCRIVE_PARTS).map(([name, text]) => {
            const secret = { id: `signature-${name}`, label: words[text], isStored };
            return <Secret {...secret} words={words} />;
          })}
          <Text id="signature-days" label={words.daysToSign} value={days} isNumber isRequired />
          <Save words={words} isThere={isStored} />
        </form>
      )}
    </Panel>
  );
}

function Panel({
  words,
  content: { fault, saved },
  port,
  name,
  isThere,
  children,
}: ConnectProps & {
  port: Port;
  name: string;
  isThere: boolean;
  children: ComponentChildren;
}) {
  return (
    <section class="panel" id={port} aria-labelledby={`${port}-name`}>
      <h2 id={`${port}-name`}>{name}</h2>
      <p class="soft">{isThere ? words.connected : words.notConnected}</p>
      {saved === port && (
        <p class="told" role="status">
          {words.saved}
        </p>
      )}
      {fault?.port === port && <Fault text={fault.text} />}
      {children}
    </section>
  );
}

function Fault({ text }: { text: string }) {
  return (
    <p class="told words" role="alert">
      {text}
    </p>
  );
}

/** A field of a panel's form. Its id is the panel's name, a hyphen and the field's name. */
interface FieldProps {
  id: string;
  label: string;
}

interface TextProps extends FieldProps {
  value: string;
  isNumber?: boolean;
  isRequired?: boolean;
}

function Field({ id, label, children }: FieldProps & { children: ComponentChildren }) {
  return (
    <p>
      <label for={id}>{label}</label>
      {children}
    </p>
  );
}

const nameOf = (id: string) => id.slice(id.indexOf('-') + 1);
const PLAIN = { autocomplete: 'off', spellcheck: false } as const;

/** A secret that is not shown. One that is stored is kept where nothing is typed. */
function Secret({
  isStored,
  words,
  ...field
}: FieldProps & { isStored: boolean; words: Words['connect'] }) {
  const placeholder = isStored ? words.stored : undefined;
  const own = { id: field.id, name: nameOf(field.id), maxlength: 500, placeholder };
  return (
    <Field {...field}>
      <input type="password" required={!isStored} {...own} {...PLAIN} />
    </Field>
  );
}

function Text({ value, isNumber, isRequired, ...field }: TextProps) {
  const inputmode = isNumber ? 'numeric' : undefined;
  const own = { id: field.id, name: nameOf(field.id), value, maxlength: 200, inputmode } as const;
  return (
    <Field {...field}>
      <input type="text" required={isRequired} {...own} {...PLAIN} />
    </Field>
  );
}

/** A drop-down. A value that the account does not offer stays chosen, so that saving does not lose it. */
function Select({
  value,
  options,
  none,
  ...field
}: FieldProps & { value: string; options: readonly Choice[]; none?: string }) {
  const isKnown = value === '' || options.some((one) => one.value === value);
  const all = isKnown ? options : [...options, { value, name: value }];
  return (
    <Field {...field}>
      <select id={field.id} name={nameOf(field.id)}>
        {none && <option value="">{none}</option>}
        {all.map((one) => (
          <option value={one.value} selected={one.value === value}>
            {one.name}
          </option>
        ))}
      </select>
    </Field>
  );
}

function Save({ words, isThere }: { words: Words['connect']; isThere: boolean }) {
  return (
    <p>
      <button type="submit" class="main">
        {isThere ? words.save : words.connect}
      </button>
    </p>
  );
}
