import { attributeOf, elementsOf, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

const MAX_TEXT = 60
/** Matches the texts of links to the top of a page, in common languages. */
const TOP_TEXT = new RegExp(
  String.raw`^(?:` +
    [
      String.raw`(?:(?:back|return|go|jump|scroll)\s)?(?:up\s)?to\s(?:the\s)?top(?:\sof\s(?:the\s)?page)?|top(?:\sof\s(?:the\s)?page)?`,
      String.raw`(?:zurück\s)?nach\soben|(?:zurück\s)?zum\s(?:seiten)?anfang(?:\sder\sseite)?|seitenanfang`,
      String.raw`(?:retour\s)?(?:en\s|au\s)?haut(?:\sde\s(?:la\s)?page)?|remonter`,
      String.raw`(?:volver\s|ir\s)?(?:a\s)?arriba|volver\sal\sinicio|(?:torna\s)?su|torna\sall['’]inizio|inizio\spagina`,
      String.raw`(?:voltar|ir)\s(?:ao|para\so)\stopo|topo(?:\sda\spágina)?|(?:terug\s)?naar\sboven`,
      String.raw`(?:powrót\s)?(?:do|na)\sgór[yę]|наверх|вверх|к\sначалу(?:\sстраницы)?|(?:tillbaka\s)?till\s(?:toppen|början)|nahoru`,
      String.raw`(?:この)?(?:ページの?)?(?:先頭|トップ|上)(?:へ|に)?(?:戻る|もどる)?|返回顶部|回到顶部|맨\s?위로`,
    ].join('|') +
    String.raw`)$`,
  'u',
)
const TOP_SIGN = /^[\s↑▲△⇧⬆▴⤒^]{1,4}$/u

/**
 * @param link a link to a place of the page
 * @returns whether the link leads to the top of the page, and is all that its line contains
 */
export function leadsUp(link: PageElement): boolean {
  const text = textOf(link, MAX_TEXT).trim()
  if (TOP_SIGN.test(text)) return true
  const pictures = text === '' ? elementsOf(link).filter(({ tagName }) => tagName === 'img') : []
  const label = text === '' ? (attributeOf(pictures[0] ?? link, 'alt') ?? '') : text
  return TOP_TEXT.test(wordsOf(label).toLowerCase()) && (text === '' || isAlone(link.parentNode, text))
}

/** @returns whether the text of a link says that it leads to the top of the page */
export function saysTop(link: PageElement): boolean {
  return TOP_TEXT.test(wordsOf(textOf(link, MAX_TEXT)).toLowerCase())
}

/** @returns whether the parent contains no other words than the link */
function isAlone(parent: PageParent | null, text: string): boolean {
  return parent === null || !isElement(parent) || wordsOf(textOf(parent, 2 * MAX_TEXT)) === wordsOf(text)
}

function wordsOf(text: string): string {
  return text
    .slice(0, 2 * MAX_TEXT)
    .replaceAll(/[^\p{L}\p{N}\p{M}'’]+/gu, ' ')
    .trim()
}
