/** Styles of the print: each image on its own sheet at full size; text with a margin. */
const SHEET = `
  @page { margin: 0 }
  html, body { margin: 0 }
  img { display: block; max-width: 100%; max-height: 100vh; margin: 0 auto; break-after: page; break-inside: avoid }
  pre { margin: 15mm; font: 10pt/1.4 monospace; white-space: pre-wrap; overflow-wrap: anywhere }
`;

/**
 * Creates a hidden, empty document. Its styles are set by script, because the page's policy forbids a style element.
 */
async function emptyFrame(): Promise<HTMLIFrameElement> {
  const frame = document.createElement("iframe");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.style.cssText = "position:fixed;left:-10000px;width:1px;height:1px;border:0";
  await new Promise((resolve) => {
    frame.addEventListener("load", resolve, { once: true });
    document.body.append(frame);
  });
  return frame;
}

/** Opens the print dialog for a document that `fill` builds, without the page around it. */
export async function printApart(fill: (sheet: Document) => Promise<void>): Promise<void> {
  const frame = await emptyFrame();
  try {
    const view = frame.contentWindow as (Window & typeof globalThis) | null;
    if (!view) return;
    const rules = new view.CSSStyleSheet();
    rules.replaceSync(SHEET);
    view.document.adoptedStyleSheets = [rules];
    await fill(view.document);
    const printed = new Promise((resolve) => view.addEventListener("afterprint", resolve, { once: true }));
    view.print();
    await printed;
  } finally {
    frame.remove();
  }
}

/** Adds an image to a document to be printed and waits until it can be drawn. */
export async function addPicture(sheet: Document, picture: Blob): Promise<void> {
  const image = sheet.createElement("img");
  const address = URL.createObjectURL(picture);
  image.src = address;
  image.alt = "";
  sheet.body.append(image);
  await image.decode().finally(() => URL.revokeObjectURL(address));
}
