/** A style sheet becomes a file of its own next to the script that imports it. */
declare module '*.css';

/** The package has no types; these are of the part that the page uses. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export default function SwaggerUIBundle(options: {
    spec: object;
    domNode: HTMLElement;
    layout: string;
    syntaxHighlight: false;
    docExpansion: 'full';
    tryItOutEnabled: boolean;
    displayRequestDuration: boolean;
    defaultModelsExpandDepth: number;
    validatorUrl: null;
  }): void;
}
