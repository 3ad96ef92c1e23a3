/** The file's name that a Content-Disposition header gives, as RFC 8187 writes it or plain; null where there is none. */
export function fileNameOf(disposition: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // A name that is wrongly encoded has its plain form beside it.
    }
  }
  return /filename="([^"]*)"/i.exec(disposition ?? "")?.[1] || null;
}

/** What no system takes in a name, and what turns the reading direction around, so that it shows another ending. */
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu;

/** A name that a file can be kept under on any system, and that reads as it is. */
export const safeFileName = (name: string): string => name.replaceAll(UNSAFE, "_").replace(/^\.+/, "_") || "file";
