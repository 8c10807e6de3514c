import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { BookingDialog } from '#/booking/web/index.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode } from '#/kernel/web/error-text.ts'
import type { Appointment } from '../contract.ts'
import { doctorName } from '../names.ts'
import { veterinaryText } from '../text.ts'
import { Booked } from './Booked.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import css from './VetBookingDialog.module.css'
import { VetBookingForm } from './VetBookingForm.tsx'
import { vetById } from './veterinary.ts'

type Props = {
  vetId: string
  /** A pet that was added on the way, to be picked. */
  newPetId: string | null
  day: string | null
  onClose: () => void
}

/** Form, then success: the booking of one vet. */
export default function VetBookingDialog({ vetId, newPetId, day, onClose }: Props) {
  const client = useQueryClient()
  const vet = useQuery(vetById(client, vetId))
  const isOwn = useSession().user?.records.veterinary_doctor === vetId
  const [booked, setBooked] = useState<Appointment>()
  const [methodId, setMethodId] = useState<string | null>(null)
  const [isPutOff, setPutOff] = useState(false)
  if (vet.data && isOwn)
    return (
      <BookingDialog title={doctorName(vet.data.fullName)} onClose={onClose}>
        <div className={css.message}>
          <p>{veterinaryText['veterinary.own_calendar']}</p>
          <Button onClick={onClose}>See all veterinarians</Button>
        </div>
      </BookingDialog>
    )
  if (vet.data) {
    const title = `Book with ${doctorName(vet.data.fullName)}`
    return (
      <BookingDialog title={title} onClose={onClose}>
        {booked?.payment && !isPutOff ? (
          <PaymentStep
            appointment={{ ...booked, payment: booked.payment }}
            methodId={methodId}
            onCancel={() => setPutOff(true)}
          />
        ) : booked ? (
          <Booked appointment={booked} onClose={onClose} />
        ) : (
          <VetBookingForm
            vet={vet.data}
            newPetId={newPetId}
            day={day}
            onBooked={(appointment, charged) => {
              setMethodId(charged)
              setBooked(appointment)
            }}
            onCancel={onClose}
          />
        )}
      </BookingDialog>
    )
  }
  if (vet.isError) {
    const unknown = ['request.not_found', 'request.malformed'].includes(errorCode(vet.error))
    return (
      <BookingDialog title={unknown ? 'Veterinarian not found' : 'Something went wrong'} onClose={onClose}>
        <div className={css.message}>
          <Drawing name={unknown ? 'no-results' : 'something-went-wrong'} />
          <p>
            {unknown
              ? 'We could not find this veterinarian. The link may be old, or they are no longer listed.'
              : 'Failed to load veterinarians. Please try again.'}
          </p>
          {unknown ? (
            <Button onClick={onClose}>See all veterinarians</Button>
          ) : (
            <Button onClick={() => vet.refetch()} loading={vet.isFetching}>
              Retry
            </Button>
          )}
        </div>
      </BookingDialog>
    )
  }
  return (
    <BookingDialog title="Book a veterinarian" onClose={onClose}>
      <div className={css.waiting} role="status" aria-label="Loading">
        <span />
        <span />
        <span />
      </div>
    </BookingDialog>
  )
}
