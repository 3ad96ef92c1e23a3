import { createHash } from "node:crypto";
import type { ExportFile, Manifest } from "./manifest.ts";

/** A file of resources of one type, or one of deletions, which may be of any type. */
export interface TypedFile extends ExportFile {
  isOfDeletions: boolean;
  requiresAccessToken: boolean;
}

/** Returns the files that concern a type, in the order of the manifest: its resources first, then all deletions. */
export const filesOf = (parts: readonly Manifest[], type: string): TypedFile[] => [
  ...parts.flatMap(({ output, requiresAccessToken }) =>
    output.filter((file) => file.type === type).map((file) => ({ ...file, isOfDeletions: false, requiresAccessToken })),
  ),
  ...parts.flatMap(({ deleted, requiresAccessToken }) =>
    deleted.map((file) => ({ ...file, isOfDeletions: true, requiresAccessToken })),
  ),
];

/** Returns a text in short, for comparing it. */
export const inShort = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 12);

/** Returns the address of a file in short without its query, which is another one whenever the server signs it anew. */
export const pathOf = ({ url }: ExportFile): string => inShort(url.replace(/[?#].*$/s, ""));
