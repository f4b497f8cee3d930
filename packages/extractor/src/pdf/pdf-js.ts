import * as library from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The part of the pdf.js API that the extractor uses. The legacy build is the one for Node. */
interface PdfJs {
  readonly getDocument: (options: object) => { readonly promise: Promise<OpenPdf>; destroy(): Promise<void> }
  readonly OPS: Readonly<Record<string, number>>
}

export interface OpenPdf {
  readonly numPages: number
  getPage(number: number): Promise<PdfJsPage>
  getMetadata(): Promise<{ readonly info: Readonly<Record<string, unknown>> }>
  /**
   * Resolves to null if the file does not state whether it is tagged. The package's own type is an object, but pdf.js 6.5
   * returns a map.
   */
  getMarkInfo(): Promise<ReadonlyMap<string, boolean> | null>
}

export interface PdfJsPage {
  readonly view: readonly number[]
  readonly objs: PdfJsObjects
  readonly commonObjs: PdfJsObjects
  getTextContent(options: { readonly includeMarkedContent: boolean }): Promise<{ readonly items: readonly object[] }>
  getStructTree(): Promise<StructNode | null>
  getOperatorList(): Promise<OperatorList>
  cleanup(): void
}

/** `get` calls back with the decoded object, or with null if decoding fails. */
interface PdfJsObjects {
  get(id: string, callback: (object: unknown) => void): void
}

export interface OperatorList {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly (readonly unknown[] | null)[]
}

/** An element of the structure tree of a tagged file, or a reference to its content on the page. */
export interface StructNode {
  readonly role?: string
  readonly alt?: string
  readonly children?: readonly StructNode[]
  readonly type?: string
  readonly id?: string
}

const PDF_JS = library as unknown as PdfJs
// The minified file loads faster than the default. In Node, pdf.js runs it in the thread that calls it.
library.GlobalWorkerOptions.workerSrc = import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.min.mjs')

/** Options with which pdf.js runs no scripts, and loads no fonts or character maps. */
const SAFE_OPTIONS = {
  verbosity: 0,
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  enableXfa: false,
  disableAutoFetch: true,
  disableStream: true,
  disableRange: true,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  stopAtErrors: false,
  maxImageSize: 12_000_000,
} as const

export interface PdfFile {
  readonly pdf: OpenPdf
  readonly operators: PdfJs['OPS']
}

/**
 * Opens a PDF, runs `work`, and closes the PDF. Call it in a separate process, because pdf.js takes much memory.
 * @param data the file; pdf.js takes over its buffer
 */
export async function withPdf<T>(data: Uint8Array, work: (file: PdfFile) => Promise<T>): Promise<T> {
  const task = PDF_JS.getDocument({ ...SAFE_OPTIONS, data })
  try {
    return await work({ pdf: await task.promise, operators: PDF_JS.OPS })
  } finally {
    await task.destroy().catch(() => undefined)
  }
}
