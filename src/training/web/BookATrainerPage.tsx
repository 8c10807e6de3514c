import { FindProviders } from '#/appointments/web/index.ts'
import { onDemand } from '#/kernel/web/on-demand.ts'
import { TrainerCard } from './TrainerCard.tsx'
import { trainerSearch } from './training.ts'

const place = { path: '/services/book-a-trainer', opens: 'trainer' }
const dialog = onDemand(() => import('./TrainerBooking.tsx'))

export default function BookATrainerPage() {
  return (
    <FindProviders
      {...trainerSearch}
      title="Find Pet Trainers"
      lead="Choose a trainer, then a time, in person or online."
      place={place}
      card={(trainer, props) => <TrainerCard trainer={trainer} {...props} />}
      dialog={dialog}
    />
  )
}
