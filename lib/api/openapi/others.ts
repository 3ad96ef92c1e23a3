import { operationIdOf } from "./operation-id.ts";
import { pathParameters } from "./operations.ts";
import { responsesOf } from "./responses.ts";
import { namedSchema } from "./schema.ts";
import { tagOf } from "./tags.ts";

const binary = { schema: { type: "string", format: "binary" } };

/** A file of any type. Some generators leave an answer out whose only type is a wildcard. */
const file = { "application/octet-stream": binary, "*/*": binary };

/** Routes that are not built from one JSON definition: the stream, documents' files and this document itself. */
export const others = {
  "/documents/{id}": {
    operationId: operationIdOf({ method: "GET", path: "/documents/{id}" }),
    tags: [tagOf("/documents/{id}")],
    summary: "A document's file, unmodified",
    description:
      "Available to every account of the organization. `If-None-Match` and one `Range` of bytes are honoured. Permission: `documents:read`.",
    "x-permission": "documents:read",
    parameters: [
      ...pathParameters("/documents/{id}"),
      { name: "Range", in: "header", required: false, schema: { type: "string" } },
      { name: "If-None-Match", in: "header", required: false, schema: { type: "string" } },
    ],
    responses: {
      ...responsesOf("read with conflicts", 200, { description: "The whole file", content: file }),
      "206": { description: "The requested Range", content: file },
      "304": { description: "The file matches If-None-Match" },
      "416": { $ref: "#/components/responses/Error416" },
    },
  },
  "/downtime-packets/{id}": {
    operationId: operationIdOf({ method: "GET", path: "/downtime-packets/{id}" }),
    tags: [tagOf("/downtime-packets/{id}")],
    summary: "A downtime packet's file, encrypted",
    description:
      "An HTML page that opens in a browser with the clinic's downtime passphrase, without a network. Permission: `downtime-packets:read`.",
    "x-permission": "downtime-packets:read",
    parameters: pathParameters("/downtime-packets/{id}"),
    responses: responsesOf("read", 200, {
      description: "The file",
      content: { "text/html": { schema: { type: "string" } } },
    }),
  },
  "/events/stream": {
    operationId: operationIdOf({ method: "GET", path: "/events/stream" }),
    tags: [tagOf("/events/stream")],
    summary: "Stream job states and webhook receipts as Server-Sent Events",
    description:
      "Messages named `job` (a job's new state) and `event` (a webhook's receipt), and `standing` (a job's state after its final event was received), and `changes` (`kinds`: the kinds of records of which a change was found in the EMR; `GET /changes` tells them). Each has an `id`, an increasing whole number that is the same on every stream of the account. `Last-Event-ID` resumes without a gap. A caller (a user, an API client or an embedded view) may have 50 streams of an account open, unless the operator allows more; a further one is refused with 429 and `Retry-After`. Permission: `events:read`.",
    "x-permission": "events:read",
    parameters: [
      ...pathParameters("/events/stream"),
      { name: "Last-Event-ID", in: "header", required: false, schema: { type: "string" } },
    ],
    responses: responsesOf("read with conflicts", 200, {
      description: "The stream, until either side ends it",
      content: { "text/event-stream": { schema: { type: "string" } } },
    }),
  },
  "/openapi.json": {
    operationId: operationIdOf({ method: "GET", path: "/openapi.json" }),
    tags: [tagOf("/openapi.json")],
    summary: "This document",
    description: "Permission: `settings:read`.",
    "x-permission": "settings:read",
    parameters: [],
    responses: responsesOf("read", 200, {
      description: "OpenAPI 3.1",
      content: {
        "application/json": {
          schema: namedSchema("OpenApiDocument", { type: "object" }),
          example: {
            openapi: "3.1.1",
            info: { title: "Clinical Records Integration API", version: "1.0.1" },
            paths: {},
          },
        },
      },
    }),
  },
};
