import { FindProviders } from '#/appointments/web/index.ts'
import { onDemand } from '#/kernel/web/on-demand.ts'
import { TrainerCard } from './TrainerCard.tsx'
import { useTrainers } from './training.ts'
import { speciality, trainerWords } from './words.ts'

const place = { path: '/services/book-a-trainer', opens: 'trainer' }
const dialog = onDemand(() => import('./TrainerBooking.tsx'))

export default function BookATrainerPage() {
  return (
    <FindProviders
      trade="training"
      words={trainerWords}
      title="Find Pet Trainers"
      lead="Choose a trainer, then a time, in person or online."
      place={place}
      speciality={speciality}
      useProviders={useTrainers}
      card={(trainer, props) => <TrainerCard trainer={trainer} {...props} />}
      dialog={dialog}
    />
  )
}
