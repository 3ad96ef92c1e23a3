import { expect } from "vitest";
import * as unknown from "#app/scim/v2/[[...path]]/route.ts";
import * as groups from "#app/scim/v2/Groups/route.ts";
import * as resourceType from "#app/scim/v2/ResourceTypes/[id]/route.ts";
import * as resourceTypes from "#app/scim/v2/ResourceTypes/route.ts";
import * as schema from "#app/scim/v2/Schemas/[id]/route.ts";
import * as schemas from "#app/scim/v2/Schemas/route.ts";
import * as config from "#app/scim/v2/ServiceProviderConfig/route.ts";
import * as user from "#app/scim/v2/Users/[id]/route.ts";
import * as users from "#app/scim/v2/Users/route.ts";
import { POST as makeToken } from "#app/v1/scim-tokens/route.ts";
import { ANSWER_LENGTH_HEADER } from "#lib/api/answer/answer-length";
import type { Method } from "#lib/scim/endpoint";
import { call } from "./call.ts";

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
export const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
export const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
export const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

const ROUTES: [RegExp, typeof users][] = [
  [/^\/Users$/, users],
  [/^\/Users\/([^/]+)$/, user],
  [/^\/Groups$/, groups],
  [/^\/ResourceTypes$/, resourceTypes],
  [/^\/ResourceTypes\/([^/]+)$/, resourceType],
  [/^\/Schemas$/, schemas],
  [/^\/Schemas\/([^/]+)$/, schema],
  [/^\/ServiceProviderConfig$/, config],
  [/^/, unknown],
];

/** What a request may have beside method, path and body. */
export interface Sent {
  authorization?: string;
  type?: string;
  headers?: Record<string, string>;
}

/** Makes a SCIM token of an organization, as an admin does. */
export async function newScimToken(admin: Record<string, string>, body: object = { name: "Entra ID" }) {
  const made = await call(makeToken, "POST", "/scim-tokens", { headers: admin, body });
  expect(made.status).toBe(201);
  return made.body.scim_token as { id: string; token: string };
}

/** Sends requests to `/scim/v2` as a directory with this token does. `path` may have a query. */
export function scimDirectory(token: string) {
  const ask = async (method: Method, path: string, body?: unknown, sent: Sent = {}) => {
    const url = new URL(`http://127.0.0.1:3000/scim/v2${path}`);
    const below = url.pathname.slice("/scim/v2".length);
    const [pattern, route] = ROUTES.find(([each]) => each.test(below)) ?? [/^/, unknown];
    const id = pattern.exec(below)?.[1];
    const request = new Request(url, {
      method,
      headers: {
        authorization: sent.authorization ?? `Bearer ${token}`,
        "content-type": sent.type ?? "application/scim+json",
        ...sent.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const params = Promise.resolve(id === undefined ? undefined : { id });
    const answer = await route[method](request, { params });
    const text = await answer.text();
    // The server sends this many bytes.
    const announced = answer.headers.get(ANSWER_LENGTH_HEADER);
    if (announced !== null) expect(Number(announced)).toBe(Buffer.byteLength(text));
    if (text) expect(answer.headers.get("content-type")).toBe("application/scim+json; charset=utf-8");
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
  };
  return {
    ask,
    create: (given: object) => ask("POST", "/Users", { schemas: [USER], ...given }),
    read: (id: string) => ask("GET", `/Users/${id}`),
    patch: (id: string, ...Operations: object[]) => ask("PATCH", `/Users/${id}`, { schemas: [PATCH], Operations }),
    replace: (id: string, given: object) => ask("PUT", `/Users/${id}`, { schemas: [USER], ...given }),
    remove: (id: string) => ask("DELETE", `/Users/${id}`),
    find: (filter: string, rest = "") => ask("GET", `/Users?filter=${encodeURIComponent(filter)}${rest}`),
  };
}

export type ScimDirectory = ReturnType<typeof scimDirectory>;
