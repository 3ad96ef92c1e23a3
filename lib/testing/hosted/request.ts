import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer, Fields } from "./answer.ts";
import type { FormFile } from "./patient-writes.ts";

async function bytesOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function formOf(bytes: Buffer<ArrayBuffer>, type: string): Promise<Fields> {
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  const fields: Fields = {};
  for (const [name, value] of form) {
    fields[name] =
      typeof value === "string"
        ? value
        : ({ name: value.name, type: value.type, content: Buffer.from(await value.arrayBuffer()) } satisfies FormFile);
  }
  return fields;
}

/** Reads the body of a request: a form or a JSON object. Null if it is neither. */
export async function bodyOf(request: IncomingMessage): Promise<Fields | null> {
  const bytes = await bytesOf(request);
  if (bytes.length === 0) return {};
  const type = request.headers["content-type"] ?? "";
  try {
    if (type.startsWith("multipart/form-data")) return await formOf(bytes, type);
    const body: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Fields) : null;
  } catch {
    return null;
  }
}

/** Writes an answer, or the first half of it. */
export function reply(response: ServerResponse, given: Answer, { isTruncated = false } = {}): void {
  if ("file" in given) {
    const { name, type, content } = given.file;
    const headers = {
      "content-type": type,
      "content-length": content.length,
      "content-disposition": `attachment; filename="${name}"`,
    };
    response.writeHead(given.status, headers).end(content);
    return;
  }
  const text = Buffer.from(JSON.stringify(given.body));
  const headers = { "content-type": "application/json", "content-length": text.length, ...given.headers };
  response.writeHead(given.status, headers);
  if (!isTruncated) return void response.end(text);
  response.write(text.subarray(0, text.length / 2), () => response.destroy());
}

/** Writes a page as whatever stands before a service does. */
export function replyWithPage(response: ServerResponse, status: number): void {
  response
    .writeHead(status, { "content-type": "text/html" })
    .end(`<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`);
}
