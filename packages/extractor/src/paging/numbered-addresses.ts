const PAGE_KEYS: ReadonlySet<string> = new Set([
  'page',
  'p',
  'pg',
  'paged',
  'pagenum',
  'seite',
  'pagina',
  'sida',
  'side',
  'strona',
])
const PAGE_EXTENSION = /\.(?:html?|php|shtml|aspx?)$/i
/**
 * Matches a page number at the end of a path. After a hyphen, a word such as `page` is required: a mere number often
 * distinguishes articles with the same title.
 */
const PAGE_NUMBER = /^(?:[/,_]|(?:[/,_-](?:page|p|pg|seite|pagina|sida|side|strona)[/,_=-]?))(\d{1,3})$/i

/**
 * @param target the address to test
 * @param first address of the first page
 * @param number page number, from 2
 * @returns true if the target is the address of the first page with this page number added to the query or to the end
 * of the path
 */
export function isPageOf(target: URL, first: URL, number: number): boolean {
  return isNumberedQuery(target, first, number) || isNumberedPath(target, first, number)
}

/** @returns true if the path of the target is one level below the first address */
export function isPartBelow(target: URL, first: URL): boolean {
  const [below, above] = [bare(target), bare(first)]
  if (!below.startsWith(`${above}/`)) return false
  return !below.slice(above.length + 1).includes('/') && target.search === first.search
}

function bare({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '').replace(PAGE_EXTENSION, '')
}

function isNumberedQuery(target: URL, first: URL, number: number): boolean {
  if (bare(target) !== bare(first)) return false
  const [before, after] = [queryOf(first), queryOf(target)]
  const startsAtOne = before.pages === '' || before.pages === '1'
  return startsAtOne && after.pages === String(number) && after.rest === before.rest
}

function isPage([name]: readonly [string, string]): boolean {
  return PAGE_KEYS.has(name.toLowerCase())
}

function queryOf({ searchParams }: URL): { readonly pages: string; readonly rest: string } {
  const all = [...searchParams]
  const pages = all.filter(isPage).map(([, value]) => value)
  return { pages: pages.join(','), rest: all.filter((pair) => !isPage(pair)).join('\n') }
}

function isNumberedPath(target: URL, first: URL, number: number): boolean {
  if (target.search !== first.search) return false
  const [path, start] = [bare(target), bare(first)]
  return stems(start).some(
    (stem) => path.startsWith(stem) && PAGE_NUMBER.exec(path.slice(stem.length))?.[1] === String(number),
  )
}

/** @returns the path. If it ends with the number of page one, also the path without the number */
function stems(path: string): string[] {
  const marked = /^(.*?[^/])([/,_-](?:page|p|pg|seite|pagina|sida|side|strona)[/,_=-]?1)$/i.exec(path)
  return marked ? [path, marked[1]!] : [path]
}
