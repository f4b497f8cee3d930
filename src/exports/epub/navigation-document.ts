import { xmlText } from '../formats/xml-text.ts'
import type { Book } from './book-model.ts'
import type { ExportLabels } from '../export-labels.ts'
import { languageAttributes, xhtmlPage } from './xhtml-page.ts'

type Words = Pick<ExportLabels, 'contents' | 'landmarks'>

/** @returns the navigation document, which contains the table of contents and the landmarks (EPUB 3.3, 7) */
export function navigationDocument({ title: bookTitle, chapters, items, language }: Book, words: Words): string {
  const { contents: heading, landmarks: label } = words
  const title = xmlText(heading)
  const entries = chapters.map(
    (chapter) =>
      `<li><a href="${chapter.path}"${languageAttributes(chapter.language)}>${xmlText(chapter.title)}</a></li>`,
  )
  const cover = items.find(({ id }) => id === 'cover-page')
  const [first] = chapters
  const landmarks = [
    ...(cover ? [landmark('cover', cover.path, bookTitle)] : []),
    landmark('toc', '#toc', heading),
    ...(first ? [landmark('bodymatter', first.path, first.title)] : []),
  ]
  const body = `<nav epub:type="toc" role="doc-toc" id="toc"><h1>${title}</h1>
<ol>
${entries.join('\n')}
</ol></nav>
<nav epub:type="landmarks" hidden="hidden" aria-label="${xmlText(label)}"><ol>
${landmarks.join('\n')}
</ol></nav>`
  return xhtmlPage({ title: heading, language, direction: 'ltr', body })
}

function landmark(type: string, path: string, title: string): string {
  return `<li><a epub:type="${type}" href="${path}">${xmlText(title)}</a></li>`
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
