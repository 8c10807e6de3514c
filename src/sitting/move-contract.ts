import { z } from 'zod'
import { appointmentErrors } from '#/appointments/errors.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { done } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { clockTimeSchema, daySchema } from '#/kernel/time.ts'
import { sittingErrors } from './errors.ts'
import { sittingRates } from './rules.ts'

/** An open question whether a visit can be at another time. Day and clock times are the sitter's. */
export const sittingMoveSchema = z.object({
  id: idSchema('sitting move'),
  appointmentId: idSchema('appointment'),
  /** The caller's. */
  side: z.enum(['owner', 'sitter']),
  askedBy: z.enum(['owner', 'sitter']),
  date: daySchema,
  startTime: clockTimeSchema,
  endTime: clockTimeSchema,
  startsAt: z.date(),
  answerBy: z.date(),
})
export type SittingMove = z.output<typeof sittingMoveSchema>

const limit = { name: 'sitting-move', by: 'user', ...sittingRates.move } as const
/** A limit of their own, so that who asked too often can still take a question back. */
const answerLimit = { ...limit, name: 'sitting-move-answer' } as const
const ofMove = z.object({ id: idSchema('sitting move') })

export const moveEndpoints = {
  moves: endpoint({
    method: 'GET',
    path: '/sitting/moves',
    summary: 'Lists the visits that are asked to be moved and not answered yet, on either side',
    access: 'signed-in',
    rows: 'open moves of appointments in which the caller is the owner or the sitter',
    input: z.object({}).optional(),
    output: z.object({ rows: z.array(sittingMoveSchema) }),
  }),
  askToMove: endpoint({
    method: 'POST',
    path: '/sitting/appointments/{id}/moves',
    summary:
      'Asks the other side to move an accepted walk or day of day care; length and price stay, and so does the old time until they agree. Owners move it up to 24 hours before and twice at most, sitters propose up to three times',
    access: 'signed-in',
    rows: 'an accepted appointment in which the caller is the owner or the sitter',
    limit,
    input: z.object({ id: idSchema('appointment'), date: daySchema, startTime: clockTimeSchema }),
    output: sittingMoveSchema,
    errors: {
      ...only(appointmentErrors, 'appointments.move_not_allowed'),
      ...only(
        sittingErrors,
        'sitting.past',
        'sitting.too_far',
        'sitting.too_soon',
        'sitting.away',
        'sitting.closed',
        'sitting.full',
        'sitting.asked_already',
        'sitting.move_same_time',
        'sitting.move_over_midnight',
        'sitting.move_series_day',
        'sitting.move_asked',
        'sitting.move_too_often',
      ),
    },
  }),
  agreeToMove: endpoint({
    method: 'POST',
    path: '/sitting/moves/{id}/agreement',
    summary:
      'Agrees to another time: moves the appointment, if the pets still have room then; a planned charge moves along',
    access: 'signed-in',
    rows: 'an open move that the other side of the caller’s appointment asked for',
    limit: answerLimit,
    input: ofMove,
    output: done,
    errors: {
      ...only(appointmentErrors, 'appointments.bank_deciding'),
      ...only(
        sittingErrors,
        'sitting.away',
        'sitting.closed',
        'sitting.full',
        'sitting.asked_already',
        'sitting.move_series_day',
        'sitting.move_over',
      ),
    },
  }),
  declineMove: endpoint({
    method: 'POST',
    path: '/sitting/moves/{id}/refusal',
    summary: 'Keeps the old time',
    access: 'signed-in',
    rows: 'an open move that the other side of the caller’s appointment asked for',
    limit: answerLimit,
    input: ofMove,
    output: done,
    errors: only(sittingErrors, 'sitting.move_over'),
  }),
  withdrawMove: endpoint({
    method: 'POST',
    path: '/sitting/moves/{id}/withdrawal',
    summary: 'Takes back the question whether a visit can be moved',
    access: 'signed-in',
    rows: 'an open move for which the caller asked',
    limit: answerLimit,
    input: ofMove,
    output: done,
    errors: only(sittingErrors, 'sitting.move_over'),
  }),
}
