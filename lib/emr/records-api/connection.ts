import { z } from "zod";
import { callsPerMinute, isPlainAddress, neededWith } from "#lib/emr/port/connection-fields";
import { secretField } from "#lib/emr/port/secret-fields";
import { requiredText } from "#lib/kernel/fields";
import { DEFAULT_DIALECT, DIALECT_NAMES, ENTERED_SECRET } from "./dialects/names.ts";

const ADDRESS = "must be an http or https URL that ends in /v1, without user, query and fragment";

const isBaseUrl = (text: string): boolean => isPlainAddress(text) && new URL(text).pathname.endsWith("/v1");

const STANDARD_SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/;

const secret = () => secretField(requiredText(1_000));

/** `connection` of `records_api`: another deployment of this interface, and its three credentials (decisions §12). */
export const recordsApiConnection = z.object(
  {
    base_url: requiredText(2_048).refine(isBaseUrl, ADDRESS).describe("Address of its API, which ends in `/v1`"),
    client_id: requiredText(200).describe("Sent as `client_id`"),
    client_secret: secret(),
    access_token: secret(),
    dialect: z
      .enum(DIALECT_NAMES, { error: `must be one of ${DIALECT_NAMES.join(", ")}` })
      .optional()
      .describe(
        `Way in which the EMR speaks this interface; default \`${DEFAULT_DIALECT}\`. If you do not know it, leave it: the test of the connection finds it, refuses another one, and says here which one it is`,
      ),
    webhook_secret: neededWith(
      secretField(requiredText(1_000).regex(STANDARD_SECRET, "must be whsec_ and base64").optional()).describe(
        "Signs its events for this API client, per Standard Webhooks: with it, unsigned events are refused, without it, events are taken unsigned",
      ),
      { field: "dialect", values: ENTERED_SECRET, untold: DEFAULT_DIALECT },
    ),
    calls_per_minute: callsPerMinute,
  },
  { error: "must be an object" },
);

export type RecordsApiConnection = z.infer<typeof recordsApiConnection>;
