/** The bytes that a raw deflate stream is of, by what every engine has. @throws Error when it is none */
export async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(bytes)]).stream();
  const inflated = stream.pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
}
