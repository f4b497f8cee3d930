import { html } from '../../kernel/html.ts'
import type { Child } from '../../kernel/html.ts'
import { listHref } from '../lists/list-query.ts'
import type { Words } from '../layout/interface-words.ts'

/** @returns links to the entry's tags, or null if it has none */
export function tagList(labels: readonly string[], t: Words['t']): Child {
  if (labels.length === 0) return null
  return html`<ul class="tags" aria-label="${t('tags.label')}">${labels.map((label) => html`<li><a href="${listHref('all', { tag: label })}"><bdi>${label}</bdi></a></li>`)}</ul>`
}
