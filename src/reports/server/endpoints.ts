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
const done = { done: true } as const

export const reportsEndpoints = os.router({
  reports: os.reports.handler(({ input, context }) => listReports(context, input)),
  feed: os.feed.handler(({ input, context: { db } }) => listFeed(db, input)),
  map: os.map.handler(({ input, context }) => readMap(context, input)),
  mine: os.mine.handler(({ input, context }) => listMine(context, input.cursor)),
  report: os.report.handler(({ input, context }) => showReport(context, input.id)),
  timeline: os.timeline.handler(({ input, context }) => readTimeline(context, input)),
  matches: os.matches.handler(({ input, context: { db, actor } }) => findMatches(db, actor, input.id)),
  create: os.create.handler(({ input, context }) => createReport(context, input)),
  change: os.change.handler(async ({ input, context }) => {
    await changeReport(context, input)
    return done
  }),
  reunite: os.reunite.handler(async ({ input, context }) => {
    await moveReport(context, 'reunite', input.id)
    return done
  }),
  withdraw: os.withdraw.handler(async ({ input, context }) => {
    await moveReport(context, 'withdraw', input.id)
    return done
  }),
  renew: os.renew.handler(async ({ input, context }) => {
    await moveReport(context, 'renew', input.id)
    return done
  }),
  revive: os.revive.handler(async ({ input, context }) => {
    await moveReport(context, 'revive', input.id)
    return done
  }),
  remove: os.remove.handler(async ({ input, context }) => {
    await deleteReport(context, input.id)
    return done
  }),
  follow: os.follow.handler(async ({ input, context }) => {
    await follow(context, input)
    return done
  }),
  comment: os.comment.handler(async ({ input, context }) => {
    await writeEntry(context, { ...input, kind: 'comment' })
    return done
  }),
  sight: os.sight.handler(async ({ input, context }) => {
    await writeEntry(context, { ...input, kind: 'sighting' })
    return done
  }),
  sightAsGuest: os.sightAsGuest.handler(async ({ input, context }) => {
    await sightAsGuest(context, input)
    return done
  }),
  complain: os.complain.handler(async ({ input, context }) => {
    await complain(context, input)
    return done
  }),
  message: os.message.handler(({ input, context }) => writeToReporter(context, input)),
  phone: os.phone.handler(({ input, context }) => showPhone(context, input.id)),
  contacts: os.contacts.handler(({ input, context: { db, actor } }) => listContacts(db, actor, input.id)),
  blockWriter: os.blockWriter.handler(async ({ input, context }) => {
    await blockWriter(context, input)
    return done
  }),
  complainAboutEntry: os.complainAboutEntry.handler(async ({ input, context }) => {
    await complainAboutEntry(context, input)
    return done
  }),
  alertPlace: os.alertPlace.handler(async ({ context: { db, actor } }) => ({
    place: await showAlertPlace(db, actor),
  })),
  setAlertPlace: os.setAlertPlace.handler(async ({ input, context }) => {
    await setAlertPlace(context, input)
    return done
  }),
  removeAlertPlace: os.removeAlertPlace.handler(async ({ context }) => {
    await removeAlertPlace(context)
    return done
  }),
  removeEntry: os.removeEntry.handler(async ({ input, context }) => {
    await removeEntry(context, input.id)
    return done
  }),
})
