import { EXPORT_FORMATS, type FormatName } from '../../exports/export-format.ts'
import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { Localization } from '../layout/localization.ts'
import { originText, viewHref } from './entry-origin.ts'
import type { ReaderView } from './reader-view.ts'

const FORMATS = Object.keys(EXPORT_FORMATS) as readonly FormatName[]

/** @returns the menu with the less frequent actions on an entry */
export function moreMenu(view: ReaderView): Html {
  const { frame, id, csrfToken } = view
  const { t } = frame.words
  return html`
    <div class="panel more-menu" id="more-menu" popover>
      ${entryItems(view, t)}
      <div class="menu-exports">
        <p id="export-label">${icon('download')}<span>${t('reader.export')}</span></p>
        <ul aria-labelledby="export-label">
          ${FORMATS.map(
            (format) => html`
              <li><a href="/export/${id}.${format}" data-turbo="false">${t(`reader.formats.${format}`)}</a></li>
            `,
          )}
        </ul>
      </div>
      <ul class="menu-list">
        ${sendItem(view, t)}
        ${shareItems(view, t)}
        <li>
          <form action="/delete/${id}" method="post">
            <input type="hidden" name="token" value="${csrfToken}" />
            <input type="hidden" name="back" value="${viewHref(id, view)}" />
            <button class="is-danger" name="deleted" value="1" data-action-name="delete">
              ${icon('trash-2')}
              <span>${t('action.delete')}</span>
            </button>
          </form>
        </li>
      </ul>
    </div>
  `
}

/** @returns the links and buttons for the original page and for changes to the entry */
function entryItems(view: ReaderView, t: Localization['t']): Html {
  const { id, url } = view
  return html`
    <ul class="menu-list">
      <li>
        <a href="${url}" rel="noopener noreferrer" data-action-name="original">
          ${icon('external-link')}
          <span>${t('reader.original')}</span>
        </a>
      </li>
      ${
        view.sanitizedContent !== '' &&
        html`
          <li>
            <button
              type="button"
              data-action-name="listen"
              data-controller="listen"
              data-action="listen#toggle"
              hidden
            >
              ${icon('headphones')}
              <span>${t('listen.title')}</span>
            </button>
          </li>
        `
      }
      <li>
        <a href="/edit/${id}?${backQuery(view)}" data-action-name="edit">
          ${icon('pencil')}
          <span>${t('reader.edit')}</span>
        </a>
      </li>
      <li>
        <button type="button" popovertarget="entry-note-editor" data-action-name="page-note">
          ${icon('file-text')}
          <span>${view.note === null ? t('annotations.addNote') : t('annotations.editNote')}</span>
        </button>
      </li>
      ${collectionsItem(view, t)}
      <li>
        ${menuForm(view, {
          path: `/view/${id}/reload`,
          action: 'reload',
          icon: 'refresh-cw',
          label: t('reader.reload'),
        })}
      </li>
      <li>
        <a href="${viewHref(id, view, '/info')}" data-action-name="info">
          ${icon('info')}
          <span>${t('reader.info')}</span>
        </a>
      </li>
    </ul>
  `
}

/** @returns the query with which another page leads back to the article, and with it to the list it was opened from */
const backQuery = (view: ReaderView): string => new URLSearchParams({ back: viewHref(view.id, view) }).toString()

/** @returns the link to the page of the entry's collections. A script opens a panel instead. */
function collectionsItem(view: ReaderView, t: Localization['t']): Html {
  const { id } = view
  return html`
    <li>
      <a
        href="/view/${id}/collections?${backQuery(view)}"
        data-action-name="collect"
        data-controller="reader-collections"
        data-reader-collections-entry-value="${id}"
        data-action="reader-collections#open"
      >
        ${icon('folder-plus')}
        <span>${t('collections.add')}</span>
      </a>
    </li>
  `
}

function sendItem(view: ReaderView, t: Localization['t']): Child {
  const target = new URLSearchParams({ entries: String(view.id), back: viewHref(view.id, view) }).toString()
  if (!view.frame.canSend) return null
  return html`
    <li><a href="/send?${target}" data-action-name="send">${icon('mail')}<span>${t('mail.send.title')}</span></a></li>
  `
}

function shareItems(view: ReaderView, t: Localization['t']): Child {
  const { id, uid } = view
  if (uid === undefined) return null
  if (uid === null) {
    return html`
      <li>${menuForm(view, { path: `/share/${id}`, action: 'share', icon: 'share-2', label: t('share.make') })}</li>
    `
  }
  return html`
    <li><a href="/share/${uid}" data-turbo="false">${icon('link')}<span>${t('share.open')}</span></a></li>
    <li>
      ${menuForm(view, { path: `/share/delete/${id}`, action: 'unshare', icon: 'unlink', label: t('share.withdraw') })}
    </li>
  `
}

interface MenuAction {
  readonly path: string
  readonly action: string
  readonly icon: string
  readonly label: string
}

/** @returns a form whose response refreshes the page in place, even if its address differs, so that focus and place stay */
function menuForm(view: ReaderView, { path, action, icon: drawing, label }: MenuAction): Html {
  return html`
    <form action="${path}" method="post" data-turbo-action="replace">
      <input type="hidden" name="token" value="${view.csrfToken}" />
      <input type="hidden" name="list" value="${originText(view)}" />
      <button data-action-name="${action}">${icon(drawing)}<span>${label}</span></button>
    </form>
  `
}
