import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { adminLayout } from '../admin/admin-layout.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsSection } from '../settings/settings-layout.ts'
import { buttons, fields, folds } from './guide-controls.ts'
import { cards, listParts } from './guide-lists.ts'
import { iconTable, spaceScale, themeSwatches, typeScale } from './guide-foundations.ts'
import { dialogs, messages, progress, rows } from './guide-messages.ts'
import { readerParts } from './guide-reader.ts'
import type { DesignToken } from './read-design-tokens.ts'

interface StyleguideView {
  readonly frame: PageFrame
  /** address under which the user's browser reaches this server */
  readonly baseUrl: string
  readonly tokens: readonly DesignToken[]
  /** names of all icons of the pages */
  readonly icons: readonly string[]
}

/** The sections of the page, in order. They are rendered by the functions that the real pages use. */
const SECTIONS = {
  colours: ({ tokens, frame }) => themeSwatches(tokens, frame.words.t),
  type: ({ tokens, frame }) => typeScale(tokens, frame.words.t),
  space: ({ tokens }) => spaceScale(tokens),
  icons: ({ icons }) => iconTable(icons),
  buttons: ({ frame }) => buttons(frame.words.t),
  fields: ({ frame }) => fields(frame.words.t),
  folds: ({ frame }) => folds(frame),
  messages: ({ frame }) => messages(frame.words.t),
  rows: ({ frame }) => rows(frame.words.t),
  progress: ({ frame }) => progress(frame.words.t),
  cards: ({ frame }) => cards(frame),
  lists: ({ frame, baseUrl }) => listParts(frame, baseUrl),
  reader: ({ frame }) => readerParts(frame),
  dialogs: ({ frame }) => dialogs(frame.words.t),
} as const satisfies Record<string, (view: StyleguideView) => Child>

type Part = keyof typeof SECTIONS

/**
 * @returns a page with every component in every state. Developers see there how a change to a style sheet affects them.
 */
export function styleguidePage(view: StyleguideView): Html {
  const { frame } = view
  const { t } = frame.words
  const parts = Object.keys(SECTIONS) as Part[]
  const index = html`
    <nav class="guide-index" aria-label="${t('styleguide.parts')}">
      <ul>${parts.map((part) => html`<li><a href="#${part}">${t(`styleguide.part.${part}`)}</a></li>`)}</ul>
    </nav>
  `
  const sections = parts.map((part) =>
    settingsSection({ id: part, title: t(`styleguide.part.${part}`), body: SECTIONS[part](view) }),
  )
  return adminLayout({
    frame,
    title: t('styleguide.title'),
    lead: t('styleguide.lead'),
    page: 'styleguide',
    main: [index, sections],
    sheets: ['reader', 'panels', 'reader-bar', 'annotations', 'saving', 'copyable', 'styleguide'],
  })
}
