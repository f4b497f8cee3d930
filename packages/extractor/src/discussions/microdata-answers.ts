import {
  attributeOf,
  elementsOf,
  findElement,
  isElement,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { firstNamed, firstWithClass, hasClass } from '../dom/select-elements.ts'
import type { PartLabels } from '../structured-data/part-labels.ts'
import { childrenOf, checkedPost, timeOf, type FlatPost, type Thread } from './thread.ts'

/**
 * Reads a question and its answers from schema.org microdata, which the sites of Stack Exchange and others contain.
 *
 * @param page the page's tree
 * @returns the question and its answers, the accepted one first; undefined for other pages
 */
export function answersThread(page: PageParent, words: PartLabels): Thread | undefined {
  const [question, second] = elementsOf(page).filter((one) => isOfType(one, 'Question'))
  const answers = elementsOf(page).filter((one) => isOfType(one, 'Answer'))
  const text = question && textOfItem(question)
  if (question === undefined || text === undefined || answers.length === 0) return undefined
  // With several questions, the page is an article or a list of frequently asked questions.
  if (second !== undefined) return undefined
  const posts = answers.map((answer) => answerPost(answer, words))
  const ordered = posts.toSorted((one, other) => Number(other.label !== undefined) - Number(one.label !== undefined))
  return { start: { ...headOf(question), body: childrenOf(text) }, posts: ordered, hasAnswers: true }
}

function isOfType(element: PageElement, name: string): boolean {
  const type = attributeOf(element, 'itemtype')
  return type !== undefined && new RegExp(`^https?://schema\\.org/${name}$`).test(type.slice(0, 100))
}

function hasProperty(element: PageElement, name: string): boolean {
  return (attributeOf(element, 'itemprop') ?? '').slice(0, 200).split(/\s+/).includes(name)
}

/** @returns the element with the text of an item. Texts of items nested in it do not count. */
function textOfItem(item: PageElement): PageElement | undefined {
  return findElement(item, (one) => hasProperty(one, 'text') && ownerOf(one) === item)
}

function ownerOf(element: PageElement): PageElement | undefined {
  let parent = element.parentNode
  while (parent !== null && isElement(parent as PageElement)) {
    const ancestor = parent as PageElement
    if (attributeOf(ancestor, 'itemscope') !== undefined) return ancestor
    parent = ancestor.parentNode
  }
  return undefined
}

function answerPost(answer: PageElement, words: PartLabels): FlatPost {
  const isAccepted = hasProperty(answer, 'acceptedAnswer') || hasClass(answer, 'accepted-answer')
  const post = { ...headOf(answer), body: childrenOf(textOfItem(answer)) }
  return checkedPost({ ...post, ...(isAccepted && { label: words.acceptedAnswer }) }, 0)
}

function headOf(item: PageElement) {
  const authors = elementsOf(item).filter((one) => hasProperty(one, 'author') && ownerOf(one) === item)
  const author = authors.find((one) => textOf(one, 100).trim() !== '')
  const name = author && (findElement(author, (one) => hasProperty(one, 'name')) ?? firstNamed(author, 'a') ?? author)
  const time =
    findElement(item, (one) => hasProperty(one, 'dateCreated') && ownerOf(one) === item) ??
    findElement(item, (one) => hasProperty(one, 'datePublished') && ownerOf(one) === item) ??
    firstWithClass(item, 'relativetime')
  const stated = time && (attributeOf(time, 'datetime') ?? attributeOf(time, 'content') ?? attributeOf(time, 'title'))
  return { author: name && textOf(name, 100), publishedAt: timeOf(stated) }
}
