import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect } from 'react'
import type { Wish } from '#/appointments/web/book/use-booking.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import { calendarOf, prefetchTimes } from '#/booking/web/index.ts'
import { type OnDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { whenIdle } from '#/kernel/web/when-idle.ts'
import { LocationLine } from '#/location/web/index.ts'
import css from './FindProviders.module.css'
import { type SearchOfTrade, SearchProviders } from './SearchProviders.tsx'
import { type Place, useAddress } from './use-address.ts'

/** Props of a trade's booking dialog. */
export type DialogProps = Wish & { providerId: string; onClose(): void }

/** A card's props, besides its provider. */
export type CardProps = {
  /** The list's URL with this provider's dialog open. */
  to: string
  /** True if the card is the viewer's own. */
  isOwn: boolean
  /** Called when someone is about to choose this provider. */
  onIntent(providerId: string): void
}

type Props<Provider extends { id: string }> = SearchOfTrade<Provider, SlotTrade> & {
  title: string
  lead: string
  place: Place
  card(provider: Provider, props: CardProps): ReactNode
  dialog: OnDemand<DialogProps>
}

/** Lists a trade's providers, and over them opens the booking dialog of the one in the URL. */
export function FindProviders<Provider extends { id: string }>(props: Props<Provider>) {
  const { title, lead, place, card, dialog, ...search } = props
  const { filters, setFilters, open, newPet, day, linkTo, close } = useAddress(place)
  const prefetch = usePrefetchBooking(search.trade, dialog.prefetch)
  useEffect(() => {
    if (open) prefetch(open)
  }, [open, prefetch])
  // Load the dialog once cards are shown, because phones have no hover to announce a click.
  const fetchDialogWhenIdle = useCallback(() => whenIdle(dialog.prefetch), [dialog])
  return (
    <div className={css.page}>
      <h1>{title}</h1>
      <p className={css.lead}>{lead}</p>
      <div className={css.place}>
        <LocationLine />
      </div>
      <SearchProviders
        {...search}
        filters={filters}
        onFilters={setFilters}
        asksPlace
        isHeld={Boolean(open)}
        onShown={fetchDialogWhenIdle}
      >
        {(provider, isOwn) => card(provider, { to: linkTo(provider.id), isOwn, onIntent: prefetch })}
      </SearchProviders>
      {open && (
        <DialogOnDemand
          key={`${open} ${day}`}
          dialog={dialog}
          providerId={open}
          newPetId={newPet}
          day={day}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Loads the booking dialog when it is first wanted: its slots should be on screen within a moment. */
function DialogOnDemand({ dialog, ...props }: DialogProps & { dialog: OnDemand<DialogProps> }) {
  const Dialog = useOnDemand(dialog)
  if (Dialog) return <Dialog {...props} />
  return <div className={css.opening} role="status" aria-label="Opening the booking form" />
}

/** Prefetches the booking dialog and its first data when someone is about to open it. */
function usePrefetchBooking(trade: SlotTrade, fetchDialog: () => void) {
  const client = useQueryClient()
  return useCallback(
    (providerId: string) => {
      fetchDialog()
      void prefetchTimes(client, calendarOf({ trade, providerId }))
    },
    [client, trade, fetchDialog],
  )
}
