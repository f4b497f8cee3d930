import { zipOf } from '../zip.fixture.ts'

const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const TYPES = 'http://schemas.openxmlformats.org/package/2006'

/** @returns a Word document with this body */
export function wordDocument(body: string): Buffer {
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${TYPES}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${TYPES}/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${NAMES}><w:body>${body}</w:body></w:document>`,
  })
}
