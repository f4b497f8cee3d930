import type { Draft, Processed } from '../../extraction-draft.ts'
import { dropPullQuotes } from './pull-quotes.ts'
import { quoteReblogs } from './reblogs.ts'
import { keepSources, unwrapQuoteAsides } from './unwrap-quote-asides.ts'

/** Keeps quotations beside the text, and removes those that only repeat it. */
export function openQuotes(draft: Draft): Processed {
  const { page, elements } = draft
  const reblogs = quoteReblogs(page, elements)
  if (reblogs > 0) elements.renew()
  const asides = unwrapQuoteAsides(page, elements)
  const sources = keepSources(elements)
  const repeated = dropPullQuotes(page, elements)
  const note =
    `${asides} quotations in asides kept, ${sources} sources of quotations, ${repeated} pull quotes removed, ` +
    `${reblogs} parts of posts quoted`
  return { draft, note, hasNewNames: reblogs > 0, keepsElements: repeated + reblogs === 0 }
}
