/** A store that speaks S3, for tests: what of it they use. */
declare module 's3rver' {
  export interface PutObject {
    bucket: string;
    key: string;
    /** The put itself. */
    content: import('node:http').IncomingMessage;
  }
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    store: {
      putObject(object: PutObject): Promise<unknown>;
      existsObject(bucket: string, key: string): Promise<boolean>;
      getMetadata(bucket: string, key: string): Promise<{ etag: string }>;
    };
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
