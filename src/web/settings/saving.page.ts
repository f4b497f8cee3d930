import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { bookmarkletCode, bookmarkletLink, byPointer, type Bookmark } from '../lists/bookmarklet.ts'
import type { PageFrame } from '../layout/layout.ts'
import { copyable } from './copyable.ts'
import { fold } from './fold.ts'
import { settingsLayout, settingsSection } from './settings-layout.ts'

export interface SavingView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly bookmark: Bookmark
  /** address for share buttons; it contains the viewer's token and `PLACEHOLDER` */
  readonly shareAddress: string
}

/** The part of the address for share buttons that apps replace with the address of a page. */
export const PLACEHOLDER = '{url}'

/** @returns the settings page about saving from other sites and apps, with the viewer's bookmarklet */
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
      lead: t('saving.addressLead', { placeholder: PLACEHOLDER }),
      body: html`${copyable(view.shareAddress, t)}
<p class="meta">${t('saving.addressText')}</p>`,
    }),
    settingsSection({ id: 'app', title: t('saving.appTitle'), lead: t('saving.appText'), body: html`` }),
  ]
  return settingsLayout({
    frame: view.frame,
    title: t('settings.places.saving'),
    lead: t('saving.lead'),
    place: 'saving',
    sheets: ['saving'],
    main,
  })
}

function bookmarkBody({ frame, csrfToken, bookmark }: SavingView): Html {
  const { t } = frame.words
  const code = copyable(bookmarkletCode(bookmark), t)
  return html`<div class="for-mouse"><p>${bookmarkletLink(bookmark, t('list.bookmarkName'))}</p>
${fold(t('saving.bookmarkCode'), code)}</div>
<div class="for-touch">${code}</div>
<p class="meta">${t('saving.keyText')}</p>
<form action="/config/saving/renew" method="post">
<input type="hidden" name="token" value="${csrfToken}" />
<button class="button-quiet">${t('saving.renew')}</button></form>`
}
