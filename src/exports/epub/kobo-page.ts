import { koboSpans } from './kobo-spans.ts'

/** What begins and ends the body of each page that `xhtmlPage` writes. */
const [BEGINNING, END] = ['<body>\n', '\n</body>']

/**
 * @param page a complete page of a book
 * @param language BCP 47 tag of its text
 * @returns the page with the places that a Kobo needs, in the two divisions by which Kobo's reading system makes columns
 */
export function koboPage(page: string, language: string | undefined): string {
  const start = page.indexOf(BEGINNING) + BEGINNING.length
  const end = page.lastIndexOf(END)
  const spans = koboSpans(page.slice(start, end), language)
  // Ids are unique in a page. An article that was taken from such a book may have them already.
  const hasDivisions = / id="book-(?:columns|inner)"/.test(spans)
  const body = hasDivisions ? spans : `<div id="book-columns"><div id="book-inner">\n${spans}\n</div></div>`
  return page.slice(0, start) + body + page.slice(end)
}
