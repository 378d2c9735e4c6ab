// Draws the page. A file of its own, because the page's security policy allows no inline script.
window.SwaggerUIBundle({
  url: '/api/v1/pv-yield/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  // Swagger's own validator is an outside address.
  validatorUrl: null,
});
