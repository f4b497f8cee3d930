// Generated from en.json by "npm run docs".

/** The values of the placeholders of each message that has any. */
export interface MessageArguments {
  'admin.checks.found': { readonly count: number }
  'admin.checks.running': { readonly count: number }
  'admin.day.failed': { readonly pages: number; readonly errors: number }
  'admin.day.most': { readonly value: string | number }
  'admin.day.total': { readonly count: number; readonly most: number }
  'admin.duration.h': { readonly count: number }
  'admin.duration.min': { readonly count: number }
  'admin.duration.ms': { readonly count: number }
  'admin.duration.s': { readonly count: number }
  'admin.hosts.enqueued': { readonly count: number }
  'admin.jobs.attempts': { readonly count: number }
  'admin.jobs.number': { readonly id: string | number }
  'admin.jobs.retried': { readonly count: number }
  'admin.number': { readonly count: number }
  'admin.provider.lead': { readonly issuer: string | number }
  'admin.size.bytes': { readonly count: number }
  'admin.size.giga': { readonly count: number }
  'admin.size.kilo': { readonly count: number }
  'admin.size.mega': { readonly count: number }
  'admin.size.tera': { readonly count: number }
  'admin.storage.files': { readonly count: number }
  'admin.storage.freeOf': { readonly free: string | number; readonly disk: string | number }
  'admin.storage.most': { readonly shown: number; readonly count: number }
  'admin.storage.took': { readonly count: number }
  'admin.storage.used': { readonly percent: number }
  'admin.user.delete.submit': { readonly name: string | number }
  'admin.user.delete.warning': { readonly count: number }
  'admin.user.quota.used': { readonly used: string | number }
  'admin.users.count': { readonly count: number }
  'admin.users.entries': { readonly count: number }
  'admin.users.found': { readonly count: number }
  'annotations.count': { readonly count: number }
  'annotations.notes': { readonly count: number }
  'annotations.ofEntry': { readonly count: number }
  'annotations.place': { readonly page: number; readonly pages: number }
  'bulk.done.archive': { readonly count: number }
  'bulk.done.collect': { readonly count: number }
  'bulk.done.delete': { readonly count: number }
  'bulk.done.refetch': { readonly count: number }
  'bulk.done.star': { readonly count: number }
  'bulk.done.tag': { readonly count: number }
  'bulk.done.unarchive': { readonly count: number }
  'bulk.done.uncollect': { readonly count: number }
  'bulk.done.unstar': { readonly count: number }
  'bulk.done.untag': { readonly count: number }
  'bulk.enqueued': { readonly count: number }
  'bulk.enqueuedCapped': { readonly count: number }
  'bulk.enqueuedNarrow': { readonly count: number }
  'bulk.unfinished': { readonly count: number }
  'bulk.whole': { readonly count: number }
  'bulk.wholeCapped': { readonly count: number }
  'card.label': { readonly label: string | number }
  'card.minutes': { readonly count: number }
  'card.progress': { readonly percent: number }
  'collections.addedTo': { readonly name: string | number }
  'collections.arrangeTitle': { readonly name: string | number }
  'collections.count': { readonly count: number }
  'collections.created': { readonly name: string | number }
  'collections.deleted': { readonly name: string | number }
  'collections.errors.tooMany': { readonly count: number }
  'collections.removedFrom': { readonly name: string | number }
  'collections.unknown': { readonly name: string | number }
  'complete.count': { readonly count: number }
  'config.feedsNone': { readonly lists: string | number }
  'config.limits.bytes': { readonly used: string | number; readonly limit: string | number }
  'config.limits.entries': { readonly used: number; readonly limit: number }
  'config.limits.saves': { readonly used: number; readonly limit: number }
  'config.wrong.number': { readonly most: number }
  'config.wrong.ruleFile': { readonly most: number }
  'connect.account': { readonly service: string | number }
  'connect.appTitle': { readonly app: string | number }
  'connect.browser': { readonly app: string | number }
  'connect.connected': { readonly app: string | number }
  'connect.file.file': { readonly path: string | number }
  'connect.file.lines': { readonly path: string | number }
  'connect.key.lead': { readonly app: string | number; readonly access: string | number }
  'connect.menus': { readonly menus: string | number }
  'connect.others': { readonly apps: string | number }
  'connect.press': { readonly button: string | number }
  'connect.proof.library': { readonly version: string | number }
  'connect.proof.replayed': { readonly app: string | number }
  'connect.proof.run': { readonly version: string | number }
  'connect.tried.library': { readonly version: string | number }
  'connect.tried.run': { readonly version: string | number }
  'connect.waiting': { readonly app: string | number }
  'consent.account': { readonly username: string | number }
  'consent.describedBy': { readonly host: string | number }
  'consent.end': { readonly link: string | number }
  'consent.noDocument': { readonly host: string | number }
  'consent.refused': { readonly reason: string | number }
  'consent.returnTo': { readonly address: string | number }
  'consent.title': { readonly app: string | number }
  'credentials.changeTitle': { readonly host: string | number }
  'credentials.errors.full': { readonly count: string | number }
  'danger.account.warning': { readonly count: number }
  'danger.counts.annotations': { readonly count: number }
  'danger.counts.archived': { readonly count: number }
  'danger.counts.entries': { readonly count: number }
  'danger.counts.tagged': { readonly count: number }
  'danger.counts.tags': { readonly count: number }
  'danger.submits.annotations': { readonly count: number }
  'danger.submits.archived': { readonly count: number }
  'danger.submits.entries': { readonly count: number }
  'danger.submits.tags': { readonly count: number }
  'danger.tagOption': { readonly label: string | number; readonly count: number }
  'danger.warnings.annotations': { readonly count: number }
  'danger.warnings.archived': { readonly count: number }
  'danger.warnings.entries': { readonly count: number }
  'danger.warnings.tags': { readonly count: number }
  'device.allowed': { readonly app: string | number }
  'done.named': { readonly what: string | number; readonly title: string | number }
  'entry.minutes': { readonly count: number }
  'events.pageLead': { readonly days: string | number }
  'events.refusals.accounts': { readonly count: number }
  'events.times': { readonly count: number }
  'explain.age.d': { readonly count: number }
  'explain.age.h': { readonly count: number }
  'explain.age.m': { readonly count: number }
  'explain.age.w': { readonly count: number }
  'explain.age.y': { readonly count: number }
  'explain.field.archived': { readonly text: string | number }
  'explain.field.author': { readonly text: string | number }
  'explain.field.collection': { readonly text: string | number }
  'explain.field.highlights': { readonly text: string | number }
  'explain.field.id': { readonly text: string | number }
  'explain.field.import': { readonly text: string | number }
  'explain.field.lang': { readonly text: string | number }
  'explain.field.left': { readonly text: string | number }
  'explain.field.note': { readonly text: string | number }
  'explain.field.opened': { readonly text: string | number }
  'explain.field.progress': { readonly text: string | number }
  'explain.field.published': { readonly text: string | number }
  'explain.field.saved': { readonly text: string | number }
  'explain.field.site': { readonly text: string | number }
  'explain.field.starred': { readonly text: string | number }
  'explain.field.tag': { readonly text: string | number }
  'explain.field.text': { readonly text: string | number }
  'explain.field.time': { readonly text: string | number }
  'explain.field.title': { readonly text: string | number }
  'explain.field.updated': { readonly text: string | number }
  'explain.field.url': { readonly text: string | number }
  'explain.not': { readonly part: string | number }
  'explain.or': { readonly first: string | number; readonly second: string | number }
  'explain.range.atLeast': { readonly from: string | number }
  'explain.range.atMost': { readonly to: string | number }
  'explain.range.between': { readonly from: string | number; readonly to: string | number }
  'explain.range.lessThan': { readonly to: string | number }
  'explain.range.moreThan': { readonly from: string | number }
  'explain.times.before': { readonly to: string | number }
  'explain.times.between': { readonly from: string | number; readonly to: string | number }
  'explain.times.longerAgo': { readonly age: string | number }
  'explain.times.on': { readonly from: string | number }
  'explain.times.since': { readonly from: string | number }
  'explain.within.d': { readonly count: number }
  'explain.within.h': { readonly count: number }
  'explain.within.m': { readonly count: number }
  'explain.within.w': { readonly count: number }
  'explain.within.y': { readonly count: number }
  'explain.without': { readonly part: string | number }
  'explain.word': { readonly text: string | number }
  'filter.fits': { readonly count: number }
  'filter.minutes': { readonly count: number }
  'filter.takes': { readonly count: number }
  'frame.count': { readonly count: number }
  'history.done': { readonly what: string | number }
  'history.kinds.archive': { readonly count: number }
  'history.kinds.collect': { readonly count: number }
  'history.kinds.create-collection': { readonly count: number }
  'history.kinds.delete': { readonly count: number }
  'history.kinds.delete-collection': { readonly count: number }
  'history.kinds.delete-rule': { readonly count: number }
  'history.kinds.edit-collection': { readonly count: number }
  'history.kinds.edit-entry': { readonly count: number }
  'history.kinds.entry-note': { readonly count: number }
  'history.kinds.highlight': { readonly count: number }
  'history.kinds.move-collection': { readonly count: number }
  'history.kinds.move-entry': { readonly count: number }
  'history.kinds.note': { readonly count: number }
  'history.kinds.passage': { readonly count: number }
  'history.kinds.rename': { readonly count: number }
  'history.kinds.review': { readonly count: number }
  'history.kinds.star': { readonly count: number }
  'history.kinds.tag': { readonly count: number }
  'history.kinds.unarchive': { readonly count: number }
  'history.kinds.uncollect': { readonly count: number }
  'history.kinds.unhighlight': { readonly count: number }
  'history.kinds.unstar': { readonly count: number }
  'history.kinds.untag': { readonly count: number }
  'identities.continue': { readonly name: string | number }
  'identities.link': { readonly name: string | number }
  'import.contents.archived': { readonly count: number }
  'import.contents.highlights': { readonly count: number }
  'import.contents.invalid': { readonly count: number }
  'import.contents.leftOut': { readonly count: number }
  'import.contents.matched': { readonly count: number }
  'import.contents.new': { readonly count: number }
  'import.contents.repeated': { readonly count: number }
  'import.contents.starred': { readonly count: number }
  'import.contents.tags': { readonly count: number }
  'import.contents.unmatched': { readonly count: number }
  'import.counts': {
    readonly imported: number
    readonly merged: number
    readonly skipped: number
    readonly failed: number
  }
  'import.errorRow': { readonly row: number; readonly reason: string | number }
  'import.firstErrors': { readonly count: number }
  'import.formatTitle': { readonly service: string | number }
  'import.found': { readonly count: number; readonly saved: number }
  'import.foundDocuments': { readonly count: number }
  'import.foundIn': { readonly service: string | number; readonly rows: string | number }
  'import.hoursLeft': { readonly count: number }
  'import.matchCounts': { readonly merged: number; readonly skipped: number; readonly failed: number }
  'import.minutesLeft': { readonly count: number }
  'import.pagesDone': { readonly done: number; readonly total: number }
  'import.progress': { readonly share: number }
  'import.reasons.addressInvalid': { readonly address: string | number }
  'import.reasons.annotationsDropped': { readonly count: number }
  'import.reasons.archiveFiles': { readonly count: number }
  'import.reasons.archiveMember': { readonly file: string | number }
  'import.reasons.archiveRatio': { readonly count: number }
  'import.reasons.contentUnreadable': { readonly detail: string | number }
  'import.reasons.documentAmbiguous': { readonly title: string | number }
  'import.reasons.documentLoose': { readonly count: number }
  'import.reasons.documentPlaced': { readonly title: string | number; readonly count: number }
  'import.reasons.documentSame': { readonly title: string | number }
  'import.reasons.documentUnmatched': { readonly title: string | number }
  'import.reasons.documentsFull': { readonly count: number }
  'import.reasons.fileRows': { readonly count: number }
  'import.reasons.formatOther': { readonly found: string | number; readonly wanted: string | number }
  'import.reasons.highlightsUnreadable': { readonly file: string | number }
  'import.reasons.jsonDepth': { readonly count: number }
  'import.reasons.noteCut': { readonly count: number }
  'import.reasons.tagCut': { readonly count: number }
  'import.reasons.tagsDropped': { readonly count: number }
  'import.rowNumbers': { readonly numbers: string | number }
  'import.rowsDone': { readonly done: number; readonly total: number }
  'import.steps.connect': { readonly service: string | number; readonly path: string | number }
  'import.steps.download': { readonly file: string | number }
  'import.steps.find': { readonly file: string | number }
  'import.steps.open': { readonly service: string | number; readonly menus: string | number }
  'import.total': { readonly count: number }
  'import.undoHighlights': { readonly count: number }
  'import.undoText': { readonly count: number; readonly days: number }
  'import.undoing': { readonly count: number }
  'keeping.used': { readonly count: number; readonly megabytes: number }
  'kobo.https': { readonly address: string | number }
  'kobo.linesTitle': { readonly name: string | number }
  'kobo.steps.file': { readonly path: string | number }
  'kobo.steps.lines': { readonly section: string | number }
  'list.count': { readonly count: number }
  'list.savedAllBefore': { readonly count: number }
  'list.savedMany': { readonly count: number }
  'list.savedManyBefore': { readonly count: number }
  'list.searchInstead': { readonly words: string | number }
  'listen.noVoice': { readonly language: string | number }
  'login.failures.waitMinutes': { readonly count: number }
  'login.failures.waitSeconds': { readonly count: number }
  'login.provider': { readonly name: string | number }
  'login.signOutProvider': { readonly name: string | number }
  'mail.addresses.errors.full': { readonly count: string | number }
  'mail.addresses.lead': { readonly from: string | number }
  'mail.addresses.unsent': { readonly reason: string | number }
  'mail.confirm.done': { readonly address: string | number }
  'mail.confirm.lead': { readonly server: string | number; readonly address: string | number }
  'mail.digests.daily': { readonly time: string | number }
  'mail.digests.errors.full': { readonly most: string | number }
  'mail.digests.errors.maxEntries': { readonly most: string | number }
  'mail.digests.mostHint': { readonly most: string | number }
  'mail.digests.weekly': { readonly day: string | number; readonly time: string | number }
  'mail.digests.zone': { readonly zone: string | number }
  'mail.off.docs': { readonly file: string | number }
  'mail.parts': { readonly count: number }
  'mail.send.done': { readonly count: number }
  'mail.send.lead': { readonly count: number }
  'mail.send.more': { readonly count: number }
  'mail.send.tooMany': { readonly count: string | number }
  'minutes.choice': { readonly count: number }
  'minutes.titleFor': { readonly count: number }
  'pager.place': { readonly page: number; readonly pages: number }
  'passkeys.otherHost': { readonly host: string | number }
  'reader.kilobytes': { readonly count: number }
  'reader.pictureAt': { readonly site: string | number }
  'reader.pictureLink': { readonly site: string | number }
  'reader.playFrom': { readonly time: string | number }
  'reader.values.leading': { readonly value: number }
  'reader.values.size': { readonly value: number }
  'reader.values.width': { readonly value: number }
  'recovery.lead': { readonly username: string | number }
  'review.next': { readonly day: string | number }
  'review.place': { readonly number: number; readonly total: number }
  'review.returns': { readonly day: string | number }
  'rules.problems.no-value': { readonly part: string | number; readonly place: string | number }
  'rules.problems.operator': { readonly part: string | number; readonly place: string | number }
  'rules.problems.order': { readonly part: string | number; readonly place: string | number }
  'rules.problems.parenthesis': { readonly place: string | number }
  'rules.problems.too-deep': { readonly place: string | number }
  'rules.problems.too-many': { readonly part: string | number; readonly place: string | number }
  'rules.problems.unknown-field': { readonly part: string | number; readonly place: string | number }
  'rules.problems.wrong-value': { readonly part: string | number; readonly place: string | number }
  'rules.sends': { readonly name: string | number }
  'rules.tooMany': { readonly most: number }
  'rules.trial': { readonly examined: number; readonly matches: number }
  'rules.wrongPart': { readonly part: string | number; readonly place: string | number }
  'saving.addressLead': { readonly placeholder: string | number }
  'saving.done': { readonly title: string | number }
  'saving.doneBefore': { readonly title: string | number }
  'saving.fileHint': { readonly size: string | number }
  'saving.fileTooLarge': { readonly size: string | number }
  'search.corrected': { readonly typed: string | number; readonly shown: string | number }
  'search.countCapped': { readonly count: number }
  'search.exactly': { readonly text: string | number }
  'search.offer': { readonly text: string | number }
  'search.quoted': { readonly text: string | number }
  'search.titleFor': { readonly text: string | number }
  'search.waiting': { readonly count: number }
  'search.waitingMany': { readonly count: number }
  'search.warnings.no-value': { readonly part: string | number }
  'search.warnings.operator': { readonly part: string | number }
  'search.warnings.unknown-field': { readonly part: string | number }
  'search.warnings.wrong-order': { readonly part: string | number }
  'search.warnings.wrong-value': { readonly part: string | number }
  'security.apps.afterDays': { readonly count: number }
  'security.apps.newTitle': { readonly name: string | number }
  'security.clients.tokens': { readonly count: number }
  'security.factor.codesLeft': { readonly count: number }
  'security.sessions.name': { readonly browser: string | number; readonly system: string | number }
  'tagList.count': { readonly count: number }
  'tagList.deleted': { readonly label: string | number }
  'tagList.renamed': { readonly label: string | number }
  'tags.create': { readonly label: string | number }
  'trash.confirm.title': { readonly count: number }
  'trash.deleted': { readonly count: number }
  'trash.lead': { readonly days: number }
  'trash.restored': { readonly count: number }
  'unplaced.assignLead': { readonly title: string | number }
  'unplaced.link': { readonly count: number }
}
