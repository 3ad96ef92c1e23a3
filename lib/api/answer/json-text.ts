import { brand } from "#lib/kernel/brand";

/** A JSON body as bytes: made once, compressed once per encoding, and sent as often as it is asked for. */
export class JsonText {
  static {
    brand(JsonText, "JsonText");
  }

  readonly bytes: Buffer<ArrayBuffer>;
  readonly #encoded = new Map<string, Promise<Buffer>>();

  constructor(value: unknown) {
    this.bytes = Buffer.from(JSON.stringify(value));
  }

  /** Returns the bytes in a content encoding, which `encode` makes at the first call. */
  encoded(encoding: string, encode: (bytes: Buffer) => Promise<Buffer>): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const made = encode(this.bytes);
    this.#encoded.set(encoding, made);
    return made;
  }

  /** Returns the body's value. */
  parse(): Record<string, unknown> {
    return JSON.parse(this.bytes.toString());
  }
}

const bodies = new WeakMap<Response, JsonText>();

/** Notes a response's body, so that our own server need not read it back from a stream. */
export function noteJson(response: Response, body: JsonText): Response {
  bodies.set(response, body);
  return response;
}

/** Returns the noted body of a response; undefined for other responses. */
export const jsonOf = (response: Response): JsonText | undefined => bodies.get(response);
