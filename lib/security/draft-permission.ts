/** Returns the permission to draft an operation, which sends nothing: only MCP tokens have it (decisions §2). */
export const draftPermission = (operationId: string): string => `${operationId}:draft`;
