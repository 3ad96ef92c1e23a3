import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The folders of pdfjs-dist that hold what a PDF leaves to its reader. */
const KINDS = new Set(["cmaps", "iccs", "standard_fonts", "wasm"]);

const DAY_S = 86_400;

const TYPES: Record<string, string> = { wasm: "application/wasm", js: "text/javascript" };

/** What the PDF viewer asks for beside a file: fonts, encodings and decoders, as pdfjs-dist ships them. Nobody's data. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ kind: string; file: string }> },
): Promise<Response> {
  const { kind, file } = await params;
  const missing = () => Response.json({ success: false, message: "Not found" }, { status: 404 });
  if (!KINDS.has(kind) || !/^[\w-]+(\.\w+)+$/.test(file)) return missing();
  try {
    const bytes = await readFile(join(process.cwd(), "node_modules", "pdfjs-dist", kind, file));
    return new Response(bytes, {
      headers: {
        "content-type": TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream",
        "cache-control": `public, max-age=${DAY_S}`,
        "x-content-type-options": "nosniff",
      },
    });
  } catch {
    return missing();
  }
}
