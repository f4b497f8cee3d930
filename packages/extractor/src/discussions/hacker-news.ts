import { attributeOf, createElement, findElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { allWithClass, firstWithClass, hasClass } from '../dom/select-elements.ts'
import { checkedPost, timeOf, type FlatPost, type Thread } from './thread.ts'

/** Width in pixels of one level of indentation, on pages without the attribute `indent`. */
const INDENT_PIXELS = 40

/** @returns the discussion on a page of Hacker News; undefined for other pages */
export function hackerNewsThread(page: PageParent): Thread | undefined {
  const item = firstWithClass(page, 'fatitem')
  if (item === undefined) return undefined
  const posts = allWithClass(page, 'comtr').map(commentPost)
  const link = firstWithClass(item, 'titleline')
  const source = link && findElement(link, ({ tagName }) => tagName === 'a')
  const text = firstWithClass(item, 'toptext') ?? firstWithClass(item, 'commtext')
  const body = [
    ...(source && /^https?:/.test(attributeOf(source, 'href') ?? '') ? [createElement('p', {}, [source])] : []),
    ...(text ? text.childNodes : []),
  ]
  return { start: { ...headOf(item), body }, posts }
}

function commentPost(row: PageElement): FlatPost {
  const text = firstWithClass(row, 'commtext')
  const indent = firstWithClass(row, 'ind')
  const image = indent && findElement(indent, ({ tagName }) => tagName === 'img')
  const width = Number((image && attributeOf(image, 'width')) ?? 0) / INDENT_PIXELS
  const depth = Number((indent && attributeOf(indent, 'indent')) ?? width)
  const kept = text?.childNodes.filter((node) => !('tagName' in node && hasClass(node, 'reply'))) ?? []
  return checkedPost({ ...headOf(row), body: kept }, depth)
}

function headOf(row: PageElement) {
  const user = firstWithClass(row, 'hnuser')
  const age = firstWithClass(row, 'age')
  return { author: user && textOf(user, 100), publishedAt: timeOf(age && attributeOf(age, 'title')?.split(' ')[0]) }
}
