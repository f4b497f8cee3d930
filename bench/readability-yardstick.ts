import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

/**
 * The open-source extractor that all others are compared with, on its fastest tree. Machines differ and so does one
 * machine from hour to hour; the ratio of two extractors over the same pages in the same run does not.
 *
 * @param html a decoded page
 * @returns the content that Readability finds, unsanitised; empty if it finds none or fails
 */
export function readByReadability(html: string): string {
  try {
    const { document } = parseHTML(html)
    return new Readability(document as never).parse()?.content ?? ''
  } catch {
    return ''
  }
}
