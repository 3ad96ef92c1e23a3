import type { FileType } from "#lib/kernel/file-type";

/** The file of a request, whose parts are stored and belong to no record until the request is accepted. */
export interface ReceivedFile {
  /** The id of the record that the file will belong to. */
  id: string;
  /** Bytes. */
  size: number;
  /** SHA-256 in hex. */
  sha256: string;
  /** As its bytes show. */
  type: FileType;
}
