import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";

/**
 * A list's filters as they stand in the address: a link shows a colleague the same list. Typing replaces the address,
 * so that Back leaves the list. `names` must be one and the same array at every call.
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
