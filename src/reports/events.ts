import type { ReportMove, ReportStatus } from './rules.ts'

/** A report was edited, or moved by its reporter or the clock. `mark` names this one change. */
export type ReportChanged = {
  name: 'reports.changed'
  data: { reportId: string; what: ReportMove | 'update'; mark: string }
}

/** Somebody reported a pet. Neighbours hear of it in batches: `after` is the last person of the batch before. */
export type ReportCreated = { name: 'reports.created'; data: { reportId: string; after: string | null } }

/** More neighbours may hear of a report: its reporter has confirmed something, or its place is known by now. In batches, too. */
export type AlertsDue = {
  name: 'reports.alerts_due'
  data: { reportId: string; after: string | null }
}

/** The reporter deleted a report; it is gone, so the event says whom to tell. */
export type ReportDeleted = {
  name: 'reports.deleted'
  data: {
    reportId: string
    what: string
    petName: string | null
    status: ReportStatus
    reporterId: string
    followers: string[]
  }
}

/** `guest`: the keyed hash of the writer's phone number, if they have no account. */
export type EntryAdded = { name: 'reports.entry_added'; data: { entryId: string; guest?: string } }

/** Support removed what somebody with an account wrote under a report. It is gone, so the event says whom to tell. */
export type EntryRemoved = {
  name: 'reports.entry_removed'
  data: {
    entryId: string
    reportId: string
    kind: 'comment' | 'sighting'
    writerId: string
    reason: string
  }
}

/** Support removed a report. */
export type ReportRemoved = { name: 'reports.removed'; data: { reportId: string } }

/** Admins closed these complaints about a report. */
export type ComplaintsClosed = { name: 'reports.complaints_closed'; data: { complaintIds: string[] } }
