import type { AppointmentStatus } from '#/appointments/rules.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { appointments } from './appointments.ts'
import { reloadAppointments } from './useAppointments.ts'
import { cancelFailedText } from './words.ts'

/** The sentences of later domains. */
export type Refusals = Readonly<Record<string, string>>

type Told = { title: string; message: string }
type Answer = { id: string; status: AppointmentStatus }
type Input = { id: string; reason?: string }
type Call<Given extends Input> = (input: Given, options: { context: { key: string } }) => Promise<Answer>

/** Tells whether the appointment changed or disappeared while the page was open. */
export const overtaken = (error: unknown) =>
  ['appointments.move_not_allowed', 'appointments.proposal_over', 'request.not_found'].includes(
    errorCode(error),
  )

function useMove<Given extends Input>(
  call: Call<Given>,
  options: { done: Told; failed: string; onSettled?: () => void; refusals?: Refusals },
) {
  const { mutate: move, isPending } = useWrite(call, {
    onSuccess: () => {
      options.onSettled?.()
      toast({ kind: 'success', ...options.done })
      // Stays pending until the lists have reloaded, so that the card never flashes its old state.
      return reloadAppointments()
    },
    onError: (error) => {
      const texts = { ...appointmentsText, ...options.refusals, 'request.unavailable': options.failed }
      toast({ kind: 'error', title: 'Error', message: errorText(error, texts, options.failed) })
      if (!overtaken(error)) return
      options.onSettled?.()
      void reloadAppointments()
    },
  })
  return { move, isPending }
}

/** `onSettled` runs once the move succeeded or became impossible. */
export const useCancel = (onSettled: () => void) =>
  useMove(appointments.call.cancel, {
    done: { title: 'Appointment Cancelled', message: 'Your appointment has been cancelled successfully.' },
    failed: cancelFailedText,
    onSettled,
  })

export const useReportAbsence = (onSettled: () => void) =>
  useMove(appointments.call.reportAbsence, {
    done: { title: 'Reported', message: 'We’ve asked them, and we’ll tell you their answer.' },
    failed: 'Failed to report it. Please try again.',
    onSettled,
  })

export const useTakeProposal = () =>
  useMove(appointments.call.takeProposal, {
    done: { title: 'Appointment moved', message: 'We’ve told them that you take the new time.' },
    failed: 'Failed to move the appointment. Please try again.',
  })

export const useRefuseProposal = () =>
  useMove(appointments.call.refuseProposal, {
    done: { title: 'Booked time kept', message: 'We’ve told them that the booked time stays.' },
    failed: 'Failed to keep the booked time. Please try again.',
  })

export const useWithdrawProposal = () =>
  useMove(appointments.call.withdrawProposal, {
    done: { title: 'Proposal withdrawn', message: 'The booked time stays, and we’ve told the owner.' },
    failed: 'Failed to withdraw the proposal. Please try again.',
  })

export const useEndEarly = (onSettled: () => void) =>
  useMove(appointments.call.endEarly, {
    done: { title: 'Ended early', message: 'We’ve asked the owner whether they agree.' },
    failed: 'Failed to end the stay. Please try again.',
    onSettled,
  })

export const useResumeStay = (onSettled: () => void) =>
  useMove(appointments.call.resumeStay, {
    done: { title: 'It goes on', message: 'We’ve told the owner that the stay goes on as booked.' },
    failed: 'Failed to take the early end back. Please try again.',
    onSettled,
  })

export const useDisputeEarlyEnd = (onSettled: () => void) =>
  useMove(appointments.call.disputeEarlyEnd, {
    done: { title: 'Noted', message: 'Support will look at it. We’ve told the owner.' },
    failed: 'Failed to note it. Please try again.',
    onSettled,
  })

export const useAgreeEarlyEnd = (onSettled: () => void) =>
  useMove(appointments.call.agreeEarlyEnd, {
    done: { title: 'Stay completed', message: 'We’ve told the sitter that you agree.' },
    failed: 'Failed to complete the stay. Please try again.',
    onSettled,
  })

export const useTakeRefund = (onSettled: () => void) =>
  useMove(appointments.call.takeRefund, {
    done: {
      title: 'Refund on its way',
      message: 'The appointment is cancelled, and you’re refunded in full.',
    },
    failed: 'Failed to refund you. Please try again.',
    onSettled,
  })

export const useContestNoShow = (onSettled: () => void) =>
  useMove(appointments.call.contestNoShow, {
    done: { title: 'No-show contested', message: 'We’ve asked them, and we’ll tell you their answer.' },
    failed: 'Failed to contest the no-show. Please try again.',
    onSettled,
  })

export const useConcedeAbsence = (onSettled: () => void) =>
  useMove(appointments.call.concedeAbsence, {
    done: { title: 'Appointment cancelled', message: 'We’ve told the owner.' },
    failed: 'Failed to cancel the appointment. Please try again.',
    onSettled,
  })

export const useDecline = (onSettled: () => void) =>
  useMove(appointments.call.decline as Call<Input & { reason: string }>, {
    done: { title: 'Request declined', message: 'We’ve told the owner your reason.' },
    failed: 'Failed to decline the request. Please try again.',
    onSettled,
  })

export const useReportNoShow = (onSettled: () => void) =>
  useMove(appointments.call.reportNoShow, {
    done: { title: 'No-show noted', message: 'We’ve told the owner.' },
    failed: 'Failed to note the no-show. Please try again.',
    onSettled,
  })

export const useAccept = (refusals: Refusals) =>
  useMove(appointments.call.accept, {
    done: { title: 'Request accepted', message: 'We’ve told the owner. You’ll find it under Upcoming.' },
    failed: 'Failed to accept the request. Please try again.',
    refusals,
  })

export const useDenyAbsence = () =>
  useMove(appointments.call.denyAbsence, {
    done: { title: 'Noted', message: 'The appointment stays as it was, and we’ve told the owner.' },
    failed: 'Failed to note it. Please try again.',
  })

export const useComplete = (onSettled: () => void) =>
  useMove(appointments.call.complete, {
    done: { title: 'Marked as done', message: 'You’ll find it under Past.' },
    failed: 'Failed to mark it as done. Please try again.',
    onSettled,
  })
