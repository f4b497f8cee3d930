import { xmlText } from '../formats/xml-text.ts'
import type { Book } from './book-model.ts'
import { xhtmlPage } from './xhtml-page.ts'

/** @returns the navigation document, which contains the table of contents (EPUB 3.3, 7) */
export function navigationDocument({ chapters, language }: Book, heading: string): string {
  const items = chapters.map(({ title, path }) => `<li><a href="${path}">${xmlText(title)}</a></li>`)
  const title = xmlText(heading)
  const body = `<nav epub:type="toc" id="toc"><h1>${title}</h1>\n<ol>\n${items.join('\n')}\n</ol></nav>`
  return xhtmlPage({ title: heading, language, direction: 'ltr', body })
}

/** @returns the table of contents for EPUB 2 reading systems (OPF 2.0.1, 2.4.1) */
export function ncx({ identifier, title, chapters }: Book): string {
  const points = chapters.map(
    (chapter, index) =>
      `<navPoint id="point-${index + 1}" playOrder="${index + 1}"><navLabel><text>${xmlText(chapter.title)}</text>` +
      `</navLabel><content src="${chapter.path}"/></navPoint>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="${identifier}"/><meta name="dtb:depth" content="1"/></head>
<docTitle><text>${xmlText(title)}</text></docTitle>
<navMap>
${points.join('\n')}
</navMap>
</ncx>
`
}
