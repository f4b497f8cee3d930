import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import type { ScriptArticle } from './articles.fixture.ts'

const { resolve } = createRequire(import.meta.url)

/** Folders of packages with the fonts of our PDF, for the machine may have none. */
const FONTS = [
  'noto-sans',
  'noto-naskh-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-jp',
  'noto-sans-kr',
] as const
const FONT_OF: Readonly<Record<string, (typeof FONTS)[number]>> = {
  ar: 'noto-naskh-arabic',
  he: 'noto-sans-hebrew',
  th: 'noto-sans-thai',
  zh: 'noto-sans-sc',
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
}

/** @returns the PDF that Chromium prints of the article, with the same fonts as ours */
export async function chromiumPdf(browser: Browser, { language, paragraphs }: ScriptArticle): Promise<Uint8Array> {
  const font = FONT_OF[language]
  const faces = fontFaces('@fontsource/noto-sans', 'Latin', '400') + (font ? variableFaces(font) : '')
  const direction = ['ar', 'he'].includes(language) ? 'rtl' : 'ltr'
  const page = await browser.newPage()
  await page.setContent(
    `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8"><style>${faces}
    body { font: 11pt Script, Latin; line-height: 1.4; text-align: start }</style>
    ${paragraphs.map((text) => `<p>${text}</p>`).join('')}</html>`,
  )
  await page.evaluate('document.fonts.ready')
  const pdf = await page.pdf({ format: 'A4', margin: { left: 83, right: 83, top: 83, bottom: 83 } })
  await page.close()
  return pdf
}

function variableFaces(name: string): string {
  return fontFaces(`@fontsource-variable/${name}`, 'Script', 'wght')
}

/** @returns rules for all files of a package with one style, with the files inside */
function fontFaces(packageName: string, family: string, weight: string): string {
  const css = readFileSync(resolve(`${packageName}/${weight === 'wght' ? 'index' : weight}.css`), 'utf8')
  return css
    .replaceAll(/font-family: [^;]+/g, `font-family: ${family}`)
    .replaceAll(/url\(\.\/(files\/[^)]+\.woff2)\)/g, (_, file: string) => {
      const bytes = readFileSync(resolve(`${packageName}/${file}`))
      return `url(data:font/woff2;base64,${bytes.toString('base64')})`
    })
}
