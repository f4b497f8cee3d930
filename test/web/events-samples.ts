import type { Html } from '../../src/kernel/html.ts'
import { EVENT_KINDS, REFUSAL_KINDS, type OwnerEventKind } from '../../src/security-events/event-kinds.ts'
import type { ListedEvent, RefusalCount } from '../../src/security-events/list-events.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'
import { activityPage } from '../../src/web/security/activity.page.ts'

const AT = '2026-01-12T08:30:00Z'
const OWNER_KINDS = Object.entries(EVENT_KINDS)
  .filter(([, { reach }]) => reach === 'owner')
  .map(([kind]) => kind as OwnerEventKind)

/** @returns events of every kind and in every state */
export function sampleEvents(text: string): readonly ListedEvent[] {
  const event = { by: 'owner', client: null, address: '203.0.113.9', userAgent: '', times: 1, at: AT } as const
  return [
    ...OWNER_KINDS.map((kind) => ({ ...event, kind })),
    { ...event, kind: 'sign-in', userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1' },
    { ...event, kind: 'sign-in', userAgent: 'curl/8.5.0' },
    { ...event, kind: 'sign-in-failed', userAgent: text, address: text, times: 1234 },
    { ...event, kind: 'token-issued', client: text, times: 2 },
    { ...event, kind: 'password-changed', by: 'administrator' },
    { ...event, kind: 'second-factor-off', by: 'operator', address: '' },
  ]
}

export const SAMPLE_REFUSALS: readonly RefusalCount[] = REFUSAL_KINDS.map((kind, index) => ({
  kind,
  times: index * 617,
  accounts: index,
}))

/** @returns the page of security events in every state */
export function eventSamples(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  return {
    activity: activityPage({ frame, events: sampleEvents(text), page: 2, pages: 17, days: 400 }),
    'activity-none': activityPage({ frame, events: [], page: 1, pages: 1, days: 400 }),
  }
}
