import { cardPathFor } from '#/appointments/card-path.ts'
import type { IncidentChanged } from '#/care/events.ts'
import { notesPath } from '#/care/rules.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { dayOf, formatDay } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import { findIncident, type IncidentRecord } from './incident-queries.ts'

type What = IncidentChanged['data']['what']
type News = { to: 'owner' | 'author'; title: string; message: string }[]

function newsOf(what: What, row: IncidentRecord): News {
  const { author_name: by, pet_name: pet, author_pet_name: known } = row
  const visit = `the visit on ${formatDay(dayOf(row.starts_at, row.time_zone))}`
  if (what === 'noted')
    return [
      {
        to: 'owner',
        title: `Incident with ${pet}`,
        message: `${by} noted an incident at ${visit}. Read what happened and what was done. You can answer once.`,
      },
    ]
  if (what === 'corrected')
    return [
      {
        to: 'owner',
        title: `Corrected: incident with ${pet}`,
        message: `${by} corrected what they noted about ${visit}.`,
      },
    ]
  if (what === 'added_to')
    return [
      {
        to: 'owner',
        title: `Addendum: incident with ${pet}`,
        message: `${by} added something to what they noted about ${visit}.`,
      },
    ]
  if (what === 'answered')
    return [
      {
        to: 'author',
        title: `Answer: incident with ${known}`,
        message: `The owner answered what you noted about ${visit}.`,
      },
    ]
  const why = `Reason: ${row.removal_reason}`
  return [
    {
      to: 'author',
      title: `Removed: incident with ${known}`,
      message: `Support removed what you noted about ${visit}. ${why}`,
    },
    {
      to: 'owner',
      title: `Removed: incident with ${pet}`,
      message: `Support removed the incident that was noted about ${visit}. ${why}`,
    },
  ]
}

export const tellOfIncident = subscriber<IncidentChanged>(
  'care.incident_changed',
  'care.tell-of-incident',
  async (work, { incidentId, what, mark }) => {
    const row = await findIncident(work.db, incidentId)
    // Skip stale events: a late "noted" must not follow a removal.
    if (!row || (row.removed_at !== null) !== (what === 'removed')) return
    // After a block, an owner still learns that their pet's record grew; otherwise neither side is notified.
    if (row.is_blocked && what !== 'noted' && what !== 'removed') return
    const { owner_user_id: owner, author_user_id: author } = row
    // One notification covers all incidents noted at one visit.
    const about = what === 'noted' ? row.appointment_id : `${incidentId}:${mark}`
    await notify(
      work,
      ...newsOf(what, row).map(({ to, title, message }) => ({
        userId: to === 'owner' ? owner : author,
        causedBy: what === 'removed' ? null : to === 'owner' ? author : owner,
        type: 'incident' as const,
        source: `care.incident_${what}:${about}`,
        title,
        message,
        href:
          what === 'removed'
            ? cardPathFor(to === 'owner' ? 'owner' : 'provider', 'past', row.appointment_id)
            : `${notesPath}?incident=${incidentId}`,
      })),
    )
  },
)
