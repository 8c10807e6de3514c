import { sql } from 'kysely'
import type { HouseholdChanged, HouseholdInvited } from '#/households/events.ts'
import { householdLimits, invitePath } from '#/households/rules.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import { notify } from '#/notifications/server/index.ts'
import { hashOf, sourceOf } from './invite.ts'
import { petsSeenByMember } from './queries.ts'

/** Tells the other side what happened in a household, and both sides' open pages. */
export const tellOfHousehold = subscriber<HouseholdChanged>(
  'households.changed',
  'households.tell-the-other-side',
  async (work, { id, what, by, to, at }) => {
    const { db } = work
    const row = await db
      .selectFrom('household_members as m')
      .leftJoin('users as b', (join) => join.on('b.id', '=', by))
      .select(['m.email', petsSeenByMember.as('pets')])
      .select(sql<string | null>`known_name(${to}, b.id, b.name)`.as('name'))
      .where('m.id', '=', id)
      .executeTakeFirst()
    if (!row) return
    const name = row.name || 'A Pawfolk user'
    const pets = new Intl.ListFormat('en-GB').format(row.pets.map((pet) => pet.name))
    const words = {
      joined: [
        'Someone joined your household',
        `${name} sees the to-dos of ${pets || 'your pets'} and can tick them.`,
      ],
      declined: ['Your invitation was declined', `${row.email} won’t join your household.`],
      left: ['Someone left your household', `${name} no longer sees your pets’ to-dos.`],
      removed: [
        'You’re no longer in a household',
        `${name} has removed you from their household. You don’t see their pets’ to-dos any more.`,
      ],
      shared: [
        'The pets that you help with have changed',
        `${name} has changed them. You now see the to-dos of ${pets}.`,
      ],
    } as const
    const [title, message] = words[what]
    // A caregiver who sees no pets has been removed since, or one of the two has blocked the other.
    if (what !== 'shared' || pets)
      await notify(work, {
        userId: to,
        causedBy: by,
        type: 'household_changed',
        title,
        message,
        source: `households.${what}:${id}:${at}`,
        href: '/todo',
      })
    await hint(db, by ? [by, to] : [to], 'todo')
  },
)

/** Notifies the invited of an open invitation; it has been mailed already. */
export const tellOfInvitation = subscriber<HouseholdInvited>(
  'households.invited',
  'households.tell-the-invited',
  async (work, { to, by, inviter, token }) => {
    // Share lock: an answer waits, and then finds the notification to mark.
    const open = await work.db
      .selectFrom('household_members')
      .select('id')
      .where('token_hash', '=', hashOf(token))
      .where('state', '=', 'invited')
      .forShare()
      .executeTakeFirst()
    if (!open) return
    await notify(work, {
      userId: to,
      causedBy: by,
      type: 'household_changed',
      isMailed: true,
      title: `${inviter} invites you to help with their pets`,
      message: `You would see the to-dos of their pets and tick what you’ve done. Accept or decline within ${householdLimits.linkDays} days.`,
      source: sourceOf(hashOf(token)),
      href: invitePath(token),
    })
  },
)
