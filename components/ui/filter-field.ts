/** Returns a function that returns the value and the change handler of a list's filter by its name. */
export const filterFields =
  <Name extends string>(filters: Record<Name, string>, onChange: (changed: Partial<Record<Name, string>>) => void) =>
  (name: Name) => ({
    value: filters[name],
    onChange: (value: string) => onChange({ [name]: value } as Partial<Record<Name, string>>),
  });
