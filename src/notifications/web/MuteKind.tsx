import type { NotificationType } from '../notification-types.ts'
import css from './MuteKind.module.css'
import { useChoices } from './use-choices.ts'

/** Whether the bell tells of this kind from now on. What it has told stays. */
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
              ? 'That was not saved. Please try again.'
              : isMuted
                ? 'Muted: the bell keeps quiet about these.'
                : 'The bell tells you of these.'}
          </p>
          <button type="button" onClick={() => choices.choose({ type, channel: 'bell', isWanted: isMuted })}>
            {isMuted ? 'Unmute' : 'Mute'}
          </button>
        </>
      )}
    </div>
  )
}
