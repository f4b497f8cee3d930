import { namesOf } from '../../dom/class-name-hints.ts'
import type { PageElement } from '../../dom/page-tree.ts'

/** Matches names of the line below a title that says what the text is about. */
const SUBTITLE_NAME =
  /(?:^|[\s_-])(?:dek|deck|standfirst|ingress|catenaccio|sub-?(?:title|head(?:line|ing)?)|strap-?line|chapeau|untertitel|sottotitolo|bajada|copete|entradilla|(?:article|story|post|entry)[_-]{1,2}(?:description|summary|intro|lead))(?=$|[\s_-])/i

/** @returns whether an element is named as the line below a title that says what the text is about */
export function isNamedSubtitle(element: PageElement): boolean {
  return SUBTITLE_NAME.test(namesOf(element))
}
