import { listedHref, type ListedAnnotation } from '../annotations/listed-annotation.ts'
import type { Review } from '../annotations/review/list-review.ts'
import { xmlCdata, xmlText } from '../exports/formats/xml-text.ts'
import { html } from '../kernel/html.ts'
import type { FeedOwner } from '../users/feed-token.ts'

/** The data of the feed of the daily review. Addresses are absolute. */
interface ReviewFeed {
  readonly owner: FeedOwner
  readonly review: Review
  /** address of this server, without a trailing slash */
  readonly baseUrl: string
  readonly version: string
  /** address of the feed */
  readonly self: string
}

/**
 * @returns an Atom 1.0 document (RFC 4287) with one entry: the highlights that are left for the day. On days without
 *   highlights, it has no entry.
 */
export function reviewFeed({ owner, review, baseUrl, version, self }: ReviewFeed): string {
  const host = baseUrl.replace(/^https?:\/\//, '')
  const id = (rest: string): string => `<id>${xmlText(`dogear:${host}:${owner.username}:${rest}`)}</id>`
  const page = xmlText(`${baseUrl}/review`)
  const updated = `<updated>${review.day}T00:00:00Z</updated>`
  const entry = `<entry>
<title>Daily review: ${review.day}</title>
<link rel="alternate" type="text/html" href="${page}"/>
${id(`review:${review.day}`)}
${updated}
<content type="html">${xmlCdata(html`${review.highlights.map((one) => quotation(one, baseUrl))}`.toString())}</content>
</entry>
`
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Dogear — daily review</title>
${id('review')}
<link rel="self" href="${xmlText(self)}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${updated}
<generator uri="${xmlText(baseUrl)}" version="${xmlText(version)}">Dogear</generator>
<author><name>${xmlText(owner.username)}</name></author>
${review.highlights.length === 0 ? '' : entry}</feed>
`
}

function quotation(one: ListedAnnotation, baseUrl: string) {
  return html`
    <blockquote>${one.quote}</blockquote>
    ${one.text !== '' && html`<p>${one.text}</p>`}
    <p><a href="${baseUrl + listedHref(one)}">${one.entryTitle}</a></p>
  `
}
