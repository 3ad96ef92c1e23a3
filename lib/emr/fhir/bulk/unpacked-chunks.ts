import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

const GZIP = [0x1f, 0x8b];

/**
 * Yields the chunks of a file unpacked, if its first bytes are those of gzip: servers pack with and without saying so, and say so
 * of what a proxy has unpacked. Throws if a packed file is cut or broken.
 */
export async function* unpackedChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.byteLength < GZIP.length) {
    const { done, value } = await source.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* all() {
    yield head;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  if (!GZIP.every((byte, place) => head[place] === byte)) return yield* all();
  const unpack = createGunzip();
  const done = pipeline(Readable.from(all()), unpack);
  // The reader of the unpacked chunks gets the error, too.
  done.catch(() => undefined);
  yield* unpack as AsyncIterable<Uint8Array>;
  await done;
}
