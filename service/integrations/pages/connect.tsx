import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Words } from '../../pages/messages/messages.ts';
import { LanguageLinks } from '../../pages/server/language-links.tsx';
import type { AccountPort, ConnectContent, Option } from './connect-contract.ts';

const PATH = '/integrations/inbox/connect';

interface ConnectProps {
  words: Words['connect'];
  content: ConnectContent;
}

/** The page on which an organisation connects its accounts, without a script. */
export function ConnectPage({ words, content }: ConnectProps) {
  const { language, languages, brand } = content;
  return (
    <>
      <header class="site">
        <p class="brand">{brand}</p>
        <LanguageLinks label={words.language} language={language} languages={languages} />
      </header>
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
    </>
  );
}

function Hubspot({ words, content }: ConnectProps) {
  const { crm, language } = content;
  return (
    <Panel words={words} content={content} port="crm" name="HubSpot" isThere={crm !== null}>
      {crm?.fault && <Fault text={crm.fault} />}
      <form method="post" action={`${PATH}/hubspot?l=${language}`}>
        <Secret of="crm" name="token" label={words.token} isStored={crm !== null} words={words} />
        <p class="soft">{words.tokenHint}</p>
        {crm && (
          <>
            <Text of="crm" name="prefix" label={words.prefix} value={crm.prefix} />
            <Select
              of="crm"
              name="stage"
              label={words.stage}
              value={crm.stage}
              options={crm.stages}
            />
            {crm.steps.map(({ step, stage }) => (
              <Select
                of="crm"
                name={step}
                label={words[step]}
                value={stage}
                options={crm.stages}
                none={words.stays}
              />
            ))}
          </>
        )}
        <Save words={words} isThere={crm !== null} />
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
      {accounting && (
        <form method="post" action={`${PATH}/fortnox/settings?l=${language}`}>
          <p>
            {words.company} <code>{accounting.company}</code>
          </p>
          <Select
            of="accounting"
            name="account"
            label={words.account}
            value={accounting.account}
            options={accounting.accounts}
            none={words.byCard}
          />
          <Select
            of="accounting"
            name="unit"
            label={words.unit}
            value={accounting.unit}
            options={accounting.units}
            none={words.inText}
          />
          <Text
            of="accounting"
            name="days"
            label={words.paymentDays}
            value={String(accounting.days)}
            isNumber
          />
          <p>
            <label>
              <input type="checkbox" name="signature" checked={accounting.isSignatureNeeded} />{' '}
              {words.signatureNeeded}
            </label>
          </p>
          <Save words={words} isThere />
        </form>
      )}
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
        <Text of="accounting" name="client_id" label={words.clientId} value="" />
        <Secret
          of="accounting"
          name="client_secret"
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

function Scrive({ words, content }: ConnectProps) {
  const { signature, isBridge, language } = content;
  const isStored = signature !== null;
  return (
    <Panel words={words} content={content} port="signature" name="Scrive" isThere={isStored}>
      {isBridge ? (
        <p>{words.bridge}</p>
      ) : (
        <form method="post" action={`${PATH}/scrive?l=${language}`}>
          <p class="soft">{words.scriveHint}</p>
          <Secret
            of="signature"
            name="client"
            label={words.scriveClient}
            isStored={isStored}
            words={words}
          />
          <Secret
            of="signature"
            name="client_secret"
            label={words.scriveClientSecret}
            isStored={isStored}
            words={words}
          />
          <Secret
            of="signature"
            name="token"
            label={words.scriveToken}
            isStored={isStored}
            words={words}
          />
          <Secret
            of="signature"
            name="token_secret"
            label={words.scriveTokenSecret}
            isStored={isStored}
            words={words}
          />
          <Text
            of="signature"
            name="days"
            label={words.daysToSign}
            value={String(signature?.days ?? 30)}
            isNumber
          />
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
  port: AccountPort;
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

function Secret({
  of,
  name,
  label,
  isStored,
  words,
}: {
  of: AccountPort;
  name: string;
  label: string;
  isStored: boolean;
  words: Words['connect'];
}) {
  return (
    <p>
      <label for={`${of}-${name}`}>{label}</label>
      <input
        id={`${of}-${name}`}
        type="password"
        name={name}
        maxlength={500}
        autocomplete="off"
        spellcheck={false}
        placeholder={isStored ? words.stored : undefined}
      />
    </p>
  );
}

function Text({
  of,
  name,
  label,
  value,
  isNumber = false,
}: {
  of: AccountPort;
  name: string;
  label: string;
  value: string;
  isNumber?: boolean;
}) {
  return (
    <p>
      <label for={`${of}-${name}`}>{label}</label>
      <input
        id={`${of}-${name}`}
        type="text"
        name={name}
        value={value}
        maxlength={200}
        inputmode={isNumber ? 'numeric' : undefined}
        autocomplete="off"
        spellcheck={false}
      />
    </p>
  );
}

/** A drop-down. A value that the account does not offer stays chosen, so that saving does not lose it. */
function Select({
  of,
  name,
  label,
  value,
  options,
  none,
}: {
  of: AccountPort;
  name: string;
  label: string;
  value: string;
  options: readonly Option[];
  none?: string;
}) {
  const isKnown = value === '' || options.some((one) => one.value === value);
  const all = isKnown ? options : [...options, { value, name: value }];
  return (
    <p>
      <label for={`${of}-${name}`}>{label}</label>
      <select id={`${of}-${name}`} name={name}>
        {none && <option value="">{none}</option>}
        {all.map((one) => (
          <option value={one.value} selected={one.value === value}>
            {one.name}
          </option>
        ))}
      </select>
    </p>
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

export function renderConnect(words: Words['connect'], content: ConnectContent): string {
  return renderToString(<ConnectPage words={words} content={content} />);
}
