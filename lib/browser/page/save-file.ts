import { safeFileName } from "./file-name.ts";

/** Makes the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = safeFileName(name);
  link.click();
  URL.revokeObjectURL(address);
}
