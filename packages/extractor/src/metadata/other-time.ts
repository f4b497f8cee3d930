import { attributeOf, isElement, isText, textOf, type PageElement, type PageNode } from '../dom/page-tree.ts'

/** Matches the label before the date of an event, in common languages. */
const EVENT_LABEL =
  /^(?:when|starts?|ends?|begins?|event date|date (?:and|&) time|doors(?: open)?|wann|beginn|ende|quand|début|fin|cuándo|inicio|quando|início|inizio|wanneer|aanvang|kiedy|когда|日時)(?:\s*:|\s*$)/iu
const COMMENTS_NAME =
  /(?:^|\s)(?:comments?(?:[_-]?(?:list|area|section|body|content|meta|thread|item))?|respond)(?=$|\s)/i
/** Maximum number of characters of class names and id that are examined. */
const MAX_NAMES = 300
const MAX_LEVELS_UP = 8
/** Maximum length in characters of the paragraph around a date of publication. In a longer one, the text tells of a date. */
const MAX_DATE_LINE = 150

/** @returns whether a text is, or starts with, the label before the date of an event, such as "When:" */
export function isEventLabel(text: string): boolean {
  return EVENT_LABEL.test(text.trimStart().slice(0, 100))
}

/** @returns whether a time is part of a sentence or of a comment, or is labelled as that of an event */
export function isOtherTime(element: PageElement): boolean {
  const siblings = element.parentNode?.childNodes ?? []
  if (isEventLabel(startOf(siblings[siblings.indexOf(element) - 1]))) return true
  let parent = element.parentNode
  for (let level = 0; parent !== null && isElement(parent) && level < MAX_LEVELS_UP; level++) {
    if (isSentence(parent)) return true
    if (parent.tagName === 'body' || parent.tagName === 'article') return false
    if (isComment(parent)) return true
    parent = parent.parentNode
  }
  return false
}

function startOf(node: PageNode | undefined): string {
  if (node === undefined) return ''
  if (isText(node)) return node.value
  return isElement(node) ? textOf(node, MAX_DATE_LINE) : ''
}

function isSentence(element: PageElement): boolean {
  return element.tagName === 'p' && textOf(element, MAX_DATE_LINE + 1).length > MAX_DATE_LINE
}

function isComment(element: PageElement): boolean {
  const names = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`
  return COMMENTS_NAME.test(names.slice(0, MAX_NAMES))
}
