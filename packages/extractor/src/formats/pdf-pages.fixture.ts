import { createRequire } from 'node:module'

/** The parts of pdfkit that are used here. */
export interface PdfWriter {
  fontSize(size: number): PdfWriter
  text(text: string, x?: number, y?: number, options?: object): PdfWriter
  addPage(): PdfWriter
  moveDown(): PdfWriter
  end(): void
  on(name: 'data', listener: (chunk: Buffer) => void): PdfWriter
  on(name: 'end', listener: () => void): PdfWriter
}

const Writer = createRequire(import.meta.url)('pdfkit') as new (options: object) => PdfWriter

/** @returns a PDF whose bytes depend only on the arguments */
export async function makePdf(
  draw: (writer: PdfWriter) => void,
  options: { readonly info?: Record<string, unknown>; readonly userPassword?: string } = {},
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
 * @returns a PDF made of these objects, with a correct cross-reference table
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
