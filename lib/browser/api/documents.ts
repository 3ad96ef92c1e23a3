import { queryOptions } from "@tanstack/react-query";
import { fileNameOf } from "#lib/browser/page/file-name";
import type { DocumentModel } from "#lib/resources/documents/model";
import { callFile } from "./fetcher.ts";
import { pagesOf } from "./pages.ts";

/** The filters of GET /documents; empty ones are left out. */
export interface DocumentFilters {
  /** Part of the file name. */
  query?: string;
  patient_mrn?: string;
  referral_id?: string;
  /** An exact MIME type, such as application/pdf. */
  mime_type?: string;
}

const PAGE = 500;

/** GET /documents: newest first, page after page. */
export const documentList = (accountId: string, filters: DocumentFilters) =>
  pagesOf<DocumentModel>({ accountId, path: "/documents", list: "documents", query: { ...filters }, limit: PAGE });

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
      const { blob, headers } = await callFile(accountId, `/documents/${encodeURIComponent(id)}`, signal);
      return { blob, fileName: fileNameOf(headers.get("content-disposition")) ?? "document" };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
