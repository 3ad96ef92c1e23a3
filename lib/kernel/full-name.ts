interface Named {
  first_name: string;
  last_name: string;
  suffix?: string | null;
}

/**
 * Returns a person's name as every list, picker and heading shows it: "Ana Nguyen", in the order of `patient_name`
 * (interface 2.10), with a suffix such as Jr, which tells father from son.
 */
export const fullName = ({ first_name, last_name, suffix }: Named): string =>
  [`${first_name} ${last_name}`.trim(), suffix ?? ""].filter((part) => part !== "").join(" ");
