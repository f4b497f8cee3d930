import { bodyElement, isMuchLonger } from '../find/json-ld-article-body.ts'
import { findOfType, objectsAt, property, textsOf, type JsonObject } from '../metadata/json-ld.ts'
import { discussionMarkup } from './discussion.ts'
import type { PartLabels } from '../structured-data/part-labels.ts'
import { textOf, type PageElement } from '../dom/page-tree.ts'
import { checkedPost, timeOf, toDiscussion, type FlatPost, type Thread } from './thread.ts'

/** Maximum length of the text of a post in characters. Longer texts are cut. */
const MAX_TEXT = 100_000

/**
 * Reads a question with its answers from JSON-LD. Some pages show them only with scripts.
 *
 * @param jsonLd all objects of the page
 * @returns the question and its answers, the accepted ones first; undefined for other pages
 */
export function statedAnswers(jsonLd: readonly JsonObject[], words: PartLabels): PageElement | undefined {
  const page = findOfType(jsonLd, /^QAPage$/)
  const question = objectsAt(jsonLd, property(page, 'mainEntity'))[0]
  if (question === undefined) return undefined
  const answersAt = (name: string): JsonObject[] => objectsAt(jsonLd, property(question, name))
  const posts = [
    ...answersAt('acceptedAnswer').map((answer) => answerPost(answer, jsonLd, words.acceptedAnswer)),
    ...answersAt('suggestedAnswer').map((answer) => answerPost(answer, jsonLd)),
  ]
  if (posts.length === 0) return undefined
  const thread: Thread = { start: postOf(question, jsonLd), posts, hasAnswers: true }
  return discussionMarkup(toDiscussion(thread, words))
}

/**
 * @param found length in characters of the article text in the visible page
 * @returns whether the answers in JSON-LD are much longer than that text
 */
export function areAnswersMuchLonger(answers: PageElement | undefined, found: number): answers is PageElement {
  return answers !== undefined && isMuchLonger(textOf(answers).length, found)
}

function answerPost(answer: JsonObject, jsonLd: readonly JsonObject[], label?: string): FlatPost {
  return checkedPost({ ...postOf(answer, jsonLd), ...(label !== undefined && { label }) }, 0)
}

function postOf(item: JsonObject, jsonLd: readonly JsonObject[]): Thread['start'] {
  const [text = ''] = [property(item, 'text'), property(item, 'name')].flatMap((value) => textsOf(value))
  const author = objectsAt(jsonLd, property(item, 'author')).flatMap((one) => textsOf(one))[0]
  const [time] = [property(item, 'dateCreated'), property(item, 'datePublished')].flatMap((value) => textsOf(value))
  return { author, publishedAt: timeOf(time), body: bodyElement(text.slice(0, MAX_TEXT)).childNodes }
}
