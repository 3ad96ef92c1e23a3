import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";

/**
 * Returns a list's filters, kept in the URL: a link shows a colleague the same list. Typing replaces the history entry,
 * so that Back leaves the list. `names` must be the same array in every call.
 */
export function useListFilters<Name extends string>(names: readonly Name[]) {
  const parsers = useMemo(
    () =>
      Object.fromEntries(names.map((name) => [name, parseAsString.withDefault("")])) as Record<
        Name,
        ReturnType<typeof parseAsString.withDefault>
      >,
    [names],
  );
  const [given, setGiven] = useQueryStates(parsers, { history: "replace", scroll: false });
  const filters = given as Record<Name, string>;
  return {
    filters,
    change: (changed: Partial<Record<Name, string>>) => void setGiven(changed as Parameters<typeof setGiven>[0]),
    clear: () => void setGiven(null),
    filtered: names.some((name) => filters[name] !== ""),
  };
}
