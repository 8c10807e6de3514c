import { z } from 'zod'
import { deskIncidentSchema, incidentRemovalSchema } from '#/care/desk.ts'
import { careErrors } from '#/care/errors.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { removableSearch } from './removable.ts'

export const incidentEndpoints = {
  incidents: endpoint({
    method: 'GET',
    path: '/admin/incidents',
    summary:
      'Lists incidents at visits by the provider’s or the owner’s name, the latest first; or removed ones, the last removed first',
    access: 'admin',
    rows: 'all incidents, with both sides and who removed them',
    input: removableSearch,
    output: pageOf(deskIncidentSchema),
  }),
  removeIncident: endpoint({
    method: 'POST',
    path: '/admin/incidents/{id}/removal',
    summary: 'Removes an incident, so that neither side nor later providers see it; tells both sides why',
    access: 'admin',
    rows: 'all incidents',
    audit: { action: 'incident.removed', said: 'removed the incident', subject: 'incident' },
    input: z.object({ id: idSchema('incident'), reason: incidentRemovalSchema }),
    output: done,
    errors: only(careErrors, 'care.already_removed'),
  }),
}
