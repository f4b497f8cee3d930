import { jpegStream } from './jpeg-stream.ts'
import type { PdfPlacement } from './picture-placement.ts'
import { withPdf, type OperatorList, type PdfFile, type PdfJsPage } from './pdf-js.ts'
import { pngFile, type PixelImage } from './png-file.ts'

/**
 * Minimum width and height of a picture: as shown on the page, in points, and of its file, in pixels. Smaller pictures
 * are decoration.
 */
const MIN_POINTS = 40
const MIN_PIXELS = 48
/**
 * A picture that covers at least this share of the page's width and height is left out, because it is a scan of the
 * page or a background.
 */
const WHOLE_PAGE_SHARE = 0.9
const MAX_PAGES = 500
/**
 * Maximum number of pictures on one page. Further ones are left out. Only files whose figures are cut into pieces have
 * more.
 */
const MAX_ON_PAGE = 20

/**
 * Called for each place where a picture is drawn. If a picture is drawn several times, `file` is passed the first time
 * only.
 */
type OnPicture = (placement: PdfPlacement, file: Uint8Array | undefined) => void

/** An image decoded by pdf.js. `ref` is its object number in the file. */
interface DecodedImage extends PixelImage {
  readonly ref?: string
}

/**
 * Reads the pictures of a PDF, page by page. Vector drawings do not count as pictures.
 *
 * @param file the whole file
 * @param until point in time of `performance.now()` after which no further page is read
 * @param onPicture called in the order of the pages
 */
export async function readPictures(file: Buffer, until: number, onPicture: OnPicture): Promise<void> {
  await withPdf(new Uint8Array(file), async (open) => {
    const files = new Map<string, number>()
    for (let page = 0; page < Math.min(open.pdf.numPages, MAX_PAGES) && performance.now() < until; page++)
      await readPage(open, { file, files, page, onPicture }).catch(() => undefined)
  })
}

interface PageTask {
  readonly file: Buffer
  /** index of each image file, by the image's object number */
  readonly files: Map<string, number>
  readonly page: number
  readonly onPicture: OnPicture
}

async function readPage({ pdf, operators }: PdfFile, { file, files, page, onPicture }: PageTask): Promise<void> {
  const opened = await pdf.getPage(page + 1)
  try {
    const places = imagePlacements(await opened.getOperatorList(), operators).filter((place) =>
      isShown(place, opened.view),
    )
    for (const { id, ...place } of places.slice(0, MAX_ON_PAGE)) {
      const image = await decodedImage(opened, id)
      if (!image || Math.min(image.width, image.height) < MIN_PIXELS) continue
      const key = image.ref ?? `${page} ${id}`
      const known = files.get(key)
      const bytes = known === undefined ? fileOf(image, file) : undefined
      if (known === undefined && bytes === undefined) continue
      const index = known ?? files.size
      files.set(key, index)
      onPicture({ page, ...relativeTo(opened.view, place), file: index }, bytes)
    }
  } finally {
    opened.cleanup()
  }
}

function decodedImage(page: PdfJsPage, id: string): Promise<DecodedImage | undefined> {
  // Images on several pages are stored with the document, and have ids with the prefix `g_`.
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((resolve) =>
    objects.get(id, (image) => resolve(isDecoded(image) ? (image as DecodedImage) : undefined)),
  )
}

function isDecoded(image: unknown): boolean {
  return typeof image === 'object' && image !== null && 'data' in image && Boolean(image.data) && 'kind' in image
}

function fileOf(image: DecodedImage, file: Buffer): Uint8Array | undefined {
  return (image.ref === undefined ? undefined : jpegStream(file, image.ref, image)) ?? pngFile(image)
}

interface ImagePlacement {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly mark?: string
}

function isShown(
  { width, height }: ImagePlacement,
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
): boolean {
  const isWhole = width >= (right - left) * WHOLE_PAGE_SHARE && height >= (top - bottom) * WHOLE_PAGE_SHARE
  return Math.min(width, height) >= MIN_POINTS && !isWhole
}

function relativeTo(
  [left = 0, bottom = 0]: readonly number[],
  place: Omit<ImagePlacement, 'id'>,
): Omit<ImagePlacement, 'id'> {
  return { ...place, x: place.x - left, y: place.y - bottom }
}

/** A transformation matrix of PDF, `[a, b, c, d, e, f]`. */
type Matrix = readonly [number, number, number, number, number, number]

const IDENTITY_MATRIX: Matrix = [1, 0, 0, 1, 0, 0]

/**
 * @returns the places where images are drawn, in the order of the file. Images marked as artifacts are left out: they
 * are not content.
 */
function imagePlacements({ fnArray, argsArray }: OperatorList, operators: PdfFile['operators']): ImagePlacement[] {
  const places: ImagePlacement[] = []
  let matrix = IDENTITY_MATRIX
  const saved: Matrix[] = []
  const marks: { readonly tag: unknown; readonly id: unknown }[] = []
  const actions: Readonly<Record<string, (values: readonly unknown[]) => void>> = {
    save: () => saved.push(matrix),
    restore: () => (matrix = saved.pop() ?? IDENTITY_MATRIX),
    transform: (values) => (matrix = multiply(matrix, values)),
    paintFormXObjectBegin: ([values]) => {
      saved.push(matrix)
      if (values) matrix = multiply(matrix, Array.from(values as ArrayLike<unknown>))
    },
    paintFormXObjectEnd: () => (matrix = saved.pop() ?? IDENTITY_MATRIX),
    beginMarkedContent: ([tag]) => marks.push({ tag, id: undefined }),
    beginMarkedContentProps: ([tag, id]) => marks.push({ tag, id: tag === 'OC' ? undefined : id }),
    endMarkedContent: () => marks.pop(),
    paintImageXObject: ([id]) => {
      if (marks.some(({ tag }) => tag === 'Artifact')) return
      const mark = marks.findLast((one) => Number.isInteger(one.id))?.id
      places.push({ id: String(id), ...boxOf(matrix), ...(mark !== undefined && { mark: String(mark) }) })
    },
  }
  const byNumber = new Map(Object.entries(actions).map(([name, action]) => [operators[name], action]))
  for (const [index, number] of fnArray.entries()) byNumber.get(number)?.(argsArray[index] ?? [])
  return places
}

function multiply([a, b, c, d, e, f]: Matrix, values: readonly unknown[]): Matrix {
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = values.map((value) => (Number.isFinite(value) ? Number(value) : 0))
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** PDF draws each image in a unit square. The matrix maps the square onto the page. */
function boxOf([a, b, c, d, e, f]: Matrix): Omit<ImagePlacement, 'id'> {
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
