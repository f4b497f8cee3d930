import { imageSize } from '../../images/read-image-size.ts'
import type { StoredImage } from '../exported-entry.ts'
import { cleanPng } from './clean-png.ts'
import type { PdfCanvas } from './pdf-canvas.ts'

/** Maximum height of a picture in points. It leaves space for a caption on the same page. */
const MAX_HEIGHT = 480
/** Size of a pixel in points: an inch has 96 pixels and 72 points (CSS Values 5.2). */
const POINTS_PER_PIXEL = 72 / 96

/** @returns the height of a picture as drawn, in points; undefined for unsupported or damaged files */
export function pictureHeight(canvas: PdfCanvas, { bytes, type }: StoredImage): number | undefined {
  const size = type === 'image/png' || type === 'image/jpeg' ? imageSize(bytes, type) : undefined
  return size && size.height * scaleOf(canvas, size)
}

interface Size {
  readonly width: number
  readonly height: number
}

function scaleOf(canvas: PdfCanvas, { width, height }: Size): number {
  return Math.min(POINTS_PER_PIXEL, canvas.width / width, MAX_HEIGHT / height)
}

/**
 * Draws an image, scaled down to fit the page.
 * @returns false if the image is unsupported or damaged; then nothing is drawn
 */
export function drawPicture(canvas: PdfCanvas, image: StoredImage): boolean {
  const size = imageSize(image.bytes, image.type)
  const bytes =
    image.type === 'image/png' ? cleanPng(image.bytes) : image.type === 'image/jpeg' ? image.bytes : undefined
  if (!size || !bytes) return false
  const scale = scaleOf(canvas, size)
  const [width, height] = [size.width * scale, size.height * scale]
  canvas.need(height)
  try {
    canvas.picture(bytes, width, height)
    return true
  } catch {
    // Nothing has been drawn, because pdfkit detects a damaged image before it draws.
    return false
  }
}
