import { z } from 'zod'
import { asciiEmail, emailMaximum, isEmail } from '#/accounts/rules.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { done, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { householdsErrors } from './errors.ts'
import { householdLimits, householdRates, invitationStates, tokenPattern } from './rules.ts'

const petSchema = z.object({ id: idSchema('pet'), name: z.string() })

/** A caregiver in the caller's household, or an invitation. */
export const memberSchema = z.object({
  id: idSchema('household member'),
  state: z.enum(['invited', 'expired', 'joined']),
  email: z.string(),
  /** Null until they accept. */
  name: z.string().nullable(),
  pets: z.array(petSchema),
  /** When they joined, or when the invitation expires. */
  at: z.date(),
  mayResend: z.boolean(),
})
export type Member = z.output<typeof memberSchema>

/** A household that the caller helps. */
export const helpedSchema = z.object({
  id: idSchema('household member'),
  ownerName: z.string(),
  pets: z.array(petSchema),
  wantsReminders: z.boolean(),
})
export type Helped = z.output<typeof helpedSchema>

export const invitationSchema = z.object({
  state: z.enum(invitationStates),
  /** Null unless the invitation is open. */
  details: z
    .object({
      ownerName: z.string(),
      pets: z.array(z.string()),
      expiresAt: z.date(),
      /** The invited address, shortened. */
      address: z.string(),
      /** Whether the caller is logged in with the invited address; null for visitors. */
      isForCaller: z.boolean().nullable(),
    })
    .nullable(),
})
export type Invitation = z.output<typeof invitationSchema>

const petIds = z.array(idSchema('pet')).min(1).max(householdLimits.pets)
const onlyThe = z.object({ id: idSchema('household member') })
const byToken = z.object({ token: z.string().regex(tokenPattern) })
const own = 'a member or invitation of the caller’s household'
const helped = 'the caller’s membership in a household'
const ofLink = 'the invitation whose link has this token'
const changeLimit = { name: 'household-change', by: 'user', ...householdRates.change } as const
const readLimit = { name: 'household-invitation', by: 'network', ...householdRates.read } as const
const mailErrors = only(householdsErrors, 'households.unconfirmed', 'households.mailed_enough')
const closedErrors = only(
  householdsErrors,
  'households.used',
  'households.expired',
  'households.withdrawn',
  'households.declined',
)

export const householdsContract = {
  mine: endpoint({
    method: 'GET',
    path: '/household',
    summary: 'Returns the caller’s household, and the households that they help',
    access: 'signed-in',
    rows: 'members and invitations of the caller’s household, and the caller’s memberships in others',
    input: z.object({}).optional(),
    output: z.object({ members: z.array(memberSchema), helped: z.array(helpedSchema) }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/household/members',
    summary: 'Invites a caregiver by mail',
    access: 'record:pet_owner',
    named: true,
    rows: 'a new invitation to the caller’s household, for some of their pets',
    limit: changeLimit,
    input: z.object({
      email: requiredLine(emailMaximum)
        .refine((email) => isEmail(email))
        .transform((email) => asciiEmail(email.toLowerCase())),
      petIds,
    }),
    output: z.object({ id: idSchema('household member') }),
    errors: {
      ...mailErrors,
      ...only(
        householdsErrors,
        'households.own_address',
        'households.pet_not_found',
        'households.already_invited',
        'households.declined_before',
        'households.too_many_members',
      ),
    },
  }),
  resend: endpoint({
    method: 'POST',
    path: '/household/members/{id}/mails',
    summary: 'Sends an invitation again, with a new link in place of the earlier one',
    access: 'record:pet_owner',
    rows: own,
    limit: changeLimit,
    input: onlyThe,
    output: done,
    errors: mailErrors,
  }),
  share: endpoint({
    method: 'PUT',
    path: '/household/members/{id}/pets',
    summary: 'Chooses the pets whose to-dos a member sees',
    access: 'record:pet_owner',
    rows: own,
    limit: changeLimit,
    input: onlyThe.extend({ petIds }),
    output: done,
    errors: only(householdsErrors, 'households.pet_not_found'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/household/members/{id}',
    summary: 'Removes a member, or withdraws an invitation',
    access: 'record:pet_owner',
    rows: own,
    limit: changeLimit,
    input: onlyThe,
    output: done,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/households/{id}/reminders',
    summary: 'Chooses whether the caller gets reminders of the household’s tasks too',
    access: 'signed-in',
    rows: helped,
    limit: changeLimit,
    input: onlyThe.extend({ isWanted: z.boolean() }),
    output: done,
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/households/{id}',
    summary: 'Leaves a household',
    access: 'signed-in',
    rows: helped,
    limit: changeLimit,
    input: onlyThe,
    output: done,
  }),
  invitation: endpoint({
    method: 'GET',
    path: '/household-invitations/{token}',
    summary: 'Returns who invites to what, while an invitation is open',
    access: 'anyone',
    rows: ofLink,
    limit: readLimit,
    input: byToken,
    output: invitationSchema,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/household-invitations/{token}/acceptance',
    summary: 'Joins a household, with the invited address only',
    access: 'signed-in',
    named: true,
    rows: ofLink,
    limit: changeLimit,
    input: byToken.extend({ wantsReminders: z.boolean() }),
    output: done,
    errors: {
      ...closedErrors,
      ...only(
        householdsErrors,
        'households.other_address',
        'households.already_member',
        'households.too_many_households',
      ),
    },
  }),
  decline: endpoint({
    method: 'POST',
    path: '/household-invitations/{token}/refusal',
    summary: 'Declines an invitation, also without an account',
    access: 'anyone',
    rows: ofLink,
    limit: readLimit,
    input: byToken,
    output: done,
    errors: closedErrors,
  }),
}
