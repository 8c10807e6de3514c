import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refundPolicyLine } from '#/appointments/refunds.ts'
import {
  BookingFlow,
  BookingForm,
  type DialogProps,
  type Done,
  ProviderSummary,
  useBooking,
  type Wish,
  withPackage,
} from '#/appointments/web/index.ts'
import { lowerFirst } from '#/kernel/letters.ts'
import type { OwnedPackage } from '#/packages/contract.ts'
import {
  bookableTypes,
  PackageChoice,
  TrainerPackages,
  usablePackages,
  usePackages,
} from '#/packages/web/index.ts'
import { ReviewsFold } from '#/ratings/web/index.ts'
import type { Trainer } from '#/training/contract.ts'
import type { SessionType } from '#/training/rules.ts'
import { trainingText } from '#/training/text.ts'
import { offerOf } from './offer.ts'
import { trainerById, training } from './training.ts'
import { trainerWords } from './words.ts'

type Props = DialogProps & {
  asPage?: boolean
  /** Lets the owner choose another trainer. */
  others?: ReactNode
}

/** Books a session with one trainer, over a list or on its own page. */
export default function TrainerBooking({
  providerId,
  newPetId,
  day,
  onClose,
  asPage = false,
  others,
}: Props) {
  const query = useQuery(trainerById(useQueryClient(), providerId))
  return (
    <BookingFlow provider={query} offerOf={offerOf} words={trainerWords} onClose={onClose} asPage={asPage}>
      {(trainer, onBooked) => (
        <SessionForm
          trainer={trainer}
          wish={{ newPetId, day }}
          others={others}
          onBooked={onBooked}
          onCancel={onClose}
        />
      )}
    </BookingFlow>
  )
}

type FormProps = {
  trainer: Trainer
  wish: Wish
  others: ReactNode
  onBooked(done: Done): void
  onCancel(): void
}
type Own = { sessionType: SessionType | '' }

/** Returns the chosen session type, or '' if the package isn't for it. */
const typeFor = (chosen: OwnedPackage | undefined, { sessionType }: Own): Own['sessionType'] =>
  bookableTypes(chosen).some((type) => type === sessionType) ? sessionType : ''

const taughtFirst = ({ specializations }: Trainer, types: readonly SessionType[]) =>
  types.toSorted((a, b) => Number(specializations.includes(b)) - Number(specializations.includes(a)))

function SessionForm({ trainer, wish, others, onBooked, onCancel }: FormProps) {
  const client = useQueryClient()
  const packages = usePackages(trainer.id)
  const offer = packages.chosen ? withPackage(offerOf(trainer), packages.chosen) : offerOf(trainer)
  const booking = useBooking(
    offer,
    wish,
    {
      texts: trainingText,
      startWith: ({ sessionType }: Partial<Own>): Own => ({ sessionType: sessionType ?? '' }),
      missing: (own) => (typeFor(packages.chosen, own) === '' ? 'Choose a session type to book.' : null),
      inputOf: (shared, { petIds, isOnline, ...own }) => ({
        ...shared,
        trainerId: trainer.id,
        petId: petIds[0] ?? null,
        // Never empty here, because an incomplete form isn't sent.
        sessionType: typeFor(packages.chosen, own) as SessionType,
        packageId: packages.chosen?.id ?? null,
        appointmentType: isOnline ? ('online_training' as const) : ('in_person' as const),
      }),
      call: training.call.book,
      reload: () => {
        void client.invalidateQueries({ queryKey: training.query.trainer.key() })
        void client.invalidateQueries({ queryKey: usablePackages(trainer.id).queryKey })
      },
    },
    (done) => {
      void client.invalidateQueries({ queryKey: usablePackages(trainer.id).queryKey })
      onBooked(done)
    },
  )
  const sessionType = typeFor(packages.chosen, booking.chosen)
  const isMissing = booking.failure !== undefined && sessionType === ''
  return (
    <BookingForm
      offer={offer}
      booking={booking}
      summary={<TrainerSummary trainer={trainer} others={others} isPaid={!packages.chosen} />}
      required={
        <>
          <PackageChoice packages={packages} />
          <NativeSelect
            label="Session type"
            withAsterisk
            maw="28rem"
            mt="md"
            value={sessionType}
            error={isMissing && 'Required'}
            data={[
              { value: '', label: 'Choose a session type' },
              ...taughtFirst(trainer, bookableTypes(packages.chosen)).map((value) => ({
                value,
                label: value,
              })),
            ]}
            onChange={(event) =>
              booking.choose({ sessionType: event.currentTarget.value as Own['sessionType'] })
            }
          />
        </>
      }
      startsOpen={wish.newPetId !== null}
      onCancel={onCancel}
    />
  )
}

type SummaryProps = {
  trainer: Trainer
  others: ReactNode
  /** False for a session from a package, which has terms of its own. */
  isPaid: boolean
}

function TrainerSummary({ trainer, others, isPaid }: SummaryProps) {
  const { name, specializations, location, hourlyRate, yearsExperience: years, refundPolicy } = trainer
  return (
    <ProviderSummary
      provider={trainer}
      about={[name, location].filter(Boolean).join(', ')}
      price={hourlyRate}
      per="an hour"
      reviews={
        <>
          <ReviewsFold provider={trainer} />
          <TrainerPackages trainerId={trainer.id} trainerName={name} />
        </>
      }
    >
      <p>Teaches {specializations.join(', ')}.</p>
      {years !== null && <p>Years of experience: {years}</p>}
      {trainer.offersOnline && isPaid && (
        <p>If you cancel an online session, you get a {lowerFirst(refundPolicyLine(refundPolicy))}.</p>
      )}
      {others}
    </ProviderSummary>
  )
}
