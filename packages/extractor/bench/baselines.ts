import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'
import { extractPage } from '../src/extract-page.ts'

/** What an extractor finds in a page; empty where it finds nothing. */
export interface Found {
  /** HTML */
  readonly content: string
  readonly title: string
  readonly author: string
  readonly date: string
}

export type Extractor = (html: string, url: string) => Found | Promise<Found>

const NOTHING: Found = { content: '', title: '', author: '', date: '' }

export const EXTRACTORS: Readonly<Record<string, Extractor>> = {
  ours: (html, url) => {
    const extraction = extractPage({ url, text: html, mimetype: 'text/html' }, [])
    const {
      title = '',
      authors = [],
      publishedAt: date = '',
    } = extraction.kind === 'article' ? extraction.article : extraction.metadata
    const content = extraction.kind === 'article' ? extraction.article.content : ''
    return { content, title, author: authors.join(', '), date }
  },
  readability: readByReadability,
  defuddle: readByDefuddle,
}

/**
 * Mozilla's extractor on linkedom, the fastest tree for it. Machines differ and so does one machine from hour to hour;
 * the ratio of two extractors over the same pages in the same run does not.
 *
 * @param html a decoded page
 * @returns what it finds, unsanitised; nothing if it fails
 */
export function readByReadability(html: string): Found {
  try {
    const { document } = parseHTML(html)
    const article = new Readability(document as never).parse()
    return {
      content: article?.content ?? '',
      title: article?.title ?? '',
      author: article?.byline ?? '',
      date: article?.publishedTime ?? '',
    }
  } catch {
    return NOTHING
  }
}

async function readByDefuddle(html: string, url: string): Promise<Found> {
  try {
    const { content, title, author, published } = await Defuddle(parseHTML(html).document as never, url, {
      useAsync: false,
    })
    return { content, title, author, date: published }
  } catch {
    return NOTHING
  }
}
