import type { OFFLINE_EN } from '../en/offline.ts'

/** The Italian version of `en/offline.ts`. */
export const OFFLINE_IT: Readonly<Record<keyof typeof OFFLINE_EN, string>> = {
  'offline.banner': 'Sei offline. Le modifiche saranno inviate quando torni online.',
  'offline.needsNetwork': 'Serve una connessione. Riprova quando sei di nuovo online.',
  'offline.notKept': 'Questo articolo non è su questo dispositivo. Riaprilo quando sei online.',
  'offline.notKeptTitle': 'Non disponibile offline',
  'outbox.discard': 'Scarta',
  'outbox.discarded': 'Modifica scartata',
  'outbox.dismiss': 'Nascondi',
  'outbox.empty': 'Nessuna modifica in attesa',
  'outbox.emptyHint': 'Le modifiche fatte offline compaiono qui finché non vengono inviate.',
  'outbox.kinds.save': 'Salvato',
  'outbox.kinds.title': 'Titolo modificato',
  'outbox.kinds.undo': 'Annullato',
  'outbox.lead': 'Queste modifiche sono state fatte offline e vengono inviate in quest’ordine quando sei online.',
  'outbox.lost': 'È stata mantenuta una modifica più recente di un altro dispositivo.',
  'outbox.problems': 'Non applicate',
  'outbox.problemsOne': '# modifica non applicata',
  'outbox.problemsOther': '# modifiche non applicate',
  'outbox.reasons.deleted': 'È stato eliminato su un altro dispositivo.',
  'outbox.reasons.other': 'Il server non l’ha accettato.',
  'outbox.send': 'Invia ora',
  'outbox.title': 'Modifiche in attesa',
  'outbox.waitingOne': '# modifica in attesa',
  'outbox.waitingOther': '# modifiche in attesa',
}
