/** A frame without a configurator sends its host page the reason. It says nothing else, so any page may receive it. */
import type { ErrorMessage } from '../../../../schemas/types.ts';
import { readPageData } from '../../ui/page-data.ts';

const payload = readPageData<ErrorMessage['payload']>();
if (window.parent !== window) {
  const message: ErrorMessage = { source: 'sun-over-sweden', v: 1, id: 1, type: 'error', payload };
  window.parent.postMessage(message, '*');
}
