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
