import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import { cardCollectionsTemplate } from '../cards/card-collections-panel.ts'
import { appearancePanel } from './appearance-panel.ts'
import { moreMenu } from './more-menu.ts'
import { originHref, viewHref } from './entry-origin.ts'
import type { ReaderView } from './reader-view.ts'
import { stateForms } from './state-forms.ts'
import { tagsPanel } from './tags-panel.ts'

/** @returns the toolbar of the reading page, and the panels that its buttons open. On phones, it is at the bottom. */
export function readerBar(view: ReaderView): Html {
  const { frame } = view
  const { t } = frame.words
  return html`
    <div
      class="reader-bar"
      role="toolbar"
      aria-label="${t('reader.toolbar')}"
      data-controller="reader-changes"
      data-action="submit@document->reader-changes#send"
      data-reader-changes-failed-value="${t('reader.unsent')}"
    >
      <a
        class="bar-button bar-back"
        href="${originHref(view)}"
        title="${t('reader.back')}"
        data-action-name="back"
        data-controller="back"
        data-action="back#go"
      >
        ${icon('arrow-left')}
        <span>${backName(view)}</span>
      </a>
      ${stateForms({ ...view, t }, 'bar')}
      ${panelButton('tags-panel', 'tags', 'tag', t('reader.tags'))}
      ${panelButton('look-panel', 'look', 'a-large-small', t('reader.look'))}
      ${panelButton('more-menu', 'more', 'ellipsis', t('reader.more'))}
    </div>
    ${tagsPanel({ ...view, t })}
    ${appearancePanel(view)}
    ${moreMenu(view)}
    ${cardCollectionsTemplate({
      t,
      csrfToken: view.csrfToken,
      back: viewHref(view.id, view),
      collections: frame.viewer?.collections ?? [],
    })}
  `
}

/** @returns the name of the page from which the entry was opened, for the link back to it */
function backName({ frame, list, search, collection, annotationFilter }: ReaderView): string {
  if (annotationFilter) return frame.words.t('annotations.title')
  const found = frame.viewer?.collections?.find(({ id }) => id === collection)
  return found?.name ?? frame.words.t(`reader.lists.${search ? 'search' : list}`)
}

/** @returns a button that opens and closes a panel. It needs no script (popover: HTML standard, section 6.12). */
function panelButton(panel: string, name: string, drawing: string, label: string): Html {
  return html`
    <button class="bar-button" type="button" popovertarget="${panel}" title="${label}" data-action-name="${name}">
      ${icon(drawing)}
      <span class="unseen">${label}</span>
    </button>
  `
}
