import core, { type CoreRequest, type Service } from "@asymmetrik/node-fhir-server-core";
import parameterTable from "@asymmetrik/node-fhir-server-core/dist/server/utils/params.utils.js";
import type { FhirResource } from "fhir/r4";
import { fits } from "./matching.ts";
import type { Store } from "./store.ts";

/** The version of FHIR in the library's words, which is also the path of the server. */
export const R4 = "4_0_1";

const PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 50;

const Bundle = core.resolveSchema(R4, "bundle");

/** The base URL under which the client knows the server. */
const baseUrlOf = ({ headers }: CoreRequest): string => `http://${headers["x-forwarded-host"] ?? headers.host}/${R4}`;

const refusal = (statusCode: number, code: string, text: string) =>
  new core.ServerError(text, { statusCode, issue: [{ severity: "error", code, details: { text } }] });

/** Returns the storage behind the library for a type: the library parses, checks, routes and answers. */
export function serviceOf(type: string, store: Store, honours: () => { conditionalCreate: boolean }): Service {
  const parameters = parameterTable.getSearchParameters(type, R4);

  const matching = (args: Record<string, string>): FhirResource[] =>
    store
      .all(type)
      .filter((resource) =>
        parameters.every((each) => args[each.name] === undefined || fits(resource, each, args[each.name] ?? "")),
      );

  /** Returns the resource that makes a conditional create unnecessary. */
  function existing({ headers }: CoreRequest): FhirResource | undefined {
    const condition = headers["if-none-exist"];
    if (condition === undefined || !honours().conditionalCreate) return undefined;
    return matching(Object.fromEntries(new URLSearchParams(String(condition))))[0];
  }

  return {
    async search(args, { req }) {
      const found = matching(args);
      const asked = Number(req.query._count ?? PAGE_SIZE);
      const size = Math.min(Number.isInteger(asked) ? asked : PAGE_SIZE, MAX_PAGE_SIZE);
      const page = Number(req.query.page ?? 1);
      const shown = found.slice((page - 1) * size, page * size);
      const query = new URLSearchParams(Object.entries(args).filter(([name]) => name !== "base_version"));
      const addressOf = (number: number) => {
        const further = new URLSearchParams(query);
        further.set("_count", String(size));
        further.set("page", String(number));
        return `${baseUrlOf(req)}/${type}?${further}`;
      };
      return new Bundle({
        type: "searchset",
        total: found.length,
        link: [
          { relation: "self", url: addressOf(page) },
          ...(page * size < found.length ? [{ relation: "next", url: addressOf(page + 1) }] : []),
        ],
        entry: shown.map((resource) => ({ fullUrl: `${baseUrlOf(req)}/${type}/${resource.id}`, resource })),
      });
    },
    searchById: async ({ id = "" }) => store.get(type, id),
    async create(_args, { req }) {
      if (req.body.resourceType !== type) throw refusal(400, "invalid", `Expected a resource of the type ${type}`);
      const { id: _own, ...resource } = req.body;
      const held = existing(req) ?? store.put(resource as unknown as FhirResource);
      return { id: held.id ?? "", resource_version: held.meta?.versionId ?? "" };
    },
    async update({ id = "" }, { req }) {
      if (req.body.id !== id) throw refusal(400, "invalid", "The id is not that of the address");
      if (!store.get(type, id)) throw refusal(404, "not-found", `There is no ${type} with this id`);
      const held = store.put(req.body as unknown as FhirResource);
      return { id, created: false, resource_version: held.meta?.versionId ?? "" };
    },
    async remove({ id = "" }) {
      store.remove(type, id);
      return {};
    },
  };
}
