import { createRequire } from 'node:module'
import { pngFile } from './png-file.ts'

/** The part of pdfkit's interface that the tests use. */
export interface PdfWriter {
  fontSize(size: number): PdfWriter
  text(text: string, x?: number, y?: number, options?: object): PdfWriter
  addPage(): PdfWriter
  moveDown(): PdfWriter
  image(
    file: Uint8Array,
    x: number,
    y: number,
    options: { readonly width: number; readonly height?: number },
  ): PdfWriter
  struct(role: string, options?: object, children?: unknown): PdfStructure
  addStructure(structure: PdfStructure): PdfWriter
  markContent(role: string): PdfWriter
  endMarkedContent(): PdfWriter
  end(): void
  on(name: 'data', listener: (chunk: Buffer) => void): PdfWriter
  on(name: 'end', listener: () => void): PdfWriter
}

/** An element of the structure tree. */
interface PdfStructure {
  add(child: unknown): PdfStructure
}

const Writer = createRequire(import.meta.url)('pdfkit') as new (options: object) => PdfWriter

/** @returns a PDF. The same arguments give the same bytes. */
export async function makePdf(
  draw: (writer: PdfWriter) => void,
  options: { readonly info?: Record<string, unknown>; readonly userPassword?: string; readonly tagged?: boolean } = {},
): Promise<Uint8Array> {
  const info = { CreationDate: new Date('2024-05-06T07:08:09Z'), ...options.info }
  const writer = new Writer({ margins: { top: 90, bottom: 90, left: 72, right: 72 }, ...options, info })
  const chunks: Buffer[] = []
  writer.on('data', (chunk) => chunks.push(chunk))
  const end = new Promise<void>((resolve) => void writer.on('end', resolve))
  draw(writer)
  writer.end()
  await end
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * @param objects contents of the objects 1, 2, 3 and so on; the first one is the catalogue
 * @returns a PDF of these objects, with a correct cross-reference table
 */
export function writePdf(objects: readonly (string | Uint8Array)[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  let at = parts[0]!.length
  const starts = objects.map((body, i) => {
    const start = at
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')])
    parts.push(part)
    at += part.length
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  parts.push(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${starts.join('')}`))
  parts.push(Buffer.from(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}

/** @returns a stream object */
export function pdfStream(dictionary: string, bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`)
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')])
}

/** @returns a PNG file. Each `seed` gives a different pattern. */
export function aPicture(seed: number, width = 120, height = 80): Uint8Array {
  const data = Uint8Array.from({ length: width * height * 3 }, (_all, index) => (index * seed) % 251)
  return pngFile({ width, height, kind: 2, data })!
}

/** A JPEG file of 64 by 48 pixels, made by Chromium. */
export const A_JPEG = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j',
    'q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk',
    'pKSkpKSkpKT/wAARCAAwAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA',
    'FQEBAQAAAAAAAAAAAAAAAAAAAAT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCUBUmAAAAAAAAAAAAAAAAAAAAA',
    'Af/Z',
  ].join(''),
  'base64',
)
