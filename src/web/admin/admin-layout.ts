import type { Child, Html } from '../../kernel/html.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { pageGroupLayout } from '../settings/page-group-layout.ts'

/** The admin pages, in navigation order. */
const PLACES = [
  { place: 'users', href: '/admin', icon: 'users' },
  { place: 'jobs', href: '/admin/jobs', icon: 'list-checks' },
  { place: 'hosts', href: '/admin/hosts', icon: 'globe' },
  { place: 'storage', href: '/admin/storage', icon: 'hard-drive' },
  { place: 'styleguide', href: '/styleguide', icon: 'palette' },
] as const

type AdminPlace = (typeof PLACES)[number]['place']

export interface AdminLayoutOptions {
  readonly frame: PageFrame
  readonly title: string
  /** one sentence below the title about the purpose of the page */
  readonly lead?: Child
  /** content above the title: the link to the parent page */
  readonly above?: Child
  /** further content below `lead`, for pages whose introduction is longer than one sentence */
  readonly below?: Child
  readonly place: AdminPlace
  readonly main: Child
  /** style sheets of this page, in addition to those that all administration pages share */
  readonly sheets?: readonly string[]
}

/** @returns an administration page, with links to all administration pages */
export function adminLayout(options: AdminLayoutOptions): Html {
  const { frame, title, lead, above, below, place, main, sheets = [] } = options
  const { t } = frame.words
  return layout({
    frame,
    title,
    kind: 'lists',
    current: 'admin',
    sheets: ['settings', 'admin', ...sheets],
    main: pageGroupLayout({
      label: t('admin.navigation'),
      places: PLACES.map((one) => ({ ...one, label: t(`admin.places.${one.place}`), isCurrent: one.place === place })),
      title,
      lead,
      above,
      below,
      main,
    }),
  })
}
