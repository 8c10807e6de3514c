import { only } from '#/kernel/api.ts'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const appointmentErrors = {
  'appointments.no_owner_profile': 'forbidden',
  'appointments.pet_not_found': 'invalid',
  'appointments.own_calendar': 'invalid',
  'appointments.being_checked': 'conflict',
  'appointments.no_longer_free': 'conflict',
  'appointments.outside_hours': 'conflict',
  'appointments.phone_needed': 'forbidden',
  'appointments.address_needed': 'invalid',
  'appointments.place_changed': 'conflict',
  'appointments.contact_needed': 'invalid',
  'appointments.terms_needed': 'invalid',
  'appointments.payment_method_needed': 'invalid',
  'appointments.not_payable': 'conflict',
  'appointments.price_changed': 'conflict',
  'appointments.policy_changed': 'conflict',
  'appointments.too_many_pending': 'conflict',
  'appointments.too_many_upcoming': 'conflict',
  'appointments.too_many_unanswered': 'conflict',
  'appointments.unconfirmed': 'forbidden',
  'appointments.confirm_first': 'forbidden',
  'appointments.too_often': 'too_many',
  'appointments.move_not_allowed': 'conflict',
  'appointments.bank_deciding': 'conflict',
  'appointments.under_way': 'conflict',
  'appointments.absence_claimed': 'conflict',
  'appointments.no_show_noted': 'conflict',
  'appointments.not_last_day': 'conflict',
  'appointments.proposal_open': 'conflict',
  'appointments.too_many_proposals': 'conflict',
  'appointments.proposal_over': 'conflict',
  'appointments.not_listed': 'conflict',
  'appointments.other_search': 'malformed',
  'appointments.place_needed': 'malformed',
} as const satisfies ErrorKinds

export const refuse = refuser(appointmentErrors)

export const searchErrors = only(appointmentErrors, 'appointments.other_search', 'appointments.place_needed')
