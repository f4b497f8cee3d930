import { html, type Html } from '../../kernel/html.ts'
import type { CompletionTarget } from '../../query/completion-target.ts'
import { FIELDS, type FieldKind } from '../../query/fields.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { Localization } from '../layout/localization.ts'
import type { Completion } from './completions.ts'
import { explainQuery } from './explain-query.ts'

/** An example value for each kind of field. A suggested field shows the example after its name, as in `time:<10`. */
const EXAMPLE_VALUES: Readonly<Record<FieldKind, string>> = {
  word: '…',
  keyword: '',
  number: '5',
  minutes: '<10',
  share: '>50',
  time: '7d',
  age: '<30d',
}
const KEYWORD_EXAMPLES: Readonly<Record<string, string>> = {
  is: 'unread',
  in: 'archive',
  has: 'note',
  no: 'tag',
  type: 'pdf',
}

/** The language and the current time, which the explanations of suggestions need. */
interface CompletionContext {
  readonly words: Localization
  readonly now: Now
}

/**
 * @returns the suggestions as options of a list box (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/), and their
 *   number for screen readers. Choosing an option replaces the typed text from `data-start` to `data-end` with its
 *   `data-text`.
 */
export function completionList(
  completions: readonly Completion[],
  place: CompletionTarget | undefined,
  context: CompletionContext,
): Html {
  const options = place ? completions.map((completion, index) => option(completion, index, place, context)) : []
  const announcement = options.length > 0 && context.words.t('complete.count', { count: options.length })
  return html`<ul data-said="${announcement}">${options}</ul>`
}

function option(
  { text, isOpen }: Completion,
  index: number,
  place: CompletionTarget,
  context: CompletionContext,
): Html {
  const example = isOpen ? exampleOf(text.slice(0, -1)) : ''
  const hint = hintFor(place, text + example, context)
  return html`
    <li
      role="option"
      id="completion-${index}"
      aria-selected="false"
      data-text="${isOpen ? text : `${text} `}"
      data-start="${place.start}"
      data-end="${place.end}"
    >
      <code>${text}<span>${example}</span></code>
      ${hint !== undefined && hint !== text && html` <span>${hint}</span>`}
    </li>
  `
}

function exampleOf(field: string): string {
  if (field === 'sort') return 'title'
  return KEYWORD_EXAMPLES[field] ?? EXAMPLE_VALUES[FIELDS[field as keyof typeof FIELDS]]
}

/**
 * @returns the meaning of a suggestion in words; undefined for suggestions that need no explanation, such as names of
 *   tags and sites
 */
function hintFor({ field }: CompletionTarget, text: string, { words, now }: CompletionContext): string | undefined {
  if (field === undefined) return text.startsWith('sort:') ? undefined : explainQuery(parseQuery(text), words, now)
  if (field === 'sort' || FIELDS[field] === 'word') return undefined
  return explainQuery(parseQuery(`${field}:${text}`), words, now)
}
