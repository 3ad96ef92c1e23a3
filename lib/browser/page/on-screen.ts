import { usePathname } from "next/navigation";

/** Returns the id of the record whose page is open, by its section: `{ patients: "MRN-1" }`. */
export function useOnScreen(): Record<string, string | undefined> {
  const [, , , section, id] = usePathname().split("/");
  return section && id ? { [section]: decodeURIComponent(id) } : {};
}
