import { useEffect } from 'react'
import { LocationLine } from '#/location/web/index.ts'
import css from './BookAVetPage.module.css'
import { usePrefetchBooking, whenIdle } from './prefetch.ts'
import { useAddress } from './use-address.ts'
import { VetDialogOnDemand, vetDialog } from './VetDialogOnDemand.tsx'
import { VetFilters } from './VetFilters.tsx'
import { VetList } from './VetList.tsx'

/** Whoever sees cards is about to choose one; on a phone there is no hovering that would tell. */
const fetchDialogWhenIdle = () => whenIdle(vetDialog.prefetch)

/** The list of vets, and over it the booking dialog of the one that the address names. */
export default function BookAVetPage() {
  const { filters, setFilters, openVet, newPet, day, linkTo, close } = useAddress()
  const prefetch = usePrefetchBooking(vetDialog.prefetch)
  useEffect(() => {
    if (openVet) prefetch(openVet)
  }, [openVet, prefetch])
  return (
    <div className={css.page}>
      <h1>Find a Veterinarian</h1>
      <p className={css.lead}>Choose a vet, then a time that suits you and your pet.</p>
      <div className={css.place}>
        <LocationLine />
      </div>
      <VetFilters filters={filters} isHeld={Boolean(openVet)} onChange={setFilters} />
      <VetList
        filters={filters}
        linkTo={linkTo}
        onIntent={prefetch}
        onClear={() => setFilters({})}
        onShown={fetchDialogWhenIdle}
      />
      {openVet && (
        <VetDialogOnDemand
          key={`${openVet} ${day}`}
          vetId={openVet}
          newPetId={newPet}
          day={day}
          onClose={close}
        />
      )}
    </div>
  )
}
