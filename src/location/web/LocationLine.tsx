import { useEffect, useState } from 'react'
import { useSession } from '#/accounts/web/index.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { locationText } from '#/location/text.ts'
import { PinIcon } from './icons.tsx'
import css from './LocationLine.module.css'
import { refreshAfterSignIn, useUserLocation } from './user-location.ts'

const updateLocation = onDemand(() => import('./UpdateLocationDialog.tsx'))

/**
 * Shows the person's location, and opens the dialog to change it. Only pages about places nearby have one, because it
 * asks the browser after a login. People who aren't logged in are asked only once they open the dialog.
 */
export function LocationLine() {
  const { state, user } = useSession()
  const userId = user?.id ?? null
  const location = useUserLocation(userId)
  // Stays mounted once opened, so that typed text stays and the focus finds its way back.
  const [wanted, setWanted] = useState(false)
  const [opened, setOpened] = useState(false)
  const UpdateLocationDialog = useOnDemand(updateLocation, wanted)
  const sessionId = user?.sessionId
  const city = user?.city ?? null
  useEffect(() => {
    if (userId && sessionId) void refreshAfterSignIn({ id: userId, sessionId, city })
  }, [userId, sessionId, city])

  if (state === 'loading') return <div className={css.line} />
  const unknown = state === 'signed-in' ? locationText.detecting : locationText.unset
  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  return (
    <div className={css.line}>
      <button
        type="button"
        className={css.button}
        aria-haspopup="dialog"
        onPointerEnter={updateLocation.prefetch}
        onFocus={updateLocation.prefetch}
        onClick={open}
      >
        <PinIcon />
        <span className={state === 'signed-out' && !location ? css.change : css.place}>
          {location?.display ?? unknown}
        </span>
        {location && <span className={css.change}>Change</span>}
      </button>
      <span role="status" className={css.said}>
        {location?.display}
      </span>
      {UpdateLocationDialog && (
        <UpdateLocationDialog opened={opened} userId={userId} onClose={() => setOpened(false)} />
      )}
    </div>
  )
}
