/** Draws the page of the API with Swagger UI. */
import './api-docs.css';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-es-bundle.js';

followColourScheme();
followSkipLink();
labelSelects();
SwaggerUIBundle({
  url: '/api/v1/pv-yield/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Over a hundred schemas stay folded.
  defaultModelsExpandDepth: 0,
  // Swagger's own validator is an outside address.
  validatorUrl: null,
});

/** Swagger UI is dark by a class. */
function followColourScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

/** Swagger UI takes the address's fragment for its own, and the skip link would lead nowhere. */
function followSkipLink(): void {
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('main')?.focus();
  });
}

/** Swagger UI's lists have no names; each gets that of its surroundings. */
function labelSelects(): void {
  new MutationObserver(() => {
    for (const select of document.querySelectorAll('select:not([aria-label])')) {
      select.setAttribute('aria-label', nameOf(select));
    }
  }).observe(document.body, { childList: true, subtree: true });
}

function nameOf(select: Element): string {
  if (select.closest('.content-type-wrapper, .response-control-media-type')) return 'Media type';
  if (select.closest('.examples-select')) return 'Example';
  const parameter = select.closest('tr[data-param-name]')?.getAttribute('data-param-name');
  return parameter ?? 'Value';
}
