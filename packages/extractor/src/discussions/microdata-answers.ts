import type { PageParent } from '../dom/page-tree.ts'
import { hasClass } from '../dom/select-elements.ts'
import type { PartLabels } from '../structured-data/part-labels.ts'
import { bodyOfItem, headOfItem, microdataItems, textElementsOf, type MicrodataItem } from './microdata-items.ts'
import { checkedPost, type FlatPost, type Thread } from './thread.ts'

/**
 * Reads a question and its answers from schema.org microdata, which the sites of Stack Exchange and others contain.
 *
 * @param page the page's tree
 * @returns the question and its answers, the accepted one first; undefined for other pages
 */
export function answersThread(page: PageParent, words: PartLabels): Thread | undefined {
  const items = microdataItems(page)
  const [question, second] = items.filter(({ type }) => type === 'Question')
  const answers = items.filter(({ type }) => type === 'Answer')
  if (question === undefined || textElementsOf(question).length === 0 || answers.length === 0) return undefined
  // With several questions, the page is an article or a list of frequently asked questions.
  if (second !== undefined) return undefined
  const posts = answers.map((answer) => answerPost(answer, words))
  const ordered = posts.toSorted((one, other) => Number(other.label !== undefined) - Number(one.label !== undefined))
  return { start: { ...headOfItem(question), body: bodyOfItem(question) }, posts: ordered, hasAnswers: true }
}

function answerPost(answer: MicrodataItem, words: PartLabels): FlatPost {
  const isAccepted = answer.propertyNames.includes('acceptedAnswer') || hasClass(answer.element, 'accepted-answer')
  const post = { ...headOfItem(answer), body: bodyOfItem(answer) }
  return checkedPost({ ...post, ...(isAccepted && { label: words.acceptedAnswer }) }, 0)
}
