/** Swagger UI for one operation, loaded when it is asked for. */
import './try-out.css';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** The parts of the OpenAPI document that are looked at. */
interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

/** What a plugin of Swagger UI is given; its components are React's. */
interface System {
  React: { createElement(component: unknown): unknown };
}

/** The operation alone: the page has the rest, and a button within a button is none for a screen reader. */
const operationAlone = ({ React }: System) => ({
  components: {
    OperationAlone: ({ getComponent }: { getComponent(name: string, isWhole: true): unknown }) =>
      React.createElement(getComponent('operations', true)),
  },
  wrapComponents: {
    CopyToClipboardBtn: () => () => null,
    OperationTag:
      () =>
      ({ children }: { children: unknown }) =>
        children,
  },
});

/** Draws an operation, open, in an element. */
export async function tryOut(target: HTMLElement, operationId: string): Promise<void> {
  const document: Document = await (await fetch('/api/v1/pv-yield/openapi.json')).json();
  followColourScheme();
  mendMarkup(target);
  SwaggerUIBundle({
    spec: { ...document, paths: pathOf(document, operationId) },
    domNode: target,
    plugins: [operationAlone],
    layout: 'OperationAlone',
    syntaxHighlight: false,
    docExpansion: 'full',
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: -1,
    // Swagger's own validator is an outside address.
    validatorUrl: null,
  });
}

function pathOf({ paths }: Document, operationId: string): Document['paths'] {
  const entries = Object.entries(paths).filter(([, methods]) =>
    Object.values(methods).some((item) => item.operationId === operationId),
  );
  return Object.fromEntries(entries);
}

/** Swagger UI is dark by a class. */
function followColourScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

/** Swagger UI's lists and texts get the names of their surroundings, and its code a stop of the keyboard to scroll by. */
function mendMarkup(target: HTMLElement): void {
  new MutationObserver(() => {
    for (const select of target.querySelectorAll(':is(select, textarea):not([aria-label])')) {
      select.setAttribute('aria-label', nameOf(select));
    }
    for (const code of target.querySelectorAll('pre:not([tabindex])')) {
      code.setAttribute('tabindex', '0');
    }
  }).observe(target, { childList: true, subtree: true });
}

function nameOf(select: Element): string {
  if (select.matches('textarea')) return 'Body';
  if (select.closest('.content-type-wrapper, .response-control-media-type')) return 'Media type';
  if (select.closest('.examples-select')) return 'Example';
  const parameter = select.closest('tr[data-param-name]')?.getAttribute('data-param-name');
  return parameter ?? 'Value';
}
