import type { Site } from '../support/site.ts'

const SENTENCES = [
  'The tide mill stands where the creek narrows, and twice a day the water does the work of forty men.',
  'A sluice gate holds the high tide back in a shallow pond until the sea outside has fallen by a fathom.',
  'Because the moon decides the hours, the mill grinds at noon one week and at three in the morning the next.',
  'The wheel is oak with elm paddles, and every seventh winter the paddles are turned end for end.',
]

/** A picture of 160 by 100 pixels, large enough to be kept. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAKAAAABkCAAAAAAk3WRTAAAAc0lEQVR42u3O0QCAMABAwWGEEEYIYQwhnOGEE0IQ+3kfdwQ3BgBsOeMEBQUFBe' +
    'vBO05QUFBQsB584gQFBQUF68EVJygoKChYD75xgoKCgoL14BcnKCgoKFgPHnGCgoKCgvXgFScoKCgoWA/OOEFBQUHBuB/F3TN4td7cQQAAAABJ' +
    'RU5ErkJggg==',
  'base64',
)

interface Page {
  readonly title: string
  readonly language?: string
  readonly sentences?: readonly string[]
  readonly extra?: string
}

function pageOf({ title, language = 'en', sentences = SENTENCES, extra = '' }: Page): string {
  const paragraphs = Array.from({ length: 6 }, () => `<p>${sentences.join(' ')}</p>`).join('\n')
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta property="og:title" content="${title}"><meta property="og:image" content="/picture.png"></head>
<body><article><h1>${title}</h1>
${paragraphs}
${extra}</article></body></html>`
}

const PAGES: Readonly<Record<string, Page>> = {
  '/article-og.html': { title: 'The mill that follows the moon (og)' },
  '/images.html': { title: 'Pictures', extra: '<p><img src="/picture.png" alt="wheel"></p>' },
  '/french.html': {
    title: 'Le moulin qui suit la lune',
    language: 'fr',
    sentences: ['Le moulin à marée attend la mer, et Éole ne le fait jamais tourner.', 'La lune décide de ses heures.'],
  },
  '/rtl.html': {
    title: 'طاحونة المد والجزر',
    language: 'ar',
    sentences: ['تقف طاحونة المد والجزر حيث يضيق الجدول، ويقوم الماء مرتين في اليوم بعمل أربعين رجلا.'],
  },
  '/canonical.html': { title: 'Canonical (og)' },
  '/table.html': { title: 'Table' },
  '/code.html': { title: 'Code' },
}

/** Serves pages like those that were saved in Readeck. @param released resolves when the slow page may be sent */
export function addRecordedPages(site: Site, released: Promise<void>): void {
  for (const [path, page] of Object.entries(PAGES)) {
    site.page(path, (_request, response) => response.setHeader('content-type', 'text/html').end(pageOf(page)))
  }
  site.page('/slow.html', (_request, response) => {
    void released.then(() => response.setHeader('content-type', 'text/html').end(pageOf({ title: 'Slow' })))
  })
  site.page('/redirect', (_request, response) => response.writeHead(302, { location: '/article-og.html' }).end())
  site.page('/missing.html', (_request, response) => response.writeHead(404).end('not found'))
  site.page('/picture.png', (_request, response) => response.setHeader('content-type', 'image/png').end(PICTURE))
  site.page('/document.pdf', (_request, response) =>
    response.setHeader('content-type', 'application/pdf').end('%PDF-1.4'),
  )
}
