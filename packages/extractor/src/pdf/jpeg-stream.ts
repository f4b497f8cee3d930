/** Maximum length in bytes of the dictionary before a stream. If it is longer, the JPEG file is not used. */
const MAX_DICTIONARY = 4096
/**
 * Matches entries of an image's dictionary that change its pixels. With one of them, the JPEG file alone would look
 * different.
 */
const CHANGING_ENTRY = /\/(?:SMask|Mask|Decode|ImageMask|Matte)\b/
/** Matches a stream whose only filter is JPEG (`DCTDecode`). With other filters, the stream is not a JPEG file. */
const ONLY_JPEG = /\/Filter\s*(?:\/DCTDecode\b|\[\s*\/DCTDecode\s*\])/
const START_OF_IMAGE = 0xffd8
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

interface Extent {
  readonly width: number
  readonly height: number
}

/**
 * Finds the JPEG file of an image. PDFs contain photos as unchanged JPEG files, which are far smaller than PNG files of
 * the pixels.
 *
 * @param pdf the whole file
 * @param reference the object number of the image as pdf.js writes it: `12R`, or `12R1` with the generation if that is
 * not 0
 * @param extent expected width and height in pixels
 * @returns the file; undefined if the image is stored in another way, has a mask, or is not in RGB or grey
 */
export function jpegStream(pdf: Buffer, reference: string, extent: Extent): Buffer | undefined {
  const [, number, generation] = /^(\d{1,10})R(\d{0,5})$/.exec(reference) ?? []
  if (number === undefined) return undefined
  const at = lastObject(pdf, `${number} ${generation === '' ? '0' : generation} obj`)
  const stream = at < 0 ? -1 : pdf.indexOf('stream', at)
  if (stream < 0 || stream - at > MAX_DICTIONARY) return undefined
  const dictionary = pdf.toString('latin1', at, stream)
  if (!ONLY_JPEG.test(dictionary) || CHANGING_ENTRY.test(dictionary)) return undefined
  const start = pdf.indexOf(0xff, stream)
  const end = pdf.lastIndexOf(END_OF_IMAGE, pdf.indexOf('endstream', start)) + END_OF_IMAGE.length
  const file = pdf.subarray(start, end)
  return start - stream <= 'stream\r\n'.length && isPlain(file, extent) ? file : undefined
}

/** @returns the position of the last object with this name, which replaces earlier ones */
function lastObject(pdf: Buffer, name: string): number {
  let at = pdf.lastIndexOf(name)
  while (at > 0 && /\d/.test(String.fromCharCode(pdf[at - 1]!))) at = pdf.lastIndexOf(name, at - 1)
  return at
}

/**
 * @returns whether the file has this extent, and one or three components. With four components, browsers and PDF
 * viewers show different colours.
 */
function isPlain(file: Buffer, { width, height }: Extent): boolean {
  if (file.length < 4 || file.readUInt16BE(0) !== START_OF_IMAGE) return false
  for (let at = 2; at + 10 <= file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (!isFrame) continue
    const isSameSize = file.readUInt16BE(at + 5) === height && file.readUInt16BE(at + 7) === width
    return isSameSize && [1, 3].includes(file[at + 9]!)
  }
  return false
}
