import type { ExportWriter } from '../export-writer.ts'
import type { ExportedEntry } from '../exported-entry.ts'
import { wireMembers } from './wire-members.ts'
import { xmlCdata, xmlText } from './xml-text.ts'

/**
 * @returns a writer of XML. The root is `result`; each entry is an `entry` element, its members are child elements, and
 *   text is in CDATA sections.
 */
export function xmlFile(): ExportWriter {
  return {
    start: () => [Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<result>\n')],
    add: (entry) => [Buffer.from(entryElement(entry))],
    end: () => [Buffer.from('</result>\n')],
  }
}

function entryElement(entry: ExportedEntry): string {
  const members = wireMembers(entry).map(([name, value]) => {
    const inner = name === 'headers' ? headerElements(value) : valueMarkup(value)
    return `    <${name}>${inner}</${name}>\n`
  })
  return `  <entry>\n${members.join('')}  </entry>\n`
}

/**
 * Writes each header as an element `entry` with the attribute `key`, because not every header name is a valid element
 * name.
 */
function headerElements(headers: unknown): string {
  if (typeof headers !== 'object' || headers === null) return ''
  return Object.entries(headers)
    .map(([name, value]) => `<entry key="${xmlText(name)}">${xmlCdata(String(value))}</entry>`)
    .join('')
}

/**
 * Writes each item of a list as an element `entry`. The members of an annotation become elements such as `text`,
 * `quote` and `ranges`; `ranges` contains an `entry` for each range.
 */
function valueMarkup(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => `<entry>${itemMarkup(item)}</entry>`).join('')
  return typeof value === 'string' ? xmlCdata(value) : String(value)
}

function itemMarkup(item: unknown): string {
  if (typeof item !== 'object' || item === null) return valueMarkup(item)
  if ('ranges' in item && 'quote' in item && 'text' in item) {
    const { text, quote, ranges } = item
    return `<text>${valueMarkup(text)}</text><quote>${valueMarkup(quote)}</quote><ranges>${valueMarkup(ranges)}</ranges>`
  }
  return Object.values(item)
    .map((part) => `<entry>${typeof part === 'object' ? '' : valueMarkup(part)}</entry>`)
    .join('')
}
