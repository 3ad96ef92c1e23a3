import { createWriteStream, type WriteStream } from "node:fs";

/**
 * Returns a function that appends to a file, and goes on after a failure: what a full disk does not take is lost, and the next
 * piece opens the file anew. A log must not end the process that writes it.
 */
export function keptLog(path: string): (piece: Buffer) => void {
  let file: WriteStream | null = null;
  const open = (): WriteStream => {
    const opened = createWriteStream(path, { flags: "a", mode: 0o600 });
    opened.on("error", () => {
      if (file === opened) file = null;
    });
    return opened;
  };
  return (piece) => {
    file ??= open();
    file.write(piece);
  };
}
