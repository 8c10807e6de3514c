import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Visit } from '#/appointments/contract.ts'
import { proposalHours } from '#/appointments/proposals.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import { limits } from '#/kernel/fields.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { appointments } from './appointments.ts'
import css from './OtherTimeDialog.module.css'
import { OtherTimeDialog, useOtherTimes } from './OtherTimeDialog.tsx'
import { reloadAppointments } from './useAppointments.ts'

type Props = { trade: SlotTrade; visit: Visit; onClose(): void }

/** Lets a provider propose another of their free times to an appointment's owner. */
export default function ProposeDialog({ trade, visit, onClose }: Props) {
  const [note, setNote] = useState('')
  const { id, owner, providerId, providerNoun, date, startTime, endTime, payment } = visit
  const { times, refused } = useOtherTimes({ trade, providerId }, { id, date, startTime, endTime }, onClose)
  const propose = useWrite(appointments.call.propose, {
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'Time proposed',
        message: `We’ve asked ${owner.name}. The booked time stays until they answer.`,
      })
      onClose()
      return reloadAppointments()
    },
    onError: (error) => refused(error, 'Failed to propose the time. Please try again.'),
  })
  return (
    <OtherTimeDialog
      title={`Another time for ${owner.name}`}
      label="Booked"
      booked={visit}
      times={times}
      words={{
        provider: providerNoun,
        title: 'Your calendar',
        holiday: 'You’re away on that date. Please choose another one.',
        isOwn: true,
      }}
      rules={
        <>
          It stays until {owner.name} takes the new time. We hold both for {proposalHours} hours at most.
          {payment && ' If they cancel instead, the later of both times decides their refund.'}
        </>
      }
      keep="Go back"
      confirm="Propose this time"
      busy="Sending..."
      isBusy={propose.isPending}
      onConfirm={(slot) => propose.mutate({ id, slot, ...(note.trim() && { note: note.trim() }) })}
      onClose={onClose}
    >
      <Textarea
        className={css.note}
        label="Reason (optional)"
        description={`${owner.name} will read it.`}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={limits.short}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </OtherTimeDialog>
  )
}
