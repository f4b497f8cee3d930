import { withoutSigns } from '../dom/phrase-test.ts'
import { namesOf } from '../dom/class-name-hints.ts'
import { isHeadingElement, isInside } from '../dom/select-elements.ts'
import { isLinkedHeading } from './boxes/teasers.ts'
import { findElement, findElements, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

/** Matches names of boxes with the article that a page loads or shows after its own. */
const NEXT_NAME = /(?:^|[\s_-])(?:next|up-?next|infinite|append(?:ed)?)(?=$|[\s_-])/i
/** Matches labels above such an article. */
const NEXT_LABEL =
  /^(?:(?:read|up|watch) next|next (?:article|story|post|up)|keep reading|nächster (?:artikel|beitrag)|weiterlesen|als nächstes|(?:article|à lire) suivant|à suivre|(?:siguiente|próxim[oa]) (?:artículo|noticia|artigo|notícia)|(?:leia|lee) a (?:seguir|continuación)|articolo successivo|volgende(?: artikel| bericht)?|następny artykuł|следующая (?:статья|новость)|次の記事|下一篇|다음 ?기사)$/u
const MAX_LABEL = 40
/** Number of boxes around an article whose names and labels are examined. */
const MAX_BOXES = 3
const HEADINGS = new Set(['h1', 'h2', 'h3'])

/**
 * Finds articles that a page shows after its own, for readers who scroll on: each has a heading, and stands below a label
 * or in a box that says so. On a page that declares itself one article, a main heading of its own is enough. A page of
 * several articles, such as a blog, has no article with the only main heading of the page.
 *
 * @param body the page's body
 * @param title the title of the page. The page's own article has it as its main heading; without such an article, the
 *   others may be teasers
 * @param isArticle whether the page declares itself one article
 * @returns the boxes of these articles
 */
export function nextArticles(
  body: PageElement,
  { title, isArticle }: { readonly title: string | undefined; readonly isArticle: boolean },
): readonly PageElement[] {
  const articles = findElements(body, ({ tagName }) => tagName === 'article')
  const own = articles.find((article) => isTitle(mainTitle(article), title))
  if (own === undefined) return []
  if (articles.length === 1) return isArticle ? boxesAfter(own, title) : []
  return articles
    .slice(articles.indexOf(own) + 1)
    .filter((article) => !isInside(article, own) && hasHeading(article))
    .flatMap((article) => {
      const heading = isArticle ? (mainTitle(article) ?? '') : ''
      return boxOfNext(article, own) ?? (heading !== '' && !isTitle(heading, title) ? article : [])
    })
    .concat(linkedAfter(articles, own))
}

/** Minimum length in characters of a text that is complete by itself. A shorter one may introduce a list of articles. */
const MIN_OWN_TEXT = 600

/** @returns the long articles after that of the page, and outside of it, whose heading is a link to their own page */
function linkedAfter(articles: readonly PageElement[], own: PageElement): readonly PageElement[] {
  if (textOf(own, MIN_OWN_TEXT).length < MIN_OWN_TEXT) return []
  return articles
    .slice(articles.indexOf(own) + 1)
    .filter((article) => !isInside(article, own) && hasLinkedHeading(article))
    .filter((article) => textOf(article, MIN_ARTICLE).length >= MIN_ARTICLE)
}

function hasLinkedHeading(article: PageElement): boolean {
  const heading = findElement(article, isHeadingElement)
  return heading !== undefined && isLinkedHeading(heading)
}

/**
 * @returns boxes beside the only article of a page, and after it, that have a main heading of their own and much text. They
 *   contain other articles, but are no article elements
 */
function boxesAfter(own: PageElement, title: string | undefined): readonly PageElement[] {
  const siblings = own.parentNode?.childNodes.filter(isElement) ?? []
  return siblings.slice(siblings.indexOf(own) + 1).filter((box) => {
    const heading = mainTitle(box) ?? ''
    return heading !== '' && !isTitle(heading, title) && textOf(box, MIN_ARTICLE).length >= MIN_ARTICLE
  })
}

/** Minimum length of an article in characters. */
const MIN_ARTICLE = 400

const MAX_TITLE = 300

/** @returns whether a main heading is the title of the page, or contains it beside a label */
function isTitle(heading: string | undefined, title: string | undefined): boolean {
  const [one, other] = [plainText(heading), plainText(title)]
  return one !== '' && other !== '' && one.includes(other)
}

function plainText(text: string | undefined): string {
  return text?.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') ?? ''
}

/** @returns the text of the article's main heading; undefined if it has none */
function mainTitle(article: PageElement): string | undefined {
  const heading = findElement(article, ({ tagName }) => tagName === 'h1')
  return heading && textOf(heading, MAX_TITLE).trim()
}

function hasHeading(article: PageElement): boolean {
  return findElement(article, ({ tagName }) => HEADINGS.has(tagName)) !== undefined
}

/** @returns the box around an article that is named as the next one, or stands below such a label */
function boxOfNext(article: PageElement, own: PageElement): PageElement | undefined {
  let box = article
  for (let level = 0; level < MAX_BOXES; level++) {
    if (NEXT_NAME.test(namesOf(box)) || NEXT_LABEL.test(withoutSigns(textBefore(box)))) return box
    const parent: PageParent | null = box.parentNode
    if (parent === null || !isElement(parent) || parent.tagName === 'body' || isInside(own, parent)) return undefined
    box = parent
  }
  return undefined
}

/** @returns the text of the element directly before this one */
function textBefore(element: PageElement): string {
  const siblings = element.parentNode?.childNodes.filter(isElement) ?? []
  const before = siblings[siblings.indexOf(element) - 1]
  return before === undefined ? '' : textOf(before, MAX_LABEL + 1).trim()
}
