import { serve } from '#/kernel/server/serve.ts'
import { reportsContract } from '#/reports/contract.ts'
import { removeAlertPlace, setAlertPlace, showAlertPlace } from './alert-place.ts'
import { listContacts, writeToReporter } from './contacts.ts'
import { changeReport, createReport, deleteReport } from './create.ts'
import { complain } from './desk.ts'
import { readTimeline, removeEntry, writeEntry } from './entries.ts'
import { listFeed } from './feed.ts'
import { listMine, listReports, showPhone, showReport } from './find.ts'
import { sightAsGuest } from './guest-sightings.ts'
import { readMap } from './map.ts'
import { findMatches } from './matches.ts'
import { follow, moveReport } from './moves.ts'
import { blockWriter, complainAboutEntry } from './writers.ts'

const os = serve(reportsContract)

export const reportsEndpoints = os.router({
  reports: os.reports.handler(({ input, context }) => listReports(context, input)),
  feed: os.feed.handler(({ input, context: { db } }) => listFeed(db, input)),
  map: os.map.handler(({ input, context }) => readMap(context, input)),
  mine: os.mine.handler(({ input, context }) => listMine(context, input)),
  report: os.report.handler(({ input, context }) => showReport(context, input.id)),
  timeline: os.timeline.handler(({ input, context }) => readTimeline(context, input)),
  matches: os.matches.handler(({ input, context: { db, actor } }) => findMatches(db, actor, input.id)),
  create: os.create.handler(({ input, context }) => createReport(context, input)),
  change: os.change.handler(({ input, context }) => changeReport(context, input)),
  reunite: os.reunite.handler(({ input, context }) => moveReport(context, 'reunite', input.id)),
  withdraw: os.withdraw.handler(({ input, context }) => moveReport(context, 'withdraw', input.id)),
  renew: os.renew.handler(({ input, context }) => moveReport(context, 'renew', input.id)),
  revive: os.revive.handler(({ input, context }) => moveReport(context, 'revive', input.id)),
  remove: os.remove.handler(({ input, context }) => deleteReport(context, input.id)),
  follow: os.follow.handler(({ input, context }) => follow(context, input)),
  comment: os.comment.handler(({ input, context }) => writeEntry(context, { ...input, kind: 'comment' })),
  sight: os.sight.handler(({ input, context }) => writeEntry(context, { ...input, kind: 'sighting' })),
  sightAsGuest: os.sightAsGuest.handler(({ input, context }) => sightAsGuest(context, input)),
  complain: os.complain.handler(({ input, context }) => complain(context, input)),
  message: os.message.handler(({ input, context }) => writeToReporter(context, input)),
  phone: os.phone.handler(({ input, context }) => showPhone(context, input.id)),
  contacts: os.contacts.handler(({ input, context: { db, actor } }) => listContacts(db, actor, input.id)),
  blockWriter: os.blockWriter.handler(({ input, context }) => blockWriter(context, input)),
  complainAboutEntry: os.complainAboutEntry.handler(({ input, context }) =>
    complainAboutEntry(context, input),
  ),
  alertPlace: os.alertPlace.handler(async ({ context: { db, actor } }) => ({
    place: await showAlertPlace(db, actor),
  })),
  setAlertPlace: os.setAlertPlace.handler(({ input, context }) => setAlertPlace(context, input)),
  removeAlertPlace: os.removeAlertPlace.handler(({ context }) => removeAlertPlace(context)),
  removeEntry: os.removeEntry.handler(({ input, context }) => removeEntry(context, input.id)),
})
