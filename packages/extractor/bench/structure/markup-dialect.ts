import { escapeText } from '../../src/dom/escape-text.ts'
import type { Code, Figure, Story, StoryLanguage, Table } from './story.ts'

/**
 * The markup of a publishing system. Each function writes one kind of part, such as a table. If the property is absent,
 * the part gets the plain markup in `PLAIN`. If it is explicitly `undefined`, pages of the system have no such parts.
 */
export interface Dialect {
  readonly name: string
  readonly language?: StoryLanguage
  readonly page: (title: string, body: string) => string
  readonly paragraph?: (text: string, i: number) => string
  readonly heading?: (text: string, level: number) => string
  readonly code?: ((code: Code) => string) | undefined
  readonly table?: ((table: Table) => string) | undefined
  readonly figure?: ((figure: Figure) => string) | undefined
  readonly quote?: ((text: string) => string) | undefined
}

type Kinds = 'paragraph' | 'heading' | 'code' | 'table' | 'figure' | 'quote'

const rowOf = (cells: readonly string[], tag: string): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escapeText(cell)}</${tag}>`).join('')}</tr>`

/** @returns code as a syntax highlighter marks it up, with most words in a `span` */
export const coloured = (text: string): string =>
  text
    .split(/([a-z]{3,})/)
    .map((part, i) => (i % 2 === 1 ? `<span class="token keyword">${part}</span>` : escapeText(part)))
    .join('')

/** @returns the text with each line converted by `mark`, whose second argument is the line number, starting with 1 */
export const lines = (text: string, mark: (line: string, i: number) => string): string =>
  text
    .split('\n')
    .map((line, i) => mark(escapeText(line), i + 1))
    .join('')

export const plainTable = ([head = [], ...rows]: Table): string =>
  `<table><thead>${rowOf(head, 'th')}</thead><tbody>${rows.map((row) => rowOf(row, 'td')).join('')}</tbody></table>`

/** @returns a table whose header cells are not in a `thead`, as older systems write it */
export const bareTable = ([head = [], ...rows]: Table): string =>
  `<table border="1">${rowOf(head, 'th')}${rows.map((row) => rowOf(row, 'td')).join('')}</table>`

const PLAIN: Required<Pick<Dialect, Kinds>> = {
  paragraph: (text) => `<p>${escapeText(text)}</p>`,
  heading: (text, level) => `<h${level}>${escapeText(text)}</h${level}>`,
  code: ({ text, language }) => `<pre><code class="language-${language}">${escapeText(text)}</code></pre>`,
  table: plainTable,
  figure: ({ address, caption }) =>
    `<figure><img src="${address}" alt=""><figcaption>${escapeText(caption)}</figcaption></figure>`,
  quote: (text) => `<blockquote><p>${escapeText(text)}</p></blockquote>`,
}

/** Order of the parts of a page: P paragraph, 2 and 3 heading, C code, T table, F figure, Q quotation. */
const ORDER = 'PPF2PCP3PTPQ2PPCP3PF2PTPQ3PPPF'

/** @returns the story as a page in the markup of the publishing system */
export function writePage(dialect: Dialect, story: Story): string {
  const forms = { ...PLAIN, ...dialect }
  const next = { P: 0, H: 0, C: 0, T: 0, F: 0, Q: 0 }
  const writers: Readonly<Record<string, () => string | undefined>> = {
    P: () => forms.paragraph(story.paragraphs[next.P]!, next.P++),
    2: () => forms.heading(story.headings[next.H++]!, 2),
    3: () => forms.heading(story.headings[next.H++]!, 3),
    C: () => forms.code?.(story.codes[next.C++]!),
    T: () => forms.table?.(story.tables[next.T++]!),
    F: () => forms.figure?.(story.figures[next.F++]!),
    Q: () => forms.quote?.(story.quotes[next.Q++]!),
  }
  const parts = [...ORDER].map((part) => writers[part]?.() ?? '')
  return dialect.page(escapeText(story.title), parts.join('\n'))
}

/** @returns the story without parts of kinds that the system does not have */
export function expectedOf(dialect: Dialect, story: Story): Story {
  const has = (kind: Kinds): boolean => !(kind in dialect) || dialect[kind] !== undefined
  return {
    ...story,
    codes: has('code') ? story.codes : [],
    tables: has('table') ? story.tables : [],
    figures: has('figure') ? story.figures : [],
    quotes: has('quote') ? story.quotes : [],
  }
}
