import { useSession } from '#/accounts/web/index.ts'
import { HOUR } from '#/kernel/duration.ts'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { useUserLocation } from '#/location/web/index.ts'
import type { AlertPlaceInput } from '#/reports/contract.ts'

type Offered = Pick<AlertPlaceInput, 'area' | 'position'>

const offer = onDemand<{ place: Offered; onDecline(): void }>(() => import('./OfferedAlerts.tsx'))
/** The offer follows setting a place, and doesn't come back for it later. */
const offeredMs = HOUR

/** Offers alerts about lost pets, with one tap, to members who have just set their place. */
export function AlertsOffer() {
  const { user } = useSession()
  return user ? <Offer key={user.id} userId={user.id} /> : null
}

function Offer({ userId }: { userId: string }) {
  const location = useUserLocation(userId)
  const declined = useKept(`declined alerts of ${userId}`, false)
  const isFresh =
    location !== null &&
    (location.how === 'chosen' || location.how === 'detected') &&
    Date.now() - location.since < offeredMs
  const place =
    isFresh && location.lat !== null && location.lon !== null
      ? { area: location.display, position: { lat: location.lat, lon: location.lon } }
      : null
  const isWanted = place !== null && !declined.value
  const OfferedAlerts = useOnDemand(offer, isWanted)
  return isWanted && OfferedAlerts ? (
    <OfferedAlerts place={place} onDecline={() => declined.change(true)} />
  ) : null
}
