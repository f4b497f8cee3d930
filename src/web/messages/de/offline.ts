import type { OFFLINE_EN } from '../en/offline.ts'

/** The German version of `en/offline.ts`. */
export const OFFLINE_DE: Readonly<Record<keyof typeof OFFLINE_EN, string>> = {
  'offline.banner': 'Du bist offline. Änderungen werden gesendet, sobald du wieder online bist.',
  'offline.needsNetwork': 'Dafür ist eine Verbindung nötig. Versuche es erneut, sobald du wieder online bist.',
  'offline.notKept': 'Dieser Artikel ist nicht auf diesem Gerät. Öffne ihn erneut, sobald du online bist.',
  'offline.notKeptTitle': 'Offline nicht verfügbar',
  'outbox.discard': 'Verwerfen',
  'outbox.discarded': 'Änderung verworfen',
  'outbox.dismiss': 'Ausblenden',
  'outbox.empty': 'Keine Änderungen warten',
  'outbox.emptyHint': 'Änderungen, die du offline machst, stehen hier, bis sie gesendet sind.',
  'outbox.kinds.save': 'Gespeichert',
  'outbox.kinds.title': 'Titel geändert',
  'outbox.kinds.undo': 'Rückgängig gemacht',
  'outbox.lead':
    'Diese Änderungen wurden offline gemacht und werden in dieser Reihenfolge gesendet, sobald du online bist.',
  'outbox.lost': 'Eine neuere Änderung von einem anderen Gerät wurde behalten.',
  'outbox.problems': 'Nicht übernommen',
  'outbox.problemsOne': '# Änderung nicht übernommen',
  'outbox.problemsOther': '# Änderungen nicht übernommen',
  'outbox.reasons.deleted': 'Das wurde auf einem anderen Gerät gelöscht.',
  'outbox.reasons.other': 'Der Server hat das nicht angenommen.',
  'outbox.send': 'Jetzt senden',
  'outbox.title': 'Wartende Änderungen',
  'outbox.waitingOne': '# Änderung wartet',
  'outbox.waitingOther': '# Änderungen warten',
}
