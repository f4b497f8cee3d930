import type { Html } from '../../src/kernel/html.ts'
import type { Delivery } from '../../src/mail/delivery.ts'
import { confirmAddressPage } from '../../src/web/mail/confirm-address.page.ts'
import { NEW_DIGEST } from '../../src/web/mail/digests-section.ts'
import { mailOffPage, mailPage } from '../../src/web/mail/mail.page.ts'
import { sendPage } from '../../src/web/mail/send.page.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'

const DAY = '2026-01-12T08:30:00.000Z'

/** @returns all states of the pages for sending by e-mail, by name */
export function mailSamples(frame: PageFrame, stranger: PageFrame, text: string): Readonly<Record<string, Html>> {
  const address = { id: 1, name: text, address: text, isConfirmed: true }
  const addresses = [address, { ...address, id: 2, isConfirmed: false }]
  const digest = { id: 1, addressId: 1, name: text, query: text, maxEntries: 20, lastAt: DAY }
  const delivery: Delivery = {
    id: 1,
    kind: 'hand',
    addressId: 1,
    addressName: text,
    title: text,
    state: 'sent',
    reason: null,
    detail: null,
    parts: 2,
    requestedAt: DAY,
    finishedAt: DAY,
  }
  const forms = { addressForm: { name: '', address: '' }, digestForm: NEW_DIGEST }
  const view = { frame, csrfToken: 'token', from: text, timeZone: 'UTC', addresses, ...forms }
  const errors = { name: text, query: text, address: text, time: text, maxEntries: text }
  return {
    mail: mailPage({
      ...view,
      digests: [
        { ...digest, weekday: null, minute: 450 },
        { ...digest, id: 2, weekday: 7, minute: 0 },
      ],
      deliveries: [
        delivery,
        { ...delivery, id: 2, kind: 'digest', state: 'waiting', reason: 'busy', detail: text },
        { ...delivery, id: 3, kind: 'rule', state: 'failed', reason: 'empty', parts: 0 },
      ],
    }),
    'mail-empty': mailPage({ ...view, addresses: [], digests: [], deliveries: [] }),
    'mail-refused': mailPage({
      ...view,
      digests: [],
      deliveries: [],
      addressForm: { name: text, address: text, error: text, formError: text },
      digestForm: { ...NEW_DIGEST, id: 1, errors },
    }),
    'mail-off': mailOffPage(frame),
    'mail-off-operator': mailOffPage({ ...frame, viewer: { username: text, isAdmin: true } }),
    send: sendPage({ frame, csrfToken: 'token', back: '/', entries: [{ id: 1, title: text }], addresses: [address] }),
    'send-many': sendPage({
      frame,
      csrfToken: 'token',
      back: '/',
      entries: Array.from({ length: 12 }, (_, index) => ({ id: index + 1, title: text })),
      addresses: [],
    }),
    'mail-confirm': confirmAddressPage({ frame: stranger, kind: 'asked', address: text, token: text, server: text }),
    'mail-confirmed': confirmAddressPage({ frame: stranger, kind: 'confirmed', address: text }),
    'mail-confirm-wrong': confirmAddressPage({ frame: stranger, kind: 'wrong' }),
  }
}
