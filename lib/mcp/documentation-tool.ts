import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { findSections } from "./documentation.ts";
import { lazily, type Tool } from "./tool.ts";

const name = "search_documentation";

const MAX_LENGTH = 500;

/** The tool that searches the product's documentation, which holds no records: every token may use it. */
export const documentationTool: Tool = {
  name,
  permission: null,
  listing: lazily(() => ({
    name,
    description: "Sections of the documentation of this product and its interface, the best first",
    inputSchema: {
      type: "object",
      properties: { query: { type: "string", description: "Words, such as `payment retry`" } },
      required: ["query"],
    },
    annotations: { readOnlyHint: true },
  })),
  async answer(_caller, { query, ...others }) {
    try {
      const unknown = Object.keys(others).map((each) =>
        problem(each, "is not known here", `Unknown argument: ${each}`),
      );
      const isQuery = typeof query === "string" && query.trim() !== "" && query.length <= MAX_LENGTH;
      const problems = isQuery
        ? unknown
        : [problem("query", `must be text of at most ${MAX_LENGTH} characters`), ...unknown];
      if (problems.length > 0) throw invalid(problems);
      return jsonResponse(200, { success: true, sections: await findSections(query as string) });
    } catch (error) {
      return errorResponse(error, `MCP ${name}`);
    }
  },
};
