import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { done } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { careErrors } from './errors.ts'
import { incidentAnswer, incidentContent, incidentSchema } from './incidents.ts'
import { careRates } from './rules.ts'

const onlyThe = z.object({ id: idSchema('incident') })
const seen = z.int().min(1).max(1_000_000)
const ownIncident = 'an incident that the caller noted as the provider of the booking'

export const incidentEndpoints = {
  incident: endpoint({
    method: 'GET',
    path: '/care/incidents/{id}',
    summary: 'Returns an incident at a visit',
    access: 'signed-in',
    token: 'notes:read',
    rows: 'for the pet’s owner, and for the provider who noted it; none that support removed',
    input: onlyThe,
    output: incidentSchema,
  }),
  addIncident: endpoint({
    method: 'POST',
    path: '/care/incidents',
    summary: 'Notes an incident at a visit, and tells the owner',
    access: 'signed-in',
    rows: 'a new incident with a pet, at a booking of the caller as a provider from its start until 14 days after its end',
    limit: { name: 'incident', by: 'user', ...careRates.incident },
    input: z.object({ bookingId: idSchema('booking'), petId: idSchema('pet'), ...incidentContent }),
    output: onlyThe,
    errors: only(careErrors, 'care.no_incident_now', 'care.too_many_incidents'),
  }),
  changeIncident: endpoint({
    method: 'PUT',
    path: '/care/incidents/{id}',
    summary: 'Corrects an incident within 24 hours, unless the owner has answered',
    access: 'signed-in',
    rows: ownIncident,
    limit: { name: 'incident-correction', by: 'user', ...careRates.incident },
    input: onlyThe.extend({ seen, ...incidentContent }),
    output: done,
    errors: only(careErrors, 'care.incident_fixed', 'care.changed_meanwhile'),
  }),
  addToIncident: endpoint({
    method: 'POST',
    path: '/care/incidents/{id}/addenda',
    summary: 'Adds a dated addendum to an incident that can no longer be corrected',
    access: 'signed-in',
    rows: ownIncident,
    limit: { name: 'incident-addendum', by: 'user', ...careRates.incident },
    input: onlyThe.extend({ text: incidentAnswer }),
    output: done,
    errors: only(careErrors, 'care.incident_open', 'care.too_many_addenda'),
  }),
  answerIncident: endpoint({
    method: 'POST',
    path: '/care/incidents/{id}/answer',
    summary: 'Answers an incident as it was read, once',
    access: 'record:pet_owner',
    rows: 'an incident with a pet of the caller',
    input: onlyThe.extend({ seen, text: incidentAnswer }),
    output: done,
    errors: only(careErrors, 'care.already_answered', 'care.changed_meanwhile'),
  }),
}
