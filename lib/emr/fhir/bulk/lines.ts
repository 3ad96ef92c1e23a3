import { brand } from "#lib/kernel/brand";

const NEWLINE = 0x0a;
/** Bytes of an overlong line that are kept: its resource's type and id stand there. */
const KEPT_BYTES = 4_096;
/** A line that goes on for longer than this ends its file: it has no lines. */
const MAX_SKIPPED_BYTES = 1024 * 1024 * 1024;

/** A line of a file. */
export interface Line {
  /** Its place in the file, from 1. */
  number: number;
  /** Its bytes without the end of the line; of an overlong one the beginning. */
  bytes: Buffer;
  isOverlong: boolean;
}

/** Thrown if a file is none of lines. */
export class NoLines extends Error {
  static {
    brand(NoLines, "NoLines");
  }
}

/** A line whose bytes still come. */
class Growing {
  #parts: Uint8Array[] = [];
  #kept = 0;
  #size = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(bytes: Uint8Array, isWanted: boolean): void {
    this.#size += bytes.byteLength;
    if (this.#size > Math.max(MAX_SKIPPED_BYTES, this.#most)) throw new NoLines("A line of the file has no end");
    if (!isWanted) return;
    if (this.#size > this.#most) this.#shorten();
    const room = (this.#size > this.#most ? KEPT_BYTES : this.#most) - this.#kept;
    const part = bytes.subarray(0, Math.max(0, room));
    this.#kept += part.byteLength;
    if (part.byteLength > 0) this.#parts.push(part);
  }

  #shorten(): void {
    if (this.#kept <= KEPT_BYTES) return;
    this.#parts = [Buffer.concat(this.#parts).subarray(0, KEPT_BYTES)];
    this.#kept = KEPT_BYTES;
  }

  /** Returns the line, and begins the next one. */
  end(number: number): Line {
    const line = { number, bytes: Buffer.concat(this.#parts), isOverlong: this.#size > this.#most };
    this.#parts = [];
    this.#kept = 0;
    this.#size = 0;
    return line;
  }
}

/**
 * Yields the lines of a file as its chunks come, without those of earlier `after`. A line of more than `maxBytes` is held at
 * its beginning alone. The last line may lack its end. Throws NoLines.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  { after, maxBytes }: { after: number; maxBytes: number },
): AsyncGenerator<Line> {
  const line = new Growing(maxBytes);
  let number = 1;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      line.add(chunk.subarray(from, end), number > after);
      const whole = line.end(number);
      from = end + 1;
      number++;
      if (whole.number > after) yield whole;
    }
    if (from < chunk.byteLength) line.add(chunk.subarray(from), number > after);
  }
  if (!line.isEmpty && number > after) yield line.end(number);
}
