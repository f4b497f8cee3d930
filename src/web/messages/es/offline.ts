import type { OFFLINE_EN } from '../en/offline.ts'

/** The Spanish version of `en/offline.ts`. */
export const OFFLINE_ES: Readonly<Record<keyof typeof OFFLINE_EN, string>> = {
  'offline.banner': 'No tienes conexión. Los cambios se enviarán cuando vuelvas a tenerla.',
  'offline.needsNetwork': 'Esto necesita conexión. Inténtalo de nuevo cuando vuelvas a tenerla.',
  'offline.notKept': 'Este artículo no está en este dispositivo. Ábrelo de nuevo cuando tengas conexión.',
  'offline.notKeptTitle': 'No disponible sin conexión',
  'outbox.discard': 'Descartar',
  'outbox.discarded': 'Cambio descartado',
  'outbox.dismiss': 'Descartar aviso',
  'outbox.empty': 'No hay cambios pendientes',
  'outbox.emptyHint': 'Los cambios que hagas sin conexión aparecen aquí hasta que se envíen.',
  'outbox.kinds.save': 'Guardado',
  'outbox.kinds.title': 'Título cambiado',
  'outbox.kinds.undo': 'Deshecho',
  'outbox.lead': 'Estos cambios se hicieron sin conexión y se envían en este orden cuando la haya.',
  'outbox.lost': 'Se conservó un cambio más reciente de otro dispositivo.',
  'outbox.problems': 'No aplicados',
  'outbox.problemsOne': '# cambio no aplicado',
  'outbox.problemsOther': '# cambios no aplicados',
  'outbox.reasons.deleted': 'Se eliminó en otro dispositivo.',
  'outbox.reasons.other': 'El servidor no lo aceptó.',
  'outbox.send': 'Enviar ahora',
  'outbox.title': 'Cambios pendientes',
  'outbox.waitingOne': '# cambio pendiente',
  'outbox.waitingOther': '# cambios pendientes',
}
