import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { bookmarkletCode, bookmarkletLink, byPointer, type Bookmark } from '../saving/bookmarklet.ts'
import type { PageFrame } from '../layout/layout.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { collapsibleSection } from './collapsible-section.ts'
import { settingsLayout, settingsSection } from './settings-layout.ts'

interface SavingView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly bookmark: Bookmark
  /** address for share buttons of apps. It contains the viewer's saving token and `ADDRESS_PLACEHOLDER`. */
  readonly shareAddress: string
  /** maximum size of an uploaded file, in megabytes */
  readonly fileMegabytes: number
  /** message for a refused file */
  readonly fileError?: string
}

/** Placeholder in the address for share buttons. Apps replace it with the address of a page. */
export const ADDRESS_PLACEHOLDER = '{url}'

/**
 * File name extensions that the browser's file dialog offers first. The server ignores them and detects the type of a
 * file from its bytes.
 */
const ACCEPTED_EXTENSIONS = '.epub,.pdf,.docx,.odt,.rtf,.eml,.html,.mhtml,.mht,.webarchive,.md,.markdown,.txt'

/** @returns the settings page about saving pages from other sites and apps. It contains the viewer's bookmarklet. */
export function savingPage(view: SavingView): Html {
  const { t } = view.frame.words
  const main = [
    settingsSection({
      id: 'bookmark',
      title: t('saving.bookmarkTitle'),
      lead: byPointer(t('saving.bookmarkLead'), t('saving.bookmarkTouchLead')),
      body: bookmarkBody(view),
    }),
    settingsSection({
      id: 'share',
      title: t('saving.addressTitle'),
      lead: t('saving.addressLead', { placeholder: ADDRESS_PLACEHOLDER }),
      body: html`${copyableText(view.shareAddress, t)}<p class="meta">${t('saving.addressText')}</p>`,
    }),
    settingsSection({ id: 'app', title: t('saving.appTitle'), lead: t('saving.appText'), body: html`` }),
    settingsSection({ id: 'file', title: t('saving.fileTitle'), lead: t('saving.fileLead'), body: fileForm(view) }),
  ]
  return settingsLayout({
    frame: view.frame,
    title: t('settings.places.saving'),
    lead: t('saving.lead'),
    page: 'saving',
    sheets: ['saving'],
    main,
  })
}

function bookmarkBody({ frame, csrfToken, bookmark }: SavingView): Html {
  const { t } = frame.words
  const code = copyableText(bookmarkletCode(bookmark), t)
  return html`
    <div class="for-mouse">
      <p>${bookmarkletLink(bookmark, t('list.bookmarkName'))}</p>
      ${collapsibleSection(t('saving.bookmarkCode'), code)}
    </div>
    <div class="for-touch">${code}</div>
    <p class="meta">${t('saving.keyText')}</p>
    <form action="/config/saving/renew" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button-quiet">${t('saving.renew')}</button>
    </form>
  `
}

function fileForm({ frame, csrfToken, fileMegabytes, fileError }: SavingView): Html {
  const { t } = frame.words
  return html`
    <form action="/config/saving/file" method="post" enctype="multipart/form-data" class="form">
      <input type="hidden" name="token" value="${csrfToken}" />
      <div class="field">
        <label for="saving_file">${t('saving.file')}</label>
        <input
          id="saving_file"
          name="file"
          type="file"
          accept="${ACCEPTED_EXTENSIONS}"
          aria-invalid="${fileError ? 'true' : 'false'}"
          aria-describedby="${fileError ? 'saving_file-error saving_file-hint' : 'saving_file-hint'}"
          required
        >
        ${fileError && html`<p class="field-error" id="saving_file-error" role="alert">${fileError}</p>`}
        <p class="field-hint" id="saving_file-hint">${t('saving.fileHint', { size: fileMegabytes })}</p>
      </div>
      <p class="form-buttons"><button class="button">${t('saving.fileSubmit')}</button></p>
    </form>
  `
}
