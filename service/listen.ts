import { createServer, type RequestListener, type Server } from 'node:http';
import { answerClientError } from './client-error.ts';

/** A server that is not held up by slow clients; it does not listen yet. */
export function createHttpServer(app: RequestListener): Server {
  const server = createServer(
    {
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
