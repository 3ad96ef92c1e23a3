import { z } from "zod";
import { atOnce, callsPerMinute, isPlainAddress, neededWith } from "#lib/emr/port/connection-fields";
import { secretField } from "#lib/emr/port/secret-fields";
import { requiredText } from "#lib/kernel/fields";
import { visitStatuses } from "./visit-statuses.ts";

const ADDRESS = "must be an http or https URL without user, query and fragment";

const address = () => requiredText(2_048).refine(isPlainAddress, ADDRESS);

const clientId = requiredText(500).describe("The name under which the server knows this client");

const tokenUrl = address()
  .optional()
  .describe(
    "Needed if tokens are issued at another origin than that of the server: no other address there gets credentials. Otherwise the server's SMART configuration names it",
  );

/** Printable ASCII without spaces, quotes and backslashes (RFC 6749, 3.3), separated by single spaces. */
const SCOPES = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;

const scopes = (otherwise: string) =>
  requiredText(2_000)
    .regex(SCOPES, "must be scopes separated by single spaces")
    .optional()
    .describe(`Scopes that are asked for, separated by spaces; ${otherwise}`);

/** Names of headers that the connector, or HTTP itself, sets. */
const TAKEN_HEADERS =
  /^(accept|connection|content-.*|expect|host|if-.*|keep-alive|prefer|te|trailer|transfer-encoding|upgrade)$/i;

const headerName = requiredText(200)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be the name of an HTTP header")
  .refine((name) => !TAKEN_HEADERS.test(name), "must not be a header that the connector sets itself")
  .describe("Name of the header, such as `Authorization` or `X-Api-Key`");

const headerValue = secretField(
  requiredText(8_000).regex(/^[\x20-\x7E]+$/, "must consist of printable ASCII characters"),
).describe("The header's whole value, such as `Bearer` and a token");

/** How calls of a FHIR server are authorized, by `kind` (decisions §12). */
export const FHIR_AUTH = {
  smart_backend: z
    .object({
      kind: z.literal("smart_backend"),
      client_id: clientId,
      token_url: tokenUrl,
      scopes: scopes("without it, reading and writing of all records"),
    })
    .meta({ title: "SMART Backend Services" }),
  client_secret: z
    .object({
      kind: z.literal("client_secret"),
      client_id: clientId,
      client_secret: secretField(requiredText(4_000)),
      token_url: tokenUrl,
      scopes: scopes("without it, the server's own choice"),
    })
    .meta({ title: "Client id and secret" }),
  smart_app: z
    .object({
      kind: z.literal("smart_app"),
      authorization_id: requiredText(100)
        .describe("Somebody signs in at the EMR and allows access; the id is that of POST /emr-authorizations")
        .meta({ title: "Access to the EMR" }),
    })
    .meta({ title: "Sign in at the EMR (SMART App Launch)" }),
  header: z
    .object({ kind: z.literal("header"), header_name: headerName, header_value: headerValue })
    .meta({ title: "A fixed header" }),
  none: z.object({ kind: z.literal("none") }).meta({ title: "None" }),
} as const;

const AUTH_KINDS = Object.keys(FHIR_AUTH).join(", ");

const { smart_backend, client_secret, smart_app, header, none } = FHIR_AUTH;

/** Names and values of search parameters: printable ASCII, without the characters that end a query. */
const SEARCH_PARAMETERS = /^[A-Za-z_][A-Za-z0-9_.:-]*=[^&#?\s]+(&[A-Za-z_][A-Za-z0-9_.:-]*=[^&#?\s]+)*$/;

/** `connection` of `fhir`: a server's address and how it is authorized (decisions §12). */
export const fhirConnection = z.object(
  {
    base_url: address().describe("Address of the FHIR server, such as https://ehr.example/fhir/R4"),
    auth: z
      .discriminatedUnion("kind", [smart_app, smart_backend, client_secret, header, none], {
        error: ({ code }) => (code === "invalid_union" ? `must be one of ${AUTH_KINDS}` : "must be an object"),
      })
      .meta({ title: "Authorization" }),
    visit_statuses: visitStatuses.optional().describe("The practice's visit statuses; without them FHIR's own"),
    practitioner_ids: requiredText(8_000)
      .optional()
      .describe(
        "FHIR ids of the practitioners, separated by spaces or commas; needed if the server does not list its practitioners",
      ),
    search_parameters: requiredText(500)
      .regex(SEARCH_PARAMETERS, "must be names and values as in an address, such as name=value&name=value")
      .optional()
      .describe(
        "Parameters that the server requires in each search, such as `ah-practice=Organization/a-1.Practice-1`",
      ),
    mrn_system: requiredText(500).optional().describe("System of the patient identifier that is the MRN"),
    export_group: requiredText(64)
      .regex(/^[A-Za-z0-9.-]+$/, "must be the id of a resource: letters, digits, - and . alone")
      .optional()
      .describe("Id of the Group of all the practice's patients, if the server exports its records by groups alone")
      .meta({ title: "Group of the export" }),
    subscriptions: z
      .enum(["off", "on"], { error: "must be off or on" })
      .optional()
      .describe(
        "`on`: the server is asked to tell of each change of a visit or patient at once (Subscription, rest-hook), at an address here that is made for this account; `off` or left out: changes are read every few minutes alone",
      )
      .meta({ title: "Subscriptions" }),
    subscription_topics: neededWith(
      requiredText(2_000)
        .regex(/^\s*https?:\/\/\S+(\s+https?:\/\/\S+)*\s*$/, "must be addresses separated by spaces")
        .optional()
        .describe(
          "Canonical addresses of the server's SubscriptionTopics for visits and patients, separated by spaces, if it takes subscriptions to topics alone (R5 backport)",
        )
        .meta({ title: "Topics of the subscriptions" }),
      { field: "subscriptions", values: ["on"], untold: "off" },
    ),
    calls_per_minute: callsPerMinute,
    at_once: atOnce,
  },
  { error: "must be an object" },
);

export type FhirConnection = z.infer<typeof fhirConnection>;
