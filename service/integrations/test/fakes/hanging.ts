/** A provider on loopback that takes every call and never answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HangingFake {
  url: string;
  /** The number of calls so far. */
  calls(): number;
  close(): Promise<void>;
}

export async function startHangingFake(): Promise<HangingFake> {
  let calls = 0;
  const server = createServer(() => void calls++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
