/** The types of files that are taken, by the bytes with which each begins; a text by all of its bytes. */
const BEGINNINGS: readonly { type: string; bytes: readonly number[] }[] = [
  { type: "application/pdf", bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: "image/jpeg", bytes: [0xff, 0xd8, 0xff] },
  { type: "image/png", bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/tiff", bytes: [0x49, 0x49, 0x2a, 0x00] },
  { type: "image/tiff", bytes: [0x4d, 0x4d, 0x00, 0x2a] },
];

const TEXT = "text/plain";
const LONGEST = Math.max(...BEGINNINGS.map(({ bytes }) => bytes.length));

export const FILE_TYPES = ["application/pdf", "image/jpeg", "image/png", "image/tiff", TEXT] as const;

export type FileType = (typeof FILE_TYPES)[number];

/** Control characters that no text has: all but tab, line ends and form feed. */
const NOT_IN_TEXT = /[^\P{Cc}\t\n\f\r]/u;

/** Judges the type of a file by its bytes, which are shown to it as they arrive. */
export class FileTypeJudge {
  #head: number[] = [];
  #decoder: TextDecoder | null = new TextDecoder("utf-8", { fatal: true });

  take(chunk: Uint8Array): void {
    if (this.#head.length < LONGEST) this.#head.push(...chunk.subarray(0, LONGEST - this.#head.length));
    this.#readText(chunk, true);
  }

  /** Returns the type of the whole file; null if it is none that is taken. */
  end(): FileType | null {
    this.#readText(new Uint8Array(), false);
    const found = BEGINNINGS.find(({ bytes }) => bytes.every((byte, at) => this.#head[at] === byte));
    if (found) return found.type as FileType;
    return this.#decoder && this.#head.length > 0 ? TEXT : null;
  }

  #readText(chunk: Uint8Array, isMore: boolean): void {
    if (!this.#decoder) return;
    try {
      if (NOT_IN_TEXT.test(this.#decoder.decode(chunk, { stream: isMore }))) this.#decoder = null;
    } catch {
      this.#decoder = null;
    }
  }
}
