import type { NotificationType } from '#/notifications/notification-types.ts'
import css from './MuteKind.module.css'
import { useChoices } from './use-choices.ts'

/** Turns this kind on or off in the bell. Earlier notifications stay. */
export function MuteKind({ type }: { type: NotificationType }) {
  const choices = useChoices()
  const isMuted = !choices.isWanted(type, 'bell')
  if (choices.query.isLoadingError) return null
  return (
    <div className={css.mute}>
      {choices.query.isPending ? null : (
        <>
          <p role="status">
            {choices.state === 'failed'
              ? 'We couldn’t save that. Please try again.'
              : isMuted
                ? 'Muted: you won’t see these in the bell.'
                : 'You see these in the bell.'}
          </p>
          <button type="button" onClick={() => choices.choose({ type, channel: 'bell', isWanted: isMuted })}>
            {isMuted ? 'Unmute' : 'Mute'}
          </button>
        </>
      )}
    </div>
  )
}
