import type { Child, Html } from '../../kernel/html.ts'
import { layout, type PageFrame } from '../layout/layout.ts'
import { pageGroupLayout } from '../settings/page-group-layout.ts'

/** The admin pages in the navigation, in order. The styleguide is for developers, so it is not among them. */
const PAGES = [
  { page: 'overview', href: '/admin', icon: 'monitor' },
  { page: 'users', href: '/admin/users', icon: 'users' },
  { page: 'jobs', href: '/admin/jobs', icon: 'list-checks' },
  { page: 'hosts', href: '/admin/hosts', icon: 'globe' },
  { page: 'storage', href: '/admin/storage', icon: 'hard-drive' },
] as const

type AdminPage = (typeof PAGES)[number]['page'] | 'styleguide'

interface AdminLayoutOptions {
  readonly frame: PageFrame
  readonly title: string
  /** one sentence below the title about the purpose of the page */
  readonly lead?: Child
  /** content above the title: the link to the parent page */
  readonly above?: Child
  /** further content below `lead`, for pages whose introduction is longer than one sentence */
  readonly below?: Child
  readonly page: AdminPage
  readonly main: Child
  /** style sheets of this page, in addition to those that all administration pages share */
  readonly sheets?: readonly string[]
}

/** @returns an administration page, with links to all administration pages */
export function adminLayout(options: AdminLayoutOptions): Html {
  const { frame, title, lead, above, below, page, main, sheets = [] } = options
  const { t } = frame.words
  return layout({
    frame,
    title,
    kind: 'lists',
    current: 'admin',
    sheets: ['settings', 'admin', ...sheets],
    main: pageGroupLayout({
      label: t('admin.navigation'),
      pages: PAGES.map((one) => ({ ...one, label: t(`admin.places.${one.page}`), isCurrent: one.page === page })),
      title,
      lead,
      above,
      below,
      main,
    }),
  })
}
