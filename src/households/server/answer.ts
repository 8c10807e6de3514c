import type { Invitation } from '#/households/contract.ts'
import { refuse } from '#/households/errors.ts'
import type { HouseholdChanged } from '#/households/events.ts'
import { hintOf, householdLimits, type InvitationState, nameForStranger } from '#/households/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor, ActorWork, Work } from '#/kernel/server/work.ts'
import { hashOf, readInvited } from './invite.ts'
import { announceChange } from './members.ts'
import { petsOfMember } from './queries.ts'

const findByToken = (db: Db, token: string) =>
  db
    .selectFrom('household_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'm.user_id', 'm.member_id', 'm.email', 'm.state', 'm.expires_at', 'm.token_hash'])
    .select(['u.name', 'u.suspended_at', 'u.erased_at'])
    .where('m.token_hash', '=', hashOf(token))

type Found = {
  state: string
  expires_at: Date
  suspended_at: Date | null
  erased_at: Date | null
}

/** An invitation by somebody who was suspended or has left isn't open any more. */
function stateOf({ state, expires_at, suspended_at, erased_at }: Found, now: Date): InvitationState {
  if (state === 'declined') return 'declined'
  if (state === 'withdrawn' || suspended_at || erased_at) return 'withdrawn'
  if (state !== 'invited') return 'used'
  return expires_at > now ? 'open' : 'expired'
}

/** Returns an invitation; of one that isn't open any more, only the reason. */
export async function readInvitation(
  { db, visitor, now, config }: { db: Db; visitor: Actor | null; now: Date; config: Config },
  token: string,
): Promise<Invitation> {
  const found = await findByToken(db, token).select(petsOfMember.as('pets')).executeTakeFirst()
  if (!found) return refuseRequest('request.not_found')
  const state = stateOf(found, now)
  if (state !== 'open') return { state, details: null }
  return {
    state,
    details: {
      ownerName: nameForStranger(found.name, config.PRODUCT_NAME),
      pets: found.pets.map(({ name }) => name),
      expiresAt: found.expires_at,
      address: hintOf(found.email),
      isForCaller: visitor && (await isAddressOf(db, visitor.userId, found)),
    },
  }
}

/** The inviter isn't invited, even if they have taken over the address since. */
async function isAddressOf(
  db: Db,
  userId: string,
  { email, user_id }: { email: string; user_id: string },
): Promise<boolean> {
  if (userId === user_id) return false
  const { contact_email } = await db
    .selectFrom('users')
    .select('contact_email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return contact_email?.toLowerCase() === email
}

async function lock({ db }: Pick<Work, 'db'>, token: string) {
  const found = await findByToken(db, token).forNoKeyUpdate('m').executeTakeFirst()
  return found ?? refuseRequest('request.not_found')
}

/** @throws households.used and the like, if the invitation isn't open */
function expectOpen(invitation: Found, now: Date): void {
  const state = stateOf(invitation, now)
  if (state !== 'open') refuse(`households.${state}`)
}

/**
 * Joins a household. The account must have the invited address. It needn't be confirmed: only that mailbox got the link.
 * The person's lock keeps the number of their households true.
 */
export async function acceptInvitation(
  work: ActorWork,
  { token, wantsReminders }: { token: string; wantsReminders: boolean },
): Promise<void> {
  const { db, actor, now } = work
  const invitation = await lock(work, token)
  // A second click, or the link opened again, by the person who has joined.
  if (invitation.state === 'joined' && invitation.member_id === actor.userId) return
  expectOpen(invitation, now)
  if (!(await isAddressOf(db, actor.userId, invitation))) refuse('households.other_address')
  await db.selectFrom('users').select('id').where('id', '=', actor.userId).forNoKeyUpdate().execute()
  const { count } = await db
    .selectFrom('household_members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', actor.userId)
    .where('state', '=', 'joined')
    .executeTakeFirstOrThrow()
  if (count >= householdLimits.households) refuse('households.too_many_households')
  await db
    .updateTable('household_members')
    .set({ state: 'joined', member_id: actor.userId, joined_at: now, wants_reminders: wantsReminders })
    .where('id', '=', invitation.id)
    .execute()
  await readInvited(work, invitation)
  await announceChange(work, { id: invitation.id, what: 'joined', to: invitation.user_id })
}

/** Declines without a login, because strangers shouldn't need an account to say no. */
export async function declineInvitation(work: Work, token: string): Promise<void> {
  const { db, now, announce } = work
  const invitation = await lock(work, token)
  // A second click.
  if (invitation.state === 'declined') return
  expectOpen(invitation, now)
  await db
    .updateTable('household_members')
    .set({ state: 'declined', ended_at: now })
    .where('id', '=', invitation.id)
    .execute()
  await readInvited(work, invitation)
  const { id, user_id } = invitation
  await announce<HouseholdChanged>('households.changed', {
    id,
    what: 'declined',
    by: null,
    to: user_id,
    at: now.toISOString(),
  })
}
