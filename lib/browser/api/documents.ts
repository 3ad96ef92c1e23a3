import { queryOptions } from "@tanstack/react-query";
import { fileNameOf } from "#lib/browser/page/file-name";
import { callFile } from "./fetcher.ts";
import { pagesOf } from "./pages.ts";
import { readAll } from "./read-all.ts";

/** The filters of GET /documents; empty ones are left out. */
export interface DocumentFilters {
  /** Part of the file name. */
  query?: string;
  patient_mrn?: string;
  referral_id?: string;
  /** An exact MIME type, such as application/pdf. */
  mime_type?: string;
  /** ISO 8601. */
  created_after?: string;
  created_before?: string;
  /** A field of the document, after a minus if the largest comes first. */
  sort?: string;
}

const PAGE = 500;

/** GET /documents: newest first, page after page, with the number of all. */
export const documentList = (accountId: string, filters: DocumentFilters) =>
  pagesOf({
    accountId,
    route: "GET /documents",
    list: "documents",
    query: { ...filters },
    limit: PAGE,
    counted: true,
  });

/** Every matching document's metadata, for an export. */
export const allDocuments = (accountId: string, filters: DocumentFilters, onProgress: (rows: number) => void) =>
  readAll(accountId, "GET /documents", "documents", { query: { ...filters }, onProgress });

/** A document's content and file name. */
export interface DocumentFile {
  blob: Blob;
  fileName: string;
}

/** GET /documents/{id}: the file itself. It never changes, and leaves the cache soon after it was viewed. */
export const documentFile = (accountId: string, id: string) =>
  queryOptions({
    queryKey: ["document-file", accountId, id],
    queryFn: async ({ signal }): Promise<DocumentFile> => {
      const { blob, headers } = await callFile(accountId, "GET /documents/{id}", { id }, signal);
      return { blob, fileName: fileNameOf(headers.get("content-disposition")) ?? "document" };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
