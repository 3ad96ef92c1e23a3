"use client";

import { DocumentsPage } from "#components/documents/documents-page";
import { Addressed } from "./addressed.tsx";

/** The documents, by themselves. */
export const AddressedDocuments = () => (
  <Addressed>
    <DocumentsPage patientFilter={null} />
  </Addressed>
);
