/** A generated page with very many elements of one kind. */
export interface StressPage {
  readonly name: string
  readonly html: string
}

const WORDS =
  'lamp harbour ledger winter boat kitchen keeper island fog signal oil stairs window rope tide storm bell letter'.split(
    ' ',
  )
/** Number of characters of the largest page, like the largest ones that were saved. */
const LARGEST_PAGE = 4_700_000
/** Levels of the nested page. Readability needs time that grows with their square, and more. */
const LEVELS = 150

/**
 * @returns generated pages, always the same, each below the extractor's limit of 200,000 nodes. All contain some plain
 *   paragraphs, so that there is an article to find.
 */
export function stressPages(): StressPage[] {
  return [
    page(
      'paragraphs',
      times(4000, (i) => `<p>${sentence(i, 30)}</p>`),
    ),
    page(
      'table cells',
      `<table>${times(2000, (row) => `<tr>${times(8, (cell) => `<td>${sentence(row + cell, 3)}</td>`)}</tr>`)}</table>`,
    ),
    page(
      'links',
      times(2000, (i) => `<p>${times(6, (part) => `${sentence(i + part, 6)} ${link(i * 6 + part)} `)}</p>`),
    ),
    page('deep nesting', nested(LEVELS)),
    page(
      'list items',
      times(40, (i) => `<p>${sentence(i, 30)}</p><ul>${times(40, (item) => `<li>${sentence(i * item, 6)}</li>`)}</ul>`),
    ),
    page(
      'hidden elements',
      times(4000, (i) => `<p>${sentence(i, 12)}</p><div style="display:none"><p>${sentence(i + 1, 12)}</p></div>`),
    ),
    page(
      'pictures',
      times(2000, (i) => `<p>${sentence(i, 15)}</p>${picture(i)}`),
    ),
    page('4.7 MB', large()),
  ]
}

function page(name: string, middle: string): StressPage {
  const around = times(5, (i) => `<p>${sentence(i + 7, 40)}</p>`)
  const title = `A page with ${name}`
  return {
    name,
    html: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav>${times(20, link)}</nav><main><article><h1>${title}</h1>${around}${middle}${around}</article></main><footer>${times(20, link)}</footer></body></html>`,
  }
}

/** @returns a page of sections like those of a manual, with about 100 characters for each element */
function large(): string {
  let html = ''
  for (let i = 0; html.length < LARGEST_PAGE; i++)
    html += `<section><h2>${sentence(i, 4)}</h2>${times(4, (part) => `<p>${sentence(i + part, 60)} ${link(i)} ${sentence(part, 20)}</p>`)}<ul>${times(5, (item) => `<li>${sentence(i + item, 12)}</li>`)}</ul>${picture(i)}</section>`
  return html
}

function nested(levels: number): string {
  const open = times(levels, (i) => `<div class="level-${i}"><p>${sentence(i, 30)}</p>`)
  return open + '</div>'.repeat(levels)
}

function picture(index: number): string {
  return `<figure><img src="https://example.com/p/${index}.jpg" alt="${sentence(index, 3)}"><figcaption>${sentence(index, 6)}</figcaption></figure>`
}

function link(index: number): string {
  return `<a href="https://example.com/a/${index}">${sentence(index, 2)}</a>`
}

/** @returns a sentence of this number of words, which depends on the seed */
function sentence(seed: number, words: number): string {
  const chosen = Array.from({ length: words }, (_, i) => WORDS[(seed * 7 + i * i + (seed >> 3) * i) % WORDS.length]!)
  return `The ${chosen.join(' ')} ${seed}.`
}

function times(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join('')
}
