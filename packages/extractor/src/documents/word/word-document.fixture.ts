import { zipOf } from '../zip.fixture.ts'

const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const TYPES = 'http://schemas.openxmlformats.org/package/2006'

/**
 * @param body XML of the paragraphs
 * @param styles names of styles. The id of a style is its name without spaces
 * @returns a Word document
 */
export function wordDocument(body: string, styles: readonly string[] = []): Buffer {
  const named = styles.map(
    (name) => `<w:style w:type="paragraph" w:styleId="${name.replaceAll(' ', '')}"><w:name w:val="${name}"/></w:style>`,
  )
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${TYPES}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${TYPES}/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${NAMES}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${NAMES}>${named.join('')}</w:styles>`,
  })
}
