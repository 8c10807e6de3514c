import { type RawBuilder, sql } from 'kysely'
import { acceptedPhases, blockingStatuses } from '#/appointments/rules.ts'
import type { Flag } from '#/appointments/shapes.ts'
import { type Day, dayOf, formatDay } from '#/kernel/time.ts'
import { lackingVaccines, type Species, type Temperament } from '#/pets/rules.ts'
import { asSeenBy } from './blocked.ts'
import type { AppointmentRow } from './queries.ts'

export type FlagFacts = { isNew: boolean; pets: PetRow[] }
type PetRow = {
  id: string
  species: Species
  temperament: Temperament[]
  hasBitten: boolean
  incidents: { kind: string; severity: string; on: Day }[]
  vaccinations: { name: string; nextDueOn: Day | null }[]
}

/** The latest; a longer list would go unread. */
const mostIncidents = 5

const incidentWords: Readonly<Record<string, string>> = {
  bite: 'bit someone',
  escape: 'tried to escape',
  injury: 'was injured',
  allergy: 'had an allergic reaction',
  other: 'was part of an incident',
}

/**
 * Selects what the flags of a visit need, as `flag_facts`; null unless it is accepted and not over. Part of the
 * provider's lists, so that these stay one statement.
 */
export const flagFacts = (now: Date | RawBuilder<Date>) =>
  sql<FlagFacts | null>`case when a.status in (${literals(blockingStatuses)})
      and a.phase in (${literals(acceptedPhases)}) and a.ends_at > ${now} then json_build_object(
    'isNew', not exists (select from appointments b
      where b.pet_owner_id = a.pet_owner_id and b.provider_user_id = a.provider_user_id
        and b.phase in (${literals(acceptedPhases)}) and b.starts_at < a.starts_at),
    'pets', coalesce((
      select json_agg(json_build_object('id', p.id, 'species', p.species, 'temperament', p.temperament,
               'hasBitten', exists (select from told_bites t
                 where t.pet_id = p.id and t.appointment_id <> a.id),
               'incidents', (
                 select coalesce(json_agg(json_build_object('kind', i.kind, 'severity', i.severity,
                          'on', i.happened_on) order by i.happened_on desc), '[]')
                   from (select kind, severity, happened_on from noted_incidents n
                          where n.pet_id = p.id and n.appointment_id <> a.id and not exists (
                            select from message_blocks b join pet_owners o on o.id = a.pet_owner_id
                             where (b.blocker_id, b.blocked_id)
                                   in ((o.user_id, a.provider_user_id), (a.provider_user_id, o.user_id)))
                          order by happened_on desc limit ${sql.lit(mostIncidents)}) i),
               'vaccinations', (
                 select coalesce(json_agg(json_build_object('name', v.name, 'nextDueOn', v.next_due_on)), '[]')
                   from (select distinct on (lower(name)) name, next_due_on from pet_vaccinations
                          where pet_id = p.id order by lower(name), given_on desc, id desc) v)) order by ap.position)
        from appointment_pets ap join pets p on p.id = ap.pet_id where ap.appointment_id = a.id), '[]')) end`.as(
    'flag_facts',
  )

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)))

/** Returns what a provider should look out for at a visit, given its `flagFacts`. */
export function flagsOf(visit: AppointmentRow, facts: FlagFacts | null): Flag[] {
  return facts ? flagsFrom(asSeenBy('provider', visit), facts) : []
}

function flagsFrom(
  { pets, starts_at, time_zone }: AppointmentRow,
  { isNew, pets: known }: FlagFacts,
): Flag[] {
  const day = dayOf(starts_at, time_zone)
  const client: Flag[] = isNew
    ? [{ kind: 'new_client', text: 'New client: their first booking with you' }]
    : []
  return client.concat(
    known.flatMap(({ id, species, temperament, hasBitten, incidents, vaccinations }) => {
      const name = pets.find((pet) => pet.id === id)?.name ?? 'Pet'
      const lacking = lackingVaccines(species, vaccinations, day).map(
        ({ name: vaccine, dueOn }): Flag => ({
          kind: 'vaccine',
          text: dueOn
            ? `${name}: ${vaccine} vaccination overdue since ${formatDay(dueOn)}`
            : `${name}: no ${vaccine} vaccination on record`,
        }),
      )
      const bites: Flag[] = [
        ...(temperament.includes('may_bite')
          ? [{ kind: 'bite' as const, text: `${name} may bite, according to their owner` }]
          : []),
        ...(hasBitten
          ? [{ kind: 'bite' as const, text: `${name}: bite history noted at another booking` }]
          : []),
      ]
      const noted = incidents.map(
        ({ kind, severity, on }): Flag => ({
          kind: 'incident',
          text: `${name} ${incidentWords[kind]} at a visit on ${formatDay(on)} (${severity})`,
        }),
      )
      return [...bites, ...noted, ...lacking]
    }),
  )
}
