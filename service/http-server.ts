import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { answerClientError } from './client-error.ts';

/** A server that is not held up by slow clients; it does not listen yet. */
export function createHttpServer(app: Express): Server {
  const server = createServer(
    {
      ...messagesOf(app),
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      // Longer than the usual proxy's 60 s, so that it is the proxy that ends an idle connection.
      keepAliveTimeout: 65_000,
      // How often Node looks at the two limits above; its default of 30 s would stretch them.
      connectionsCheckingInterval: 1_000,
    },
    app,
  );
  return server.on('clientError', answerClientError);
}

/**
 * Requests and responses that have Express' prototypes from the start. Express would set them on
 * every one, and V8 is slow with objects whose prototype changes: that is half of a lookup's time.
 */
function messagesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
