import type { Html } from '../../src/kernel/html.ts'
import type { AppId } from '../../src/kernel/branded-ids.ts'
import type { RegisteredApp } from '../../src/oauth/apps/registered-app.ts'
import { consentPage, refusedConsentPage } from '../../src/web/consent/consent.page.ts'
import { deviceCodePage, deviceConsentPage, deviceDecidedPage } from '../../src/web/consent/device.page.ts'
import type { PageFrame } from '../../src/web/layout/layout.ts'

/** @returns all states of the pages on which users allow apps to use their library */
export function consentSamples(frame: PageFrame, text: string): Readonly<Record<string, Html>> {
  const redirectUri = 'org.example.app:/callback'
  const app: RegisteredApp = {
    id: 1 as AppId,
    publicId: 'app_1_x',
    name: text,
    redirectUris: [redirectUri],
    createdAt: '2026-01-12T08:30:00.000Z',
    readAt: null,
  }
  const described: RegisteredApp = { ...app, publicId: 'https://app.example/client', readAt: app.createdAt }
  const scopes = ['read', 'save', 'write'] as const
  const request = { app, redirectUri, state: text, scopes, challenge: '' }
  const view = { frame, csrfToken: 'token', username: text }
  return {
    consent: consentPage({ ...view, request, parameters: new Map([['state', text]]) }),
    'consent-described': consentPage({ ...view, request: { ...request, app: described }, parameters: new Map() }),
    'consent-refused': refusedConsentPage({ frame, message: text, address: `${redirectUri}?error=invalid_request` }),
    'consent-unknown': refusedConsentPage({ frame, message: text }),
    'device-code': deviceCodePage({ frame }),
    'device-code-refused': deviceCodePage({ frame, refused: text }),
    'device-consent': deviceConsentPage({ ...view, device: { app, scopes, userCode: 'WDJB-MJHT' } }),
    'device-allowed': deviceDecidedPage({ frame, app: text }),
    'device-denied': deviceDecidedPage({ frame }),
  }
}
