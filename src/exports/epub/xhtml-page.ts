import { xmlText } from '../formats/xml-text.ts'

interface XhtmlPage {
  readonly title: string
  readonly language: string | undefined
  readonly direction: 'ltr' | 'rtl'
  /** well-formed XHTML */
  readonly body: string
}

/** @returns a whole content document (EPUB 3.3, 6.1) */
export function xhtmlPage({ title, language, direction, body }: XhtmlPage): string {
  const lang = language === undefined ? '' : ` lang="${xmlText(language)}" xml:lang="${xmlText(language)}"`
  const namespaces = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html ${namespaces}${lang} dir="${direction}">
<head><title>${xmlText(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>
`
}
