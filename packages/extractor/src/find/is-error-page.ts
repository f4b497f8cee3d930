import { findElement, textOf, type PageElement } from '../dom/page-tree.ts'

/** Maximum length in characters of the text of an error page, with the links that it suggests. */
const MAX_TEXT = 700
const MAX_TITLE = 120

/** Matches a whole heading of an error page, in several languages. Sites answer with the status 200 in spite of it. */
const ERROR_HEADING = new RegExp(
  `^(?:(?:oops|ups|oups|sorry|whoops)\\W{1,4})?(?:${[
    String.raw`(?:error|fehler|erreur|erro|errore|ошибка|błąd|fout)?[^\p{L}\p{N}]{0,3}40[34](?:[^\p{L}\p{N}]{1,4}(?:error|not found|page not found|forbidden|seite nicht gefunden|page introuvable|página no encontrada|pagina non trovata|страница не найдена))?`,
    String.raw`(?:this |the |that )?page (?:was |could |can)?(?:not |n[’']t |’t |'t )(?:be )?found`,
    String.raw`(?:this |the |that )?page (?:doesn['’]t|does not|no longer) exists?`,
    String.raw`not found|nothing found`,
    String.raw`(?:die |diese )?seite (?:wurde )?(?:leider )?nicht gefunden`,
    String.raw`(?:cette )?page (?:est )?(?:introuvable|non trouvée)`,
    String.raw`página no encontrada|página não encontrada|pagina non trovata|pagina niet gevonden`,
    String.raw`nie znaleziono strony|strona nie została znaleziona|страница не найдена`,
    String.raw`ページが見つかりません|页面不存在|找不到页面`,
  ].join('|')})\\W{0,3}$`,
  'iu',
)
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
  return parts.some((part) => ERROR_HEADING.test(part.trim()))
}
