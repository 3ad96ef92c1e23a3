import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
const BY_PALETTE = 3;

/** A part of the file: its length, name and data, and their check sum. */
function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A picture whose points are numbers of colours; at first all of the first colour. */
export class Picture {
  readonly width: number;
  readonly height: number;
  private readonly points: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.points = new Uint8Array(width * height);
  }

  /** Fills a rectangle; what lies outside of the picture is left out. */
  fill(left: number, top: number, width: number, height: number, color: number): void {
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y += 1) {
      this.points.fill(color, y * this.width + Math.max(0, left), y * this.width + Math.min(this.width, left + width));
    }
  }

  /** The picture as a PNG file; colours are `[red, green, blue]`, each 0 to 255. */
  png(colors: readonly (readonly [number, number, number])[]): Uint8Array {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header.set([BITS, BY_PALETTE, 0, 0, 0], 8);
    // Each line begins with the number of its filter: none.
    const lines = Buffer.alloc((this.width + 1) * this.height);
    for (let y = 0; y < this.height; y += 1) {
      lines.set(this.points.subarray(y * this.width, (y + 1) * this.width), y * (this.width + 1) + 1);
    }
    return Buffer.concat([
      SIGNATURE,
      chunk("IHDR", header),
      chunk("PLTE", Buffer.from(colors.flat())),
      chunk("IDAT", deflateSync(lines)),
      chunk("IEND", Buffer.alloc(0)),
    ]);
  }
}
