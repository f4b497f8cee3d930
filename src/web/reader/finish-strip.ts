import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { Neighbour } from '../../entries/find-neighbours.ts'
import { icon } from '../icon.ts'
import type { ReaderView } from './reader-view.ts'
import { stateForms } from './state-forms.ts'

/** @returns what stands below the text: done with it, and what comes next */
export function finishStrip(view: ReaderView): Html {
  const { frame, neighbours, list, url } = view
  const { t } = frame.words
  return html`<footer class="finish" aria-label="${t('reader.finish')}">
${stateForms({ ...view, t }, 'end')}
<p class="finish-source"><a href="${url}" rel="noopener noreferrer">${t('entry.original')}</a></p>
<nav class="neighbours" aria-label="${t('reader.neighbours')}">
${neighbourLink(neighbours.next, { list, kind: 'next', label: t('reader.next'), drawing: 'arrow-right' })}${neighbourLink(neighbours.previous, { list, kind: 'previous', label: t('reader.previous'), drawing: 'arrow-left' })}</nav>
</footer>`
}

interface LinkWords {
  readonly list: string
  readonly kind: 'next' | 'previous'
  readonly label: string
  readonly drawing: string
}

function neighbourLink(neighbour: Neighbour | undefined, { list, kind, label, drawing }: LinkWords): Child {
  if (!neighbour) return null
  return html`<a class="neighbour neighbour-${kind}" href="/view/${neighbour.id}?list=${list}" rel="${kind === 'next' ? 'next' : 'prev'}" data-action-name="${kind}">${icon(drawing)}<span class="neighbour-label">${label}</span>
<span class="neighbour-title" dir="auto">${neighbour.title}</span></a>
`
}
