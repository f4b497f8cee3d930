import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

/** Colours of a picture: of the sky from top to bottom, and of the hills from far to near. */
export interface Palette {
  readonly sky: readonly [Colour, Colour]
  readonly hills: readonly Colour[]
  /** the sun's centre as shares of the picture's width and height, from 0 to 1, and the sun's colour */
  readonly sun?: readonly [x: number, y: number, colour: Colour]
}

export const WIDTH = 640
export const HEIGHT = 420

/**
 * Draws hills under a sky. Each value of `seed` gives different hills.
 * @returns a PNG of 640 by 420 pixels
 */
export function paintPicture(seed: number, palette: Palette): Buffer {
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      rows.set(colourAt(x, y, seed, palette), y * (1 + WIDTH * 3) + 1 + x * 3)
    }
  }
  return png(rows)
}

function colourAt(x: number, y: number, seed: number, { sky, hills, sun }: Palette): Colour {
  const near = hills.findLastIndex((_, index) => y > ridge(x, index, hills.length, seed))
  if (near >= 0) return shade(hills[near]!, 1 - (0.18 * (y - ridge(x, near, hills.length, seed))) / HEIGHT)
  if (sun && Math.hypot(x - sun[0] * WIDTH, y - sun[1] * HEIGHT) < HEIGHT * 0.11) return sun[2]
  return mix(sky[0], sky[1], y / (HEIGHT * 0.75))
}

/** @returns the height of a hill at `x`: the sum of a few waves. Nearer hills have steeper waves. */
function ridge(x: number, index: number, count: number, seed: number): number {
  const depth = (index + 1) / count
  const base = HEIGHT * (0.38 + 0.45 * depth)
  const at = x / WIDTH
  const wave = (frequency: number, phase: number) => Math.sin(at * frequency * Math.PI + seed * phase + index * 1.7)
  return base + HEIGHT * (0.07 * wave(2.1, 1.3) + 0.035 * wave(5.3, 2.9) + 0.012 * wave(13, 0.7))
}

const mix = (one: Colour, other: Colour, part: number): Colour => {
  const share = Math.min(1, Math.max(0, part))
  return [0, 1, 2].map((index) => Math.round(one[index]! * (1 - share) + other[index]! * share)) as unknown as Colour
}

const shade = ([red, green, blue]: Colour, by: number): Colour => [red * by, green * by, blue * by]

/**
 * @param rows rows of pixels. Each row has a filter byte and then three bytes for each pixel (PNG specification, 7.2
 *   and 11.2.1).
 * @returns a PNG of 640 by 420 pixels
 */
export function png(rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const body = deflateSync(rows, { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
