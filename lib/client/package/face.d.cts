import type * as face from "./face.d.ts" with { "resolution-mode": "import" };

export type * from "./face.d.ts" with { "resolution-mode": "import" };

export declare const createClient: typeof face.createClient;
export declare const verifyWebhook: typeof face.verifyWebhook;
export declare const signWebhook: typeof face.signWebhook;
export declare const RecordsError: typeof face.RecordsError;
export type RecordsError = face.RecordsError;
export declare const WebhookError: typeof face.WebhookError;
export type WebhookError = face.WebhookError;
