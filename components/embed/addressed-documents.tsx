"use client";

import { DocumentsPage } from "#components/documents/documents-page";
import { Addressed } from "./addressed.tsx";

/** The view of documents. */
export const AddressedDocuments = () => (
  <Addressed>
    <DocumentsPage patientFilter={null} />
  </Addressed>
);
