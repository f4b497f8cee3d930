/**
 * Measures the extraction of PDFs with known text: `npm run bench:pdf -w packages/extractor`. The PDFs are generated,
 * in fourteen layouts and three sizes. F1 is computed over sequences of four words, so it also measures the reading
 * order. Pictures are replaced by words, so their positions are measured too.
 */
import { extract } from '../../src/extract.ts'
import type { EmbeddedPicture } from '../../src/pictures/embedded-pictures.ts'
import { contentText } from '../content-text.ts'
import { aStory } from '../structure/story.ts'
import { f1Of, shingleShares } from '../text-scores.ts'
import { numberedPicture, pdfDocument, type PdfLayout, type PdfText } from './pdf-documents.ts'

const LAYOUTS: Readonly<Record<string, Omit<PdfLayout, 'size'>>> = {
  'one column': { columns: 1 },
  'one column, hyphens': { columns: 1, hasHyphens: true },
  'one column, running lines': { columns: 1, hasRunningLines: true },
  'one column, justified': { columns: 1, isJustified: true, hasHyphens: true, hasRunningLines: true },
  'two columns': { columns: 2 },
  'two columns, hyphens': { columns: 2, hasHyphens: true },
  'two columns, running lines': { columns: 2, hasRunningLines: true, hasHyphens: true },
  'two columns, lines in turn': { columns: 2, isInterleaved: true },
  'two columns, lines in turn, justified': { columns: 2, isInterleaved: true, isJustified: true, hasHyphens: true },
  'two columns, everything': {
    columns: 2,
    isInterleaved: true,
    isJustified: true,
    hasHyphens: true,
    hasRunningLines: true,
  },
  'one column, pictures': { columns: 1, hasPictures: true, hasHyphens: true, hasRunningLines: true },
  'two columns, pictures': { columns: 2, hasPictures: true, isInterleaved: true, hasHyphens: true },
  'one column, tagged, pictures': {
    columns: 1,
    isTagged: true,
    hasPictures: true,
    hasHyphens: true,
    hasRunningLines: true,
  },
  'two columns, tagged, pictures': {
    columns: 2,
    isTagged: true,
    isInterleaved: true,
    hasPictures: true,
    hasHyphens: true,
    hasRunningLines: true,
  },
}
const SIZES = [9, 10, 11]

/**
 * @returns a text for the PDFs. Different paragraphs contain the same sentences, so each sentence gets a number, which
 * makes a wrong order visible.
 */
function textOfStory(): PdfText {
  const { title, headings, paragraphs } = aStory('en')
  return {
    title,
    parts: [...paragraphs, ...paragraphs].map((text, index) => ({
      ...(index % 4 === 1 && {
        heading: `Part ${index} about ${headings[index % headings.length]!.replace('&', 'and')}`,
      }),
      text: text.replaceAll('. ', ` in year ${1800 + index}. `),
      ...(index % 3 === 0 && { picture: index + 2 }),
    })),
  }
}

const text = textOfStory()

function truthOf({ hasPictures }: Pick<PdfLayout, 'hasPictures'>): string {
  return text.parts
    .map(({ heading, text: words, picture }) => {
      const shown = hasPictures && picture !== undefined ? `Shown: picture number ${picture}.` : ''
      return `${heading ?? ''} ${words} ${shown}`
    })
    .join(' ')
}

/** @returns the content with words in place of each picture. The expected text contains the same words. */
function withWords(content: string, pictures: readonly EmbeddedPicture[]): string {
  const numbers = new Map(
    text.parts.flatMap(({ picture }) => (picture ? [[base64(numberedPicture(picture)), picture]] : [])),
  )
  return pictures.reduce((html, { address, bytes }) => {
    const image = new RegExp(`<figure><img src="${RegExp.escape(address)}"[^>]*></figure>`, 'g')
    return html.replace(image, `<p>Shown: picture number ${numbers.get(base64(bytes)) ?? 'unknown'}.</p>`)
  }, content)
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

const scores: number[] = []
console.log('layout | F1 | headings found')
for (const [name, layout] of Object.entries(LAYOUTS)) {
  const results: { readonly f1: number; readonly headings: number }[] = []
  for (const size of SIZES) {
    const body = await pdfDocument(text, { ...layout, size })
    const extraction = await extract({ url: 'https://a.example/a.pdf', body, contentType: 'application/pdf' })
    const content =
      extraction.kind === 'article' ? withWords(extraction.article.content, extraction.pictures ?? []) : ''
    const wanted = text.parts.flatMap(({ heading }) => heading ?? [])
    const found = wanted.filter((heading) => content.includes(`>${heading}<`)).length
    results.push({
      f1: f1Of(shingleShares(truthOf(layout), contentText(content, true))),
      headings: found / wanted.length,
    })
  }
  scores.push(...results.map(({ f1 }) => f1))
  const shown = results.map(({ f1 }) => f1.toFixed(3)).join(' ')
  console.log(`${name} | ${shown} | ${results.map(({ headings }) => headings.toFixed(2)).join(' ')}`)
}
const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
console.log(`mean of ${scores.length} files | ${mean.toFixed(4)} | least ${Math.min(...scores).toFixed(3)}`)
