const BELOW_TWENTY =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const THOUSANDS = ["", " thousand", " million", " billion"];

function belowThousand(count: number): string {
  if (count < 20) return BELOW_TWENTY[count] ?? "";
  if (count >= 100) {
    const rest = count % 100;
    return `${BELOW_TWENTY[Math.floor(count / 100)]} hundred${rest ? ` ${belowThousand(rest)}` : ""}`;
  }
  return `${TENS[Math.floor(count / 10) - 2]}${count % 10 ? `-${BELOW_TWENTY[count % 10]}` : ""}`;
}

function inWords(count: number): string {
  const parts: string[] = [];
  for (let rest = count, power = 0; rest > 0; rest = Math.floor(rest / 1000), power++) {
    if (rest % 1000 > 0) parts.unshift(`${belowThousand(rest % 1000)}${THOUSANDS[power]}`);
  }
  return parts.join(" ") || "zero";
}

const counted = (count: number, one: string): string => `${inWords(count)} ${one}${count === 1 ? "" : "s"}`;

/** Returns an amount of dollars in words: "two thousand five hundred fifty dollars and ten cents". */
export function amountInWords(amount: number): string {
  const cents = Math.round(amount * 100);
  const rest = cents % 100;
  const dollars = counted(Math.floor(cents / 100), "dollar");
  return rest === 0 ? dollars : `${dollars} and ${counted(rest, "cent")}`;
}
