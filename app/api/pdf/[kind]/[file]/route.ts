import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Folders of pdfjs-dist with the resources that PDF files may require. */
const KINDS = new Set(["cmaps", "iccs", "standard_fonts", "wasm"]);

const DAY_S = 86_400;

const TYPES: Record<string, string> = { wasm: "application/wasm", js: "text/javascript" };

/**
 * Serves the PDF viewer's resources as shipped with pdfjs-dist: fonts, encodings and decoders. They contain no user
 * data.
 */
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
