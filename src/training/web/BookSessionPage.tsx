import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { SearchProviders } from '#/appointments/web/index.ts'
import { BookingDialog } from '#/booking/web/index.ts'
import { isDay } from '#/kernel/time.ts'
import { trainingTrade } from '#/training/trade.ts'
import TrainerBooking from './TrainerBooking.tsx'
import { TrainerCard } from './TrainerCard.tsx'
import { trainerSearch } from './training.ts'

/** Shows the booking form as a page, for the trainer and day in the URL. */
export default function BookSessionPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const trainerId = params.get('trainer')
  const asked = params.get('date')
  const day = asked && isDay(asked) ? asked : null
  // Following a link in the dialog closes it, even a link to the trainer already shown.
  const { key: here } = useLocation()
  const [choosingAt, setChoosingAt] = useState<string | null>(null)
  const toList = () => void navigate('/services/book-a-trainer')
  return (
    <>
      {trainerId && (
        <TrainerBooking
          key={`${trainerId} ${day}`}
          asPage
          providerId={trainerId}
          day={day}
          newPetId={params.get('pet')}
          onClose={toList}
          others={
            <Button variant="light" onClick={() => setChoosingAt(here)}>
              Choose another trainer
            </Button>
          }
        />
      )}
      {(!trainerId || choosingAt === here) && (
        <ChooseTrainer day={day} onClose={() => (trainerId ? setChoosingAt(null) : toList())} />
      )}
    </>
  )
}

type Props = { day: string | null; onClose(): void }

/** Lists trainers in a dialog: choosing one opens their form in the page. */
function ChooseTrainer({ day, onClose }: Props) {
  const [filters, setFilters] = useState({})
  const linkTo = (id: string) => trainingTrade.bookingPath(id, day ?? undefined)
  return (
    <BookingDialog title="Find Pet Trainers" onClose={onClose}>
      <SearchProviders
        {...trainerSearch}
        filters={filters}
        onFilters={setFilters}
        onShown={nothingToPrefetch}
      >
        {(trainer, isOwn) => (
          <TrainerCard trainer={trainer} to={linkTo(trainer.id)} isOwn={isOwn} onIntent={nothingToPrefetch} />
        )}
      </SearchProviders>
    </BookingDialog>
  )
}

const nothingToPrefetch = () => () => undefined
