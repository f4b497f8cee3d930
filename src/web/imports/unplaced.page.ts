import type { UnplacedAnnotation } from '../../imports/highlights/unplaced-annotation.repository.ts'
import { html, type Child, type Html } from '../../kernel/html.ts'
import { annotationTags } from '../annotations/annotation-section.ts'
import { dateText } from '../layout/date-text.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'

interface UnplacedView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly annotations: readonly UnplacedAnnotation[]
  /** number of annotations on all pages */
  readonly total: number
  readonly page: number
  readonly pages: number
}

/** @returns the page that lists imported highlights without an entry, by book or article, with buttons that delete them */
export function unplacedPage(view: UnplacedView): Html {
  const { frame, annotations, total } = view
  const { t } = frame.words
  const documents = Map.groupBy(annotations, ({ title, author }) => JSON.stringify([title, author]))
  const main = html`
    ${[...documents.values()].map((list) => documentSection(view, list))}
    ${pager(view)}
    <p class="form-buttons"><a class="button button-plain" href="/import/">${t('import.back')}</a></p>
  `
  const place = { page: 'imports', current: 'imports', sheets: ['imports', 'annotations'] } as const
  const lead = t(total > 0 ? 'unplaced.lead' : 'unplaced.empty')
  return settingsLayout({ frame, title: t('unplaced.title'), lead, ...place, main })
}

function documentSection(view: UnplacedView, list: readonly UnplacedAnnotation[]): Html {
  const { t } = view.frame.words
  const [{ id, title, author }] = list as [UnplacedAnnotation]
  const body = html`
    <ol class="quote-list">${list.map((one) => quote(view, one))}</ol>
    <p class="form-buttons"><a class="button" href="/import/unplaced/${id}/assign">${t('unplaced.assign')}</a></p>
    ${list.length > 1 && deleteForm(view, { id, isWhole: true, label: t('unplaced.deleteAll') })}
  `
  const lead = author !== '' && html`<bdi>${author}</bdi>`
  return settingsSection({ id: `document-${id}`, title: title || t('unplaced.untitled'), lead, body })
}

function quote(view: UnplacedView, one: UnplacedAnnotation): Html {
  const { words } = view.frame
  return html`
    <li class="quote-item">
      ${one.quote !== '' && html`<blockquote dir="auto" data-color="${one.color}">${one.quote}</blockquote>`}
      ${one.text !== '' && html`<p class="note" dir="auto">${one.text}</p>`}
      ${annotationTags(one.tags ?? [])}
      <p class="meta"><span>${dateText(new Date(one.createdAt), words, 'short')}</span></p>
      <div class="quote-tools">${deleteForm(view, { id: one.id, isWhole: false, label: words.t('unplaced.delete') })}</div>
    </li>
  `
}

interface Deletion {
  readonly id: number
  /** true to delete all highlights of the same book or article */
  readonly isWhole: boolean
  readonly label: string
}

function deleteForm({ csrfToken }: UnplacedView, { id, isWhole, label }: Deletion): Html {
  return html`
    <form action="/import/unplaced/${id}/delete" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${isWhole && html`<input type="hidden" name="document" value="1" />`}
      <button class="button-quiet">${label}</button>
    </form>
  `
}

function pager({ frame: { words }, page, pages }: UnplacedView): Child {
  const { t } = words
  if (pages <= 1) return null
  return html`
    <nav class="pager" aria-label="${t('annotations.pages')}">
      ${page > 1 && html`<a href="/import/unplaced?page=${page - 1}" rel="prev">${t('annotations.newer')}</a>`}
      <span>${t('annotations.place', { page, pages })}</span>
      ${page < pages && html`<a href="/import/unplaced?page=${page + 1}" rel="next">${t('annotations.older')}</a>`}
    </nav>
  `
}
