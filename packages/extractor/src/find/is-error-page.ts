import { elementsOf, textOf, type PageElement } from '../dom/page-tree.ts'

/** Maximum length in characters of the text of an error page, with the links that it suggests. */
const MAX_TEXT = 1500
const MAX_TITLE = 120

/** Matches titles of error pages in several languages, in which sites answer with the status 200. */
const ERROR_TITLE =
  /^\W{0,3}(?:error\W{0,3})?40[34]\b|\b(?:error|fehler|erreur|errore|erro) 404\b|page (?:can(?:not|'t|’t) be |could not be |was )?(?:not found|found)|(?:doesn't|does not|doesn’t) exist|nothing (?:was )?found|seite (?:wurde )?nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|página não encontrada|pagina non trovata|pagina niet gevonden|nie znaleziono strony|strona nie (?:została )?znaleziona|страница не найдена|ページが見つかりません|页面(?:不存在|未找到)/i

/**
 * @param title the title of the page
 * @param found the text that was found
 * @returns whether the page reports that there is no such page, although its status says otherwise. A long text with such
 *   a title is an article about errors.
 */
export function isErrorPage(title: string | undefined, found: PageElement): boolean {
  if (textOf(found, MAX_TEXT * 4).replaceAll(/\s+/g, ' ').length > MAX_TEXT) return false
  if (title !== undefined && ERROR_TITLE.test(title.slice(0, MAX_TITLE))) return true
  const heading = elementsOf(found).find(({ tagName }) => tagName === 'h1' || tagName === 'h2')
  return heading !== undefined && ERROR_TITLE.test(textOf(heading, MAX_TITLE))
}
