import { gzipSync } from "node:zlib";

const BLOCK = 512;
const TYPE_AT = 156;
const SUM_AT = 148;
/** The time of change that npm sets in its packages, so that equal files make equal bytes: 1985-10-26. */
const MODIFIED_S = 499_162_500;

export interface PackageFile {
  /** Below the package's folder; at most 90 characters of ASCII. */
  name: string;
  text: string;
  executable?: boolean;
}

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, "0")}\0`;

/** Returns the header of a file in the format `ustar`: no owner, and a fixed time. */
function headerOf(name: string, size: number, executable: boolean): Buffer {
  const header = Buffer.alloc(BLOCK);
  const parts: [number, string][] = [
    [0, `package/${name}`],
    [100, octal(executable ? 0o755 : 0o644, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(size, 12)],
    [136, octal(MODIFIED_S, 12)],
    // The checksum counts its own field as spaces.
    [SUM_AT, " ".repeat(8)],
    [TYPE_AT, "0"],
    [257, "ustar\x0000"],
  ];
  for (const [at, text] of parts) header.write(text, at, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, SUM_AT, "latin1");
  return header;
}

/** Returns files as a gzipped tar as npm installs it: the same bytes for the same files, whatever their order. */
export function tarball(files: readonly PackageFile[]): Buffer {
  const sorted = [...files].sort((one, other) => (one.name < other.name ? -1 : 1));
  const entries = sorted.flatMap(({ name, text, executable = false }) => {
    const content = Buffer.from(text);
    return [headerOf(name, content.length, executable), content, Buffer.alloc(-content.length & (BLOCK - 1))];
  });
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}
