/** Matches lines that name the author of the page, or say how long it takes to read and how many have read it. */
const ABOUT_PAGE =
  /\b(?:author|written|published|posted|updated|post views|autor(?:in)?|lesezeit|publié|publicado|pubblicato)\b|\d\s?(?:views?|comments?|shares?|min(?:ute)?s? read)\b|©/iu
const BYLINE = /^(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor)(?:\s(?:\p{Lu}[\p{L}.'’-]*|and|und|et|y|e|en|&)){0,7}$/u
const SENTENCE_END = /[.!?。！？…]$/u

/** @returns whether the text of a line is about the page, such as a byline or the number of its readers, and no sentence */
export function isAboutPage(text: string): boolean {
  return (ABOUT_PAGE.test(text) && !SENTENCE_END.test(text)) || BYLINE.test(text)
}
