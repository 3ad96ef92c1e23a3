/// <reference path="./embed.d.ts" />
import type { ReactElement } from "react";

export interface ClinicalRecordsProps extends Omit<ClinicalRecords.Options, "fetchToken"> {
  /** The console's address, such as `https://records.example`; its `/embed.js` is loaded once. */
  origin: string;
  /** Requests a session from the page's own back end; the whole answer of POST /v1/embed/sessions. */
  fetchToken: ClinicalRecords.Options["fetchToken"];
  className?: string | undefined;
}

/**
 * A view of the console. `onEvent`, `fetchToken`, `theme`, `locale` and `maxHeight` may change at any time: the view stays
 * mounted and typed text stays in it. Another `view` or `origin` starts over.
 */
export declare const ClinicalRecords: (props: ClinicalRecordsProps) => ReactElement;
