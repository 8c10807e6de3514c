import { FindProviders } from '#/appointments/web/index.ts'
import { onDemand } from '#/kernel/web/on-demand.ts'
import { vetWords } from './offer.ts'
import { VetCard } from './VetCard.tsx'
import { peek, useVets } from './veterinary.ts'

const place = { path: '/services/book-a-vet', opens: 'vet' }
const dialog = onDemand(() => import('./VetBookingDialog.tsx'))

export default function BookAVetPage() {
  return (
    <FindProviders
      trade="veterinary"
      words={vetWords}
      title="Find a Veterinarian"
      lead="Choose a vet, then a time that suits you and your pet."
      place={place}
      speciality={{ label: 'Specialization', example: 'Like surgery or skin' }}
      useProviders={useVets}
      peek={peek}
      card={(vet, props) => <VetCard vet={vet} {...props} />}
      dialog={dialog}
    />
  )
}
