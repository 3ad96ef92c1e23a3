import { MAX_BODY_BYTES } from "#lib/kernel/body";
import { MAX_UPLOAD_BYTES } from "#lib/kernel/upload-size";

/** Most bytes of a body where people send forms, and where nothing reads a body. */
const FORM_BYTES = 65_536;

/** The addresses that take more than a form. The first one that is the address, or lies above it, decides. */
const LIMITS: readonly { at: string; bytes: number }[] = [
  { at: "/v1", bytes: MAX_BODY_BYTES },
  { at: "/mcp", bytes: MAX_BODY_BYTES },
  { at: "/scim/v2", bytes: MAX_BODY_BYTES },
  { at: "/api/webhooks/inbox", bytes: MAX_BODY_BYTES },
  { at: "/api/emr-events", bytes: MAX_BODY_BYTES },
  { at: "/api/emr-webhooks", bytes: MAX_BODY_BYTES },
];

/** The addresses whose body may have a file. Their handlers read it as it arrives, and no more than 1 MiB of another body. */
const UPLOADS: readonly string[] = ["/v1/documents"];

/** Returns the most bytes that a body may have at a path: 25 MB of a file (additions §3), 1 MiB where JSON is taken (decisions §4), else 64 KiB. */
export function bodyLimit(path: string): number {
  if (UPLOADS.includes(path)) return MAX_UPLOAD_BYTES;
  const limit = LIMITS.find(({ at }) => path === at || path.startsWith(`${at}/`));
  return limit?.bytes ?? FORM_BYTES;
}
