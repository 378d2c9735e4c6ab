import { useRef, useState } from 'preact/hooks';
import type { ConfiguratorData } from '../../shared/configurator-data.ts';
import { fill } from '../../shared/text.ts';
import { CallRefused } from '../api.ts';
import { holdToken, type Receipt, sendLead } from './lead-call.ts';
import type { Parent } from './parent.ts';
import { type Chosen, contactOf, inputsOf } from './state.ts';

/** The request for an offer on its way: what came of it, and what is to be said to the visitor. */
export function useSending(
  data: ConfiguratorData,
  chosen: Chosen,
  parent: { current: Parent | null },
) {
  const { slug, consent } = data;
  const [notice, setNotice] = useState('');
  const [isSending, setSending] = useState(false);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const token = useRef<Promise<string> | null>(null);
  const send = async () => {
    const inputs = inputsOf(chosen);
    if (!inputs || isSending) return;
    setSending(true);
    setNotice('');
    try {
      const { system, website } = chosen;
      const contact = contactOf(chosen);
      const lead = { inputs, system, contact, consent: consent.version, website };
      const given = await sendLead(slug, token, lead);
      setReceipt(given);
      parent.current?.send('submitted', given);
    } catch (error) {
      const { code, text } = toldOf(error, data);
      setNotice(text);
      parent.current?.send('error', { code, message: text });
    } finally {
      setSending(false);
    }
  };
  return { notice, setNotice, isSending, receipt, send, prepare: () => holdToken(token, slug) };
}

function toldOf(error: unknown, data: ConfiguratorData): { code: string; text: string } {
  const { words, phone } = data;
  if (!(error instanceof CallRefused))
    return { code: 'unreachable', text: fill(words.notSent, { phone }) };
  const { code, message } = error;
  if (code === 'rate_limited') return { code, text: fill(words.tooMany, { phone }) };
  if (code === 'invalid_parameter') return { code, text: fill(words.wrong, { message }) };
  if (code === 'outside_coverage') return { code, text: words.outside };
  return { code, text: fill(words.notSent, { phone }) };
}
