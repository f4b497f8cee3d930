import { xmlText } from '../formats/xml-text.ts'

interface XhtmlPage {
  readonly title: string
  readonly language: string | undefined
  readonly direction: 'ltr' | 'rtl'
  /** well-formed XHTML */
  readonly body: string
}

/** @returns the attributes that state the language of an element, with a leading space; nothing if it is unknown */
export function languageAttributes(language: string | undefined): string {
  return language === undefined ? '' : ` lang="${xmlText(language)}" xml:lang="${xmlText(language)}"`
}

/** @returns a complete content document (EPUB 3.3, 6.1) */
export function xhtmlPage({ title, language, direction, body }: XhtmlPage): string {
  const namespaces = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html ${namespaces}${languageAttributes(language)} dir="${direction}">
<head><title>${xmlText(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>
`
}
