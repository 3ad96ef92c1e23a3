import { allQueries } from "#lib/api/openapi/all-queries";
import { catalog } from "#lib/catalog/generated/definitions";
import type { OperationDefinition } from "#lib/definitions/operation";
import type { Principal } from "#lib/kernel/principal";
import { MCP_READ_PERMISSIONS } from "#lib/security/permissions";
import { documentationTool } from "./documentation-tool.ts";
import { draftTool } from "./draft-tool.ts";
import { readTool } from "./read-tool.ts";
import { lazily, type Tool } from "./tool.ts";

const operations: OperationDefinition[] = Object.values(catalog);

/** The queries that a token may be allowed. */
export const readableQueries = allQueries.filter(({ permission }) =>
  MCP_READ_PERMISSIONS.some((allowed) => allowed === permission),
);

/** Every tool by its name: one for each query that a token may be allowed, a draft of each operation, and the documentation. */
export const allTools = lazily(
  () =>
    new Map<string, Tool>(
      [documentationTool, ...readableQueries.map(readTool), ...operations.map(draftTool)].map((tool) => [
        tool.name,
        tool,
      ]),
    ),
);

/** Returns the tools that a caller may use. */
export const toolsFor = ({ permissions }: Principal): Tool[] =>
  [...allTools().values()].filter(({ permission }) => permission === null || permissions.has(permission));
