import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import { viewHref, type Origin } from './entry-origin.ts'
import type { ReaderView, ShownNeighbour } from './reader-view.ts'
import { stateForms } from './state-forms.ts'

/**
 * @returns the part of the reading page below the text: buttons that archive and star the entry, links to the previous
 *   and next entry, and a link to the original page. The last link is omitted if a failure message above contains it.
 */
export function readerFooter(view: ReaderView): Html {
  const { frame, neighbours, url, fetch } = view
  const { t } = frame.words
  return html`
    <footer class="finish" aria-label="${t('reader.finish')}">
      ${stateForms({ ...view, t }, 'end')}
      ${
        fetch.kind !== 'failed' &&
        html`<p class="finish-source"><a href="${url}" rel="noopener noreferrer">${t('entry.original')}</a></p>`
      }
      <nav class="neighbours" aria-label="${t('reader.neighbours')}">
        ${neighbourLink(neighbours.next, {
          origin: view,
          kind: 'next',
          label: t('reader.next'),
          drawing: 'arrow-right',
        })}
        ${neighbourLink(neighbours.previous, {
          origin: view,
          kind: 'previous',
          label: t('reader.previous'),
          drawing: 'arrow-left',
        })}
      </nav>
    </footer>
  `
}

interface LinkWords {
  readonly origin: Origin
  readonly kind: 'next' | 'previous'
  readonly label: string
  readonly drawing: string
}

function neighbourLink(neighbour: ShownNeighbour | undefined, { origin, kind, label, drawing }: LinkWords): Child {
  if (!neighbour) return null
  const { page = 1 } = neighbour
  const there = origin.search ? { ...origin, search: { ...origin.search, page } } : origin
  return html`
    <a
      class="neighbour neighbour-${kind}"
      href="${viewHref(neighbour.id, there)}"
      rel="${kind === 'next' ? 'next' : 'prev'}"
      data-action-name="${kind}"
    >
      ${icon(drawing)}
      <span class="neighbour-label">${label}</span>
      <span class="neighbour-title" dir="auto">${neighbour.title}</span>
    </a>
  `
}
