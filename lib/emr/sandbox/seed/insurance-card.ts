import { Picture } from "./png.ts";
import type { Random } from "./random.ts";

/** Digits as five rows of three pixels. */
const DIGITS = [
  "111101101101111",
  "010110010010111",
  "111001111100111",
  "111001111001111",
  "101101111001001",
  "111100111001111",
  "111100111101111",
  "111001010010010",
  "111101111101111",
  "111101111001111",
] as const;

const [WIDTH, HEIGHT] = [480, 300];
const [PAPER, BAND, INK, PALE] = [0, 1, 2, 3];
const BANDS = [
  [29, 78, 137],
  [15, 118, 110],
  [124, 45, 18],
  [88, 28, 135],
] as const;
const POINT = 6;

function writeDigits(picture: Picture, text: string, left: number, top: number): void {
  [...text].forEach((digit, place) => {
    [...(DIGITS[Number(digit)] ?? "")].forEach((point, index) => {
      if (point !== "1") return;
      const x = left + place * POINT * 4 + (index % 3) * POINT;
      picture.fill(x, top + Math.floor(index / 3) * POINT, POINT, POINT, INK);
    });
  });
}

/** Returns a scan of an insurance card as a PNG file: the payer's band, small print and the member's number. */
export function insuranceCard(memberNumber: string, random: Random): Uint8Array {
  const picture = new Picture(WIDTH, HEIGHT);
  picture.fill(0, 0, WIDTH, 64, BAND);
  picture.fill(24, 22, random.between(90, 200), 20, PAPER);
  for (let line = 0; line < 4; line += 1) picture.fill(24, 96 + line * 22, random.between(120, 380), 8, PALE);
  writeDigits(picture, memberNumber, 24, 206);
  picture.fill(0, HEIGHT - 28, WIDTH, 28, PALE);
  return picture.png([[252, 252, 249], random.pick(BANDS), [31, 41, 55], [209, 213, 219]]);
}
