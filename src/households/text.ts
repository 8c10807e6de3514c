import type { householdsErrors } from './errors.ts'
import { householdLimits } from './rules.ts'

export const householdsText: Readonly<Record<keyof typeof householdsErrors, string>> = {
  'households.unconfirmed': 'Please confirm your email address or phone number first, under Edit profile.',
  'households.own_address': 'This is your own address. Please enter the other person’s.',
  'households.pet_not_found': 'One of these pets isn’t one of your pets any more. Please choose again.',
  'households.already_invited': 'You have already invited this address. You can send the invitation again.',
  'households.already_member': 'You already belong to this household.',
  'households.declined_before': `This person declined your invitation. You can invite them again ${householdLimits.keptDays} days later.`,
  'households.too_many_members': `A household has ${householdLimits.members} members and invitations at most. Please remove one first.`,
  'households.too_many_households': `You can help ${householdLimits.households} households at most. Please leave one first.`,
  'households.mailed_enough': 'We can’t send this address another invitation now. Please try again tomorrow.',
  'households.other_address': 'This invitation is for another email address.',
  'households.used': 'This invitation has already been accepted.',
  'households.expired': 'This invitation has expired. Please ask for a new one.',
  'households.withdrawn': 'This invitation is no longer open. Please ask for a new one.',
  'households.declined': 'This invitation was declined.',
}
