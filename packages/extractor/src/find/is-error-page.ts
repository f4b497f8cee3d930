import { findElement, textOf, type PageElement } from '../dom/page-tree.ts'

/** Maximum length in characters of the text of an error page, with the links that it suggests. */
const MAX_TEXT = 700
const MAX_TITLE = 120

/**
 * Whole headings of error pages in several languages, in lower case and with spaces in place of all signs. Sites answer
 * with the status 200 in spite of them.
 */
const ERROR_HEADING = new RegExp(
  `^(?:(?:oops|ups|oups|sorry|whoops) )?(?:${[
    '(?:(?:error|fehler|erreur|erro|errore|ошибка|błąd|fout) ?)?40[34](?: (?:error|forbidden))?',
    '(?:40[34] )?(?:not found|nothing found|page not found|seite nicht gefunden|page introuvable|página no encontrada)',
    '(?:40[34] )?(?:pagina non trovata|страница не найдена)',
    "(?:this |the |that )?page (?:was |could |can)?(?:not |n['’]t |['’]t )(?:be )?found",
    "(?:this |the |that )?page (?:doesn['’]t|does not|no longer) exists?",
    '(?:die |diese )?seite (?:wurde )?(?:leider )?nicht gefunden',
    '(?:cette )?page (?:est )?(?:introuvable|non trouvée)',
    'página não encontrada|pagina niet gevonden|nie znaleziono strony|strona nie została znaleziona',
    'ページが見つかりません|页面不存在|找不到页面',
  ].join('|')})$`,
)
const SIGNS = /[^\p{L}\p{N}'’]+/gu
/** Separates the title of a page from the name of its site. */
const SEPARATOR = /\s+[|–—·»:-]\s+/

/**
 * @param title the title of the page
 * @param found the text that was found
 * @returns whether the page only reports that there is no such page, although its status says otherwise. A long text with
 *   such a title is an article about errors.
 */
export function isErrorPage(title: string | undefined, found: PageElement): boolean {
  if (textOf(found, MAX_TEXT * 4).replaceAll(/\s+/g, ' ').length > MAX_TEXT) return false
  const heading = findElement(found, ({ tagName }) => tagName === 'h1' || tagName === 'h2')
  const parts = [...(title ?? '').slice(0, MAX_TITLE).split(SEPARATOR), heading ? textOf(heading, MAX_TITLE) : '']
  return parts.some((part) => ERROR_HEADING.test(part.toLowerCase().replaceAll(SIGNS, ' ').trim()))
}
