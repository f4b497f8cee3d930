import { setImmediate } from 'node:timers/promises'
import PdfKit from 'pdfkit'
import { readBlocks, type Block, type TextRun } from '@dogear/extractor/content'
import { titlePageFacts } from '../title-page-facts.ts'
import { exportLabels, type ExportLabels } from '../export-labels.ts'
import { ByteBlocks } from '../byte-blocks.ts'
import type { AboutExport, ExportWriter, Chunks } from '../export-writer.ts'
import { authorsOf } from '../../entries/authors-of.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import { titleOf, type ExportedEntry } from '../exported-entry.ts'
import { imageSource } from '../image-source.ts'
import { languageTag, textDirection } from '../language-tag.ts'
import { drawBlocks, drawnRuns } from './draw-blocks.ts'
import { PdfCanvas } from './pdf-canvas.ts'
import { PdfFonts } from './pdf-fonts.ts'
import { scriptFonts } from './script-fonts.ts'

/**
 * Number of characters that are examined to distinguish Chinese, Japanese and Korean. The rest of the text is ignored.
 */
const MAX_SAMPLE = 20_000

/** @returns a writer of an A4 PDF. Each page is written as soon as it is full. */
export function pdfFile(about: AboutExport): ExportWriter {
  return new PdfFile(about)
}

class PdfFile implements ExportWriter {
  readonly #about: AboutExport
  readonly #words: ExportLabels
  readonly #document: InstanceType<typeof PdfKit>
  readonly #fonts: PdfFonts
  readonly #canvas: PdfCanvas
  readonly #bytes = new ByteBlocks()

  constructor(about: AboutExport) {
    this.#about = about
    this.#words = exportLabels(about.language)
    this.#document = new PdfKit({
      autoFirstPage: false,
      pdfVersion: '1.7',
      lang: about.language,
      displayTitle: true,
      // pdfkit derives the file id from the creation date. A date taken from the entries makes the file reproducible;
      // the current time would not.
      info: { Title: about.title, Creator: 'Dogear', Producer: 'Dogear', CreationDate: new Date(0) },
    })
    this.#document.on('data', (piece: Uint8Array) => this.#bytes.add(piece))
    this.#fonts = new PdfFonts((name, source) => {
      // `registerFont` also accepts a font that fontkit has opened, although its type declaration does not say so.
      this.#document.registerFont(name, source as Buffer)
    })
    this.#canvas = new PdfCanvas(this.#document, this.#fonts, this.#words.page)
  }

  start(): Promise<Chunks> {
    return this.#take()
  }

  async add(one: ExportedEntry): Promise<Chunks> {
    this.#setInfo(one)
    const blocks = readBlocks(contentOf(one))
    await this.#setLanguage(one, blocks)
    this.#titlePage(one)
    this.#textPages(one, blocks)
    this.#canvas.direction = 'ltr'
    return this.#take()
  }

  async end(): Promise<Chunks> {
    this.#canvas.newPage()
    this.#canvas.mark(this.#words.notice)
    this.#canvas.paragraph([{ text: this.#words.notice, isBold: true }], { size: 16 })
    this.#canvas.gap(8)
    this.#canvas.paragraph([{ text: this.#words.noticeText }], { size: 11 })
    const ended = new Promise<void>((resolve, reject) => {
      this.#document.on('end', resolve)
      this.#document.on('error', reject)
    })
    this.#document.end()
    await ended
    return this.#take()
  }

  /** Takes author and dates of the document from the entries, so that unchanged entries give the same bytes. */
  #setInfo(one: ExportedEntry): void {
    const { info } = this.#document
    const updatedAt = new Date(one.entry.updatedAt)
    if (!(info.ModDate instanceof Date) || info.ModDate < updatedAt) info.ModDate = updatedAt
    info.CreationDate = info.ModDate
    if (this.#about.isSingle) info.Author = authorsOf(one.entry).join(', ') || (one.entry.domainName ?? '')
  }

  async #setLanguage(one: ExportedEntry, blocks: readonly Block[]): Promise<void> {
    const language = languageTag(one.entry.language)
    const runs = [...frontRuns(one, this.#about), ...drawnRuns(blocks)]
    await this.#fonts.prepare(runs, scriptFonts(language, sampleOf(runs)))
    this.#canvas.direction = textDirection(language)
  }

  #titlePage(one: ExportedEntry): void {
    const canvas = this.#canvas
    canvas.newPage()
    canvas.mark(titleOf(one))
    canvas.gap(120)
    canvas.paragraph([{ text: titleOf(one), isBold: true }], { size: 24 })
    canvas.gap(24)
    for (const { label, value, href } of titlePageFacts(one, this.#about)) {
      canvas.paragraph([{ text: label, isBold: true }], { size: 11 })
      for (const text of value.split('\n')) {
        canvas.paragraph([{ text, ...(href !== undefined && { href }) }], { size: 11, direction: 'ltr' })
      }
      canvas.gap(8)
    }
  }

  #textPages(one: ExportedEntry, blocks: readonly Block[]): void {
    const canvas = this.#canvas
    canvas.newPage()
    canvas.startArticle(placesIn(blocks))
    canvas.paragraph([{ text: titleOf(one), isBold: true }], { size: 20 })
    canvas.gap(12)
    const images = imageSource(one.images)
    if (blocks.length === 0) canvas.paragraph([{ text: this.#words.noContent }], { size: 11 })
    drawBlocks({ canvas, images, imageWord: this.#words.image, isOutlined: this.#about.isSingle }, blocks, 0)
  }

  /**
   * Returns the bytes written so far. First lets the event loop run, because the stream of the document emits its data
   * only then.
   */
  async #take(): Promise<Chunks> {
    await setImmediate()
    return this.#bytes.take()
  }
}

/** @returns the ids of the places to which links of the text can lead */
function placesIn(blocks: readonly Block[]): Set<string> {
  const found = new Set<string>()
  for (const { places } of drawnRuns(blocks)) for (const place of places?.split(' ') ?? []) found.add(place)
  return found
}

/** @returns the title and the metadata of the title page */
function frontRuns(one: ExportedEntry, about: AboutExport): readonly TextRun[] {
  return [{ text: titleOf(one), isBold: true }, ...titlePageFacts(one, about).map(({ value }) => ({ text: value }))]
}

function sampleOf(runs: readonly TextRun[]): string {
  let sample = ''
  for (const { text } of runs) {
    if (sample.length >= MAX_SAMPLE) break
    sample += text.slice(0, MAX_SAMPLE)
  }
  return sample
}
