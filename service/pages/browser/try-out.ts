/** Swagger UI for one operation, loaded when it is asked for. */
import './try-out.css';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** Draws the operation of a path, open, in an element. */
export async function tryOut(target: HTMLElement, path: string): Promise<void> {
  const document = await (await fetch('/api/v1/pv-yield/openapi.json')).json();
  new MutationObserver(() => mendMarkup(target)).observe(target, {
    childList: true,
    subtree: true,
  });
  SwaggerUIBundle({
    spec: { ...document, paths: { [path]: document.paths[path] } },
    domNode: target,
    layout: 'operations',
    syntaxHighlight: false,
    docExpansion: 'full',
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: -1,
    // Swagger's own validator is an outside address.
    validatorUrl: null,
  });
}

/** Swagger UI's lists and texts get names, and its code a stop of the keyboard to scroll by. */
function mendMarkup(target: HTMLElement): void {
  for (const field of target.querySelectorAll<HTMLElement>('select, textarea')) {
    field.ariaLabel ??= field.closest('tr')?.dataset.paramName ?? 'Body';
  }
  for (const code of target.querySelectorAll('pre')) code.tabIndex = 0;
}
