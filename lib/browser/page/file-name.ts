/** Returns the file name in a Content-Disposition header, in RFC 8187's form or plain; null if there is none. */
export function fileNameOf(disposition: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // If the encoded name is invalid, the plain name is used.
    }
  }
  return /filename="([^"]*)"/i.exec(disposition ?? "")?.[1] || null;
}

/**
 * Characters that file systems refuse, and marks that change the reading direction, which could disguise the extension.
 */
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu;

/** Returns a file name that is valid on every system and reads as it is stored. */
export const safeFileName = (name: string): string => name.replaceAll(UNSAFE, "_").replace(/^\.+/, "_") || "file";
