import type * as face from "./react-face.d.ts" with { "resolution-mode": "import" };

export type * from "./react-face.d.ts" with { "resolution-mode": "import" };

export declare const ClinicalRecords: typeof face.ClinicalRecords;
